"""The list of tournaments and the page of one, what people confirmed."""

import datetime as dt

import pytest
from django.urls import reverse

from tests import cast, pages
from tests.forms import send
from tests.tournaments import events
from tests.tournaments.my_club.buttons import said
from tournaments.admin.tournaments import TournamentAdmin
from tournaments.errors import ACCEPTED
from tournaments.intake import matching
from tournaments.models import ConfirmedSpelling, Stage, Tournament
from tournaments.review import decisions, edits

pytestmark = pytest.mark.django_db


def change(tournament):
    return reverse("admin:tournaments_tournament_change", args=[tournament.pk])


def act(client, action, *tournaments, **more):
    """Choose tournaments in the list and run an action."""
    chosen = {"_selected_action": [tournament.pk for tournament in tournaments]}
    return client.post(
        reverse("admin:tournaments_tournament_changelist"), {"action": action, **chosen, **more}, follow=True
    )


def blocked(name="Blocked"):
    players = [events.player(1, 10001), events.unknown(2, "Fontaine", "Felix")]
    return events.tournament(*players, pairings=[events.game(1, 1, 2)], name=name)


@pytest.mark.long
def test_the_page_has_the_findings_and_buttons_of_my_club(officer):
    tournament = blocked()
    response = officer.get(change(tournament))
    [group] = response.context["groups"]
    assert (group.title, [each.member.key for each in group.lines[0].suggested]) == (
        "Unmatched players",
        [10006],
    )
    assert response.text.count(f'action="{reverse("fix", args=[tournament.pk])}"') == 2


def test_the_list_leads_to_where_files_are_sent(officer):
    page = officer.get(reverse("admin:tournaments_tournament_changelist"))
    assert f'<a href="{reverse("send")}">' in page.text


def test_the_officer_chooses_what_the_file_leaves_open(officer):
    tournament = events.tournament(pace="")
    assert 'value="pace_rapid"' in officer.get(change(tournament)).text
    officer.post(reverse("fix", args=[tournament.pk]), {"verb": "pace_rapid", "back": change(tournament)})
    tournament.refresh_from_db()
    assert (tournament.pace, tournament.open_points) == ("rapid", None)


def test_a_button_leads_back_to_the_admin(officer):
    tournament = blocked()
    participant = tournament.participants.get(number=2)
    about = {"verb": "irregular", "participant": participant.pk, "back": change(tournament)}
    response = officer.post(reverse("fix", args=[tournament.pk]), about)
    assert response.headers["Location"] == f"{change(tournament)}#next"
    assert "not rated (0F-0F)" in officer.get(change(tournament)).text


@pytest.mark.long
def test_settings_go_through_the_verb(officer):
    tournament = events.tournament()
    changes = {"name": "Cup", "club": str(cast.club(201).pk), "pace": "blitz", "counts_from": "2026-07-01"}
    send(officer, officer.get(change(tournament)), changes)
    tournament.refresh_from_db()
    assert (tournament.name, tournament.club.key, tournament.pace, str(tournament.counts_from)) == (
        "Cup", 201, "blitz", "2026-07-01",
    )  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize(
    ("changes", "errors"),
    [
        ({"end": "2026-03-01"}, {"end": [edits.ENDS_EARLY]}),
        (
            {"name": "Cup", "counts_from": "2036-01-01"},
            {"counts_from": [edits.TOO_FAR % {"date": "1 January 2036"}]},
        ),
    ],
)
def test_invalid_days_are_errors_of_their_field_and_nothing_is_saved(officer, changes, errors):
    tournament = events.tournament()
    page = send(officer, officer.get(change(tournament)), changes)
    assert page.context["adminform"].form.errors == errors
    assert said(page) == []
    tournament.refresh_from_db()
    assert (tournament.name, tournament.counts_from) == ("Tower Cup", None)


@pytest.mark.long
def test_a_tournament_accepted_meanwhile_is_not_saved(officer, monkeypatch):
    tournament = events.tournament()
    page = officer.get(change(tournament))
    before = Tournament.objects.get(pk=tournament.pk)
    decisions.accept(tournament, None)
    monkeypatch.setattr(TournamentAdmin, "get_object", lambda *_asked: before)
    assert said(send(officer, page, {"name": "Cup"})) == [ACCEPTED % {"name": "Tower Cup"}]
    tournament.refresh_from_db()
    assert tournament.name == "Tower Cup"


@pytest.mark.long
def test_a_tournament_accepted_meanwhile_is_not_deleted(officer, monkeypatch):
    tournament = events.tournament()
    page = officer.get(reverse("admin:tournaments_tournament_delete", args=[tournament.pk]))
    before = Tournament.objects.get(pk=tournament.pk)
    decisions.accept(tournament, None)
    monkeypatch.setattr(TournamentAdmin, "get_object", lambda *_asked: before)
    assert said(send(officer, page, {})) == [ACCEPTED % {"name": "Tower Cup"}]
    assert tournament.participants.count() == 4


@pytest.mark.long
@pytest.mark.parametrize(("page", "changes"), [("change", {"name": "Cup"}), ("delete", {})])
def test_a_tournament_deleted_meanwhile_gives_a_message(officer, monkeypatch, page, changes):
    tournament = events.tournament()
    shown = officer.get(reverse(f"admin:tournaments_tournament_{page}", args=[tournament.pk]))
    found = iter([Tournament.objects.get(pk=tournament.pk)] * (2 if page == "change" else 1))
    edits.delete(tournament)
    monkeypatch.setattr(TournamentAdmin, "get_object", lambda *_asked: next(found, None))
    [sentence] = said(send(officer, shown, changes))
    assert "doesn’t exist. Perhaps it was deleted?" in sentence


@pytest.mark.long
def test_no_field_of_an_accepted_tournament_can_be_changed(officer):
    tournament = events.tournament()
    decisions.accept(tournament, None)
    officer.post(change(tournament), {"name": "Cup"})
    tournament.refresh_from_db()
    assert tournament.name == "Tower Cup"
    response = officer.get(change(tournament))
    assert reverse("admin:tournaments_tournament_correct", args=[tournament.pk]) in response.text
    assert response.context["adminform"].form.fields == {}


@pytest.mark.long
def test_an_accepted_tournament_cannot_be_deleted(officer):
    tournament = events.tournament()
    address = reverse("admin:tournaments_tournament_delete", args=[tournament.pk])
    assert officer.get(address).status_code == 200
    decisions.accept(tournament, None)
    assert officer.get(address).status_code == 403


@pytest.mark.long
@pytest.mark.parametrize(
    ("action", "stage", "told"),
    [
        ("submit_selected", "submitted", ["Submitted: 1.", "Still to fix: 1 (Blocked)."]),
        ("accept_selected", "accepted", ["Accepted: 1.", "Still to fix: 1 (Blocked)."]),
    ],
)
def test_an_action_asks_first_and_reports_afterwards(officer, action, stage, told):
    good, bad = events.tournament(), blocked()
    asked = act(officer, action, good, bad)
    assert [(line[0].name, line[1]) for line in asked.context["lines"]] == [("Blocked", 1), ("Tower Cup", 0)]
    assert set(Tournament.objects.values_list("stage", flat=True)) == {"read"}
    assert said(act(officer, action, good, bad, confirmed="yes")) == told
    assert dict(Tournament.objects.values_list("name", "stage")) == {"Tower Cup": stage, "Blocked": "read"}


@pytest.mark.long
@pytest.mark.parametrize(("action", "count"), [("submit_selected", 0), ("accept_selected", 1)])
def test_findings_for_the_federation_block_acceptance_but_not_submission(officer, action, count):
    decisions.accept(events.tournament(), None)
    twin, decided = events.tournament(name="Second"), blocked("A decided one")
    decisions.reject(decided, None, "No.")
    assert act(officer, action, twin, decided).context["lines"] == [(decided, 0), (twin, count)]


@pytest.mark.long
@pytest.mark.parametrize(
    ("action", "more", "done"),
    [("accept_selected", {}, "Accepted: 1."), ("reject_selected", {"reason": "No."}, "Rejected: 1.")],
)
def test_tournaments_changed_since_the_question_are_skipped(officer, action, more, done):
    good, changed = (
        events.tournament(),
        events.tournament(name="Changed", start=dt.date(2026, 2, 1), end=dt.date(2026, 2, 2)),
    )
    asked = act(officer, action, good, changed)
    edits.change_settings(changed, {"name": "Another"})
    left = "Skipped because they are past this step or were changed meanwhile: 1 (Another)."
    assert said(send(officer, asked, more, button=asked.context["title"])) == [done, left]
    changed.refresh_from_db()
    assert changed.stage == Stage.READ


@pytest.mark.long
def test_many_are_rejected_for_one_reason(officer):
    first, second = events.tournament(), blocked()
    assert said(act(officer, "reject_selected", first, second, confirmed="yes", reason=" ")) == ["Give the reason."]
    assert said(act(officer, "reject_selected", first, second, confirmed="yes", reason="Too late.")) == ["Rejected: 2."]
    assert set(Tournament.objects.values_list("stage", "rejection")) == {("rejected", "Too late.")}


@pytest.mark.parametrize(("reason", "kept"), [("Too\0 late.", "Too late."), ("x" * 2000, "x" * 500), ("\0", None)])
def test_a_long_or_odd_reason_is_cut_to_its_column(officer, reason, kept):
    tournament = events.tournament()
    told = said(act(officer, "reject_selected", tournament, confirmed="yes", reason=reason))
    tournament.refresh_from_db()
    assert (told, tournament.rejection) == ((["Rejected: 1."], kept) if kept else (["Give the reason."], ""))


def test_a_known_spelling_shows_its_number(officer):
    tournament = events.tournament(events.unknown(1, fide_id=1234567), *events.four()[1:])
    matching.confirm(tournament.participants.get(number=1), cast.member(10009), None)
    matching.confirm(tournament.participants.get(number=2), cast.member(10010), None)
    rows = pages.rows(officer.get(reverse("admin:tournaments_confirmedspelling_changelist")))
    assert sorted(row[2] for row in rows) == ["FIDE ID 1234567", "member number 10002"]


def test_a_wrong_spelling_can_be_deleted_but_not_changed(officer):
    matching.confirm(events.tournament().participants.first(), cast.member(10009), None)
    spelling = ConfirmedSpelling.objects.get()
    officer.post(
        reverse("admin:tournaments_confirmedspelling_change", args=[spelling.pk]), {"member": cast.member(10001).pk}
    )
    spelling.refresh_from_db()
    assert spelling.member.key == 10009
    officer.post(reverse("admin:tournaments_confirmedspelling_delete", args=[spelling.pk]), {"post": "yes"})
    assert not ConfirmedSpelling.objects.exists()


MODELS = ["upload", "tournament", "confirmedspelling", "correction"]


@pytest.mark.parametrize("model", MODELS)
@pytest.mark.parametrize(("make", "status"), [(cast.stranger, 302), (cast.viewer, 200), (cast.membership_officer, 200)])
def test_staff_may_look(client, model, make, status):
    client.force_login(make())
    assert client.get(reverse(f"admin:tournaments_{model}_changelist")).status_code == status


@pytest.mark.long
def test_a_viewer_sees_findings_without_buttons_and_decides_nothing(client):
    tournament = blocked()
    client.force_login(cast.viewer())
    response = client.get(change(tournament))
    assert len(response.context["groups"]) == 1
    assert "<button" not in response.text.partition('class="findings"')[2].partition("</div>")[0]
    assert reverse("my_club_tournament", args=[tournament.pk]) not in response.text
    act(client, "reject_selected", tournament, confirmed="yes", reason="No.")
    assert client.get(reverse("admin:tournaments_tournament_correct", args=[tournament.pk])).status_code == 403
    tournament.refresh_from_db()
    assert tournament.stage == Stage.READ


@pytest.mark.long
@pytest.mark.parametrize("count", [2, 20])
@pytest.mark.parametrize(("model", "queries"), [("upload", 9), ("tournament", 10), ("confirmedspelling", 7)])
def test_a_list_takes_the_same_queries_for_two_and_twenty(officer, model, queries, count, django_assert_num_queries):
    for number in range(count):
        [tournament] = events.stored(events.report(name=f"Cup {number}"))
        for participant in tournament.participants.all():
            matching.confirm(participant, participant.member, None)
    address = reverse(f"admin:tournaments_{model}_changelist")
    officer.get(address)
    with django_assert_num_queries(queries):
        officer.get(address)


@pytest.mark.parametrize("stage", ["read", "accepted"])
def test_only_what_can_be_changed_has_a_button_to_save(officer, stage):
    tournament = events.tournament()
    Tournament.objects.update(stage=stage)
    text = officer.get(reverse("admin:tournaments_tournament_change", args=[tournament.pk])).text
    assert ('name="_save"' in text) == (stage == "read")


@pytest.mark.parametrize("model", ["upload", "confirmedspelling"])
def test_rows_written_only_by_the_site_have_no_save_button(officer, model):
    tournament = events.tournament()
    edits.choose_member(tournament.participants.first(), cast.member(10009), None)
    row = tournament.upload if model == "upload" else ConfirmedSpelling.objects.get()
    assert 'name="_save"' not in officer.get(reverse(f"admin:tournaments_{model}_change", args=[row.pk])).text


@pytest.mark.long
def test_formats_and_kinds_have_names(officer):
    tournament = events.tournament(kind="round_robin")
    Tournament.objects.create(name="Played here", start=tournament.start, end=tournament.end)
    page = officer.get(reverse("admin:tournaments_tournament_change", args=[tournament.pk])).text
    table = officer.get(reverse("admin:tournaments_tournament_changelist")).text
    uploads = officer.get(reverse("admin:tournaments_upload_changelist")).text
    assert "round robin" in page
    for text in (page, table, uploads):
        assert "FIDE TRF" in text
    filters = table.replace("\n", "").replace("  ", "")
    assert '<a href="?format=trf">FIDE TRF</a>' in filters
    assert '<a href="?format=">-</a>' in filters


@pytest.mark.long
def test_an_accepted_tournament_leads_to_its_public_page(officer):
    tournament = events.tournament()
    assert not officer.get(change(tournament)).context["has_absolute_url"]
    decisions.accept(tournament, None)
    page = officer.get(change(tournament))
    assert page.context["absolute_url"] == "/en/tournaments/2026/tower-cup/"
