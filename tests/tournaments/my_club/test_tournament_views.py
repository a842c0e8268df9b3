"""A button for every finding, and its way back."""

import datetime as dt

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.models import Member
from tests import cast, pages
from tests.forms import send
from tests.tournaments import events
from tests.tournaments.my_club.buttons import said
from tournaments.models import Stage, Tournament
from tournaments.review import decisions, edits, new_members
from tournaments.review.problems import problems
from tournaments.standings.individual import standings

pytestmark = pytest.mark.django_db


def page(client, tournament):
    return client.get(reverse("my_club_tournament", args=[tournament.pk]))


def press(client, tournament, verb, **about):
    """Press a button of the page; return the page it leads to."""
    return client.post(reverse("fix", args=[tournament.pk]), {"verb": verb, **about}, follow=True)


def move(client, tournament, verb, **more):
    return client.post(reverse("decide", args=[tournament.pk]), {"verb": verb, **more}, follow=True)


def codes(tournament):
    return [finding.code for finding in problems(Tournament.objects.get(pk=tournament.pk))]


def with_unknown(**changes):
    tournament = events.tournament(
        events.player(1, 10001), events.unknown(2, **changes), pairings=[events.game(1, 1, 2)]
    )
    return tournament, tournament.participants.get(number=2)


def test_a_clean_tournament_is_submitted(secretary):
    tournament = events.tournament()
    response = page(secretary, tournament)
    assert (response.context["groups"], response.context["blocking"]) == ([], 0)
    response = move(secretary, tournament, "submit")
    way = "Oost-Vlaanderen will check it and pass it on to the federation"
    assert said(response) == [f"Submitted. {way}; the receipt shows its status."]
    tournament.refresh_from_db()
    assert (tournament.stage, tournament.submitted_by.username) == ("league", "secretary101")


def test_what_blocks_is_grouped_with_suggestions_and_stops_submitting(secretary):
    tournament, _ = with_unknown(last_name="Fontaine", first_name="Felix")
    response = page(secretary, tournament)
    [group] = response.context["groups"]
    assert (group.title, group.blocks, group.count) == ("Unmatched players", True, 1)
    assert [each.member.key for each in group.lines[0].suggested] == [10006]
    assert "10006 Fontaine, Félix (1999)" in response.text
    assert "1999-06-06" not in response.text
    assert said(move(secretary, tournament, "submit")) == [decisions.BLOCKED % {"name": "Tower Cup", "count": 1}]


def test_a_suggestion_is_one_click_and_its_undo_another(secretary):
    tournament, participant = with_unknown()
    press(secretary, tournament, "choose", participant=participant.pk, member=cast.member(10006).pk)
    assert codes(tournament) == []
    response = page(secretary, tournament)
    assert response.context["decisions"].participants == [participant]
    press(secretary, tournament, "forget", participant=participant.pk)
    assert codes(tournament) == ["unmatched"]


@pytest.mark.long
@pytest.mark.parametrize(("verb", "undo"), [("outsider", "forget"), ("irregular", "regular")])
def test_other_fixes_of_a_participant_and_their_undo(secretary, verb, undo):
    tournament, participant = with_unknown(rating=1500)
    press(secretary, tournament, verb, participant=participant.pk)
    assert codes(tournament) == []
    press(secretary, tournament, undo, participant=participant.pk)
    assert codes(tournament) == ["unmatched"]


@pytest.mark.long
def test_all_who_are_no_members_are_undone_at_once(secretary):
    strangers = [events.unknown(number, f"Stranger {number}", rating=1500) for number in range(2, 14)]
    games = [events.game(number, 1, number) for number in range(2, 14)]
    tournament = events.tournament(events.player(1, 10001), *strangers, pairings=games)
    press(secretary, tournament, "outsiders")
    shown = page(secretary, tournament)
    assert codes(tournament) == []
    assert "Undo “not a member” for all 12" in shown.text
    assert '<details class="disclosure">' in shown.text  # many decisions lie folded
    press(secretary, tournament, "no_outsiders")
    assert codes(tournament) == ["unmatched"] * 12


def test_a_found_member_is_confirmed(secretary):
    tournament, participant = with_unknown(matricule="10007")
    press(secretary, tournament, "confirm", participant=participant.pk)
    assert codes(tournament) == []


@pytest.mark.long
def test_a_merger_is_followed(secretary):
    tournament = events.tournament()
    Member.objects.filter(key=10001).update(merged_into=cast.member(10009))
    press(secretary, tournament, "follow", participant=tournament.participants.get(number=1).pk)
    assert codes(tournament) == []


@pytest.mark.long
def test_a_double_game_is_counted_once_and_restored(secretary):
    games = [events.game(1, 1, 2, board=1), events.game(1, 1, 2, board=1), events.game(2, 1, 2)]
    tournament = events.tournament(*events.four()[:2], pairings=games)
    [finding] = problems(tournament)
    press(secretary, tournament, "count_once", pairing=finding.pairing_id)
    assert codes(tournament) == ["round_unfinished"]
    press(secretary, tournament, "restore", pairing=finding.pairing_id)
    assert codes(tournament) == ["same_game_twice"]


@pytest.mark.long
def test_a_similar_event_is_looked_at_where_it_is_the_own_clubs(secretary):
    twin = events.tournament()
    tournament = events.tournament(name="Second")
    address = reverse("my_club_tournament", args=[twin.pk])
    assert f'<a href="{address}">View tournament</a>' in page(secretary, tournament).text
    Tournament.objects.filter(pk=twin.pk).update(club=cast.club(201))
    assert address not in page(secretary, tournament).text


@pytest.mark.long
def test_a_similar_accepted_event_blocks_only_the_federation(secretary):
    twin = events.tournament()
    tournament = events.tournament(name="Second")
    assert "1 problem to fix before you can go on." in page(secretary, tournament).text
    Tournament.objects.filter(pk=twin.pk).update(stage=Stage.ACCEPTED)
    text = page(secretary, tournament).text
    assert "1 point is for the federation to settle; you can still submit." in text
    assert "problem to fix before you can go on" not in text
    tournament.participants.filter(number=1).update(member=None)
    assert "1 problem to fix before you can go on." in page(secretary, tournament).text
    told = said(move(secretary, tournament, "submit"))
    assert told == [decisions.BLOCKED % {"name": "Second", "count": 1}]


@pytest.mark.long
def test_a_similar_event_is_declared_another_one_and_one_again(secretary):
    events.tournament()
    tournament = events.tournament(name="Second")
    press(secretary, tournament, "not_duplicate")
    assert codes(tournament) == []
    press(secretary, tournament, "duplicate")
    assert codes(tournament) == ["duplicate"]


def test_all_who_were_not_found_are_no_members(secretary):
    tournament, _ = with_unknown(rating=1500)
    press(secretary, tournament, "outsiders")
    assert codes(tournament) == []


def test_members_are_looked_for_again(secretary):
    tournament, _ = with_unknown(matricule="30001")
    Member.objects.create(number="30001", last_name="Zonderling", first_name="Zoë")
    press(secretary, tournament, "match_again")
    assert codes(tournament) == ["not_affiliated"]


@pytest.mark.long
def test_a_button_leads_back_to_its_page_and_never_away(secretary):
    tournament = events.tournament()
    address = reverse("my_club_tournament", args=[tournament.pk])
    inside = press(secretary, tournament, "match_again", back=reverse("my_club_tournaments"))
    assert inside.redirect_chain == [(f"{reverse('my_club_tournaments')}#next", 302)]
    for odd in (
        "https://elsewhere.example/",
        "//elsewhere.example/",
        "/\\elsewhere.example/",
        "home",
        "my-club/",
        "-1",
    ):
        outside = press(secretary, tournament, "match_again", back=odd)
        assert outside.redirect_chain == [(f"{address}#next", 302)]


@pytest.mark.parametrize(
    "about",
    [{"verb": "nonsense"}, {"verb": "confirm"}, {"verb": "confirm", "participant": "9" * 30}, {"verb": "choose"}],
)
def test_an_unknown_button_is_not_found(secretary, about):
    tournament = events.tournament()
    assert secretary.post(reverse("fix", args=[tournament.pk]), about).status_code == 404


def test_the_participant_of_another_tournament_is_not_found(secretary):
    tournament, other = events.stored(events.report(), events.report(name="Other"))
    response = press(secretary, tournament, "irregular", participant=other.participants.first().pk)
    assert response.status_code == 404


def test_who_is_this_offers_suggestions_and_a_search(secretary):
    tournament, participant = with_unknown(last_name="Fontaine", first_name="Felix")
    address = reverse("participant", args=[tournament.pk, participant.pk])
    response = secretary.get(address, {"q": "elod"})
    assert [member.key for member in response.context["suggested"]] == [10006]
    assert [member.key for member in response.context["found"]] == [10005]
    assert "2008-05-05" not in response.text


def test_a_new_member_is_made_of_a_participant(secretary):
    tournament, participant = with_unknown(birth_date=dt.date(2003, 3, 1), sex="F", federation="BEL")
    address = reverse("participant", args=[tournament.pk, participant.pk])
    initial = secretary.get(address).context["form"].initial
    response = secretary.post(address, {name: value or "" for name, value in initial.items()}, follow=True)
    assert said(response) == ["New member: 23001 Zonderling, Zoë."]
    member = Member.objects.get(key=23001)
    assert (member.birth_date, member.sex, member.nationality) == (dt.date(2003, 3, 1), "F", "BEL")
    assert codes(tournament) == ["not_affiliated"]


def test_a_new_member_is_not_born_in_the_future(secretary):
    tournament, participant = with_unknown()
    born = timezone.localdate() + dt.timedelta(days=1)
    address = reverse("participant", args=[tournament.pk, participant.pk])
    response = secretary.post(address, {"last_name": "Z", "birth_date": born.isoformat(), "sex": "F"})
    assert list(response.context["form"].errors) == ["birth_date"]
    assert not Member.objects.filter(last_name="Z").exists()


def test_a_new_member_needs_birth_date_and_sex(secretary):
    tournament, participant = with_unknown()
    address = reverse("participant", args=[tournament.pk, participant.pk])
    response = secretary.post(address, {"last_name": "Zonderling"})
    assert list(response.context["form"].errors) == ["birth_date", "sex"]


def test_an_existing_member_is_not_created_again(secretary):
    tournament, participant = with_unknown()
    address = reverse("participant", args=[tournament.pk, participant.pk])
    response = secretary.post(
        address, {"last_name": "CLAES", "first_name": "Chloe", "birth_date": "2001-03-03", "sex": "F"}
    )
    assert said(response) == [new_members.MEMBER_EXISTS % {"member": "10003 Claes, Chloé"}]


def test_dates_are_changed_and_restored(secretary):
    tournament = events.tournament(start=events.NEXT_DAY, end=events.DAY)
    address = reverse("tournament_settings", args=[tournament.pk])
    form = {"name": "Cup", "city": "", "club": cast.club().pk, "pace": "rapid", "discipline": "chess"}
    wrong = secretary.post(address, {**form, "start": "2026-03-15", "end": "2026-03-14"})
    assert wrong.context["form"].errors == {"end": [edits.ENDS_EARLY]}
    secretary.post(address, {**form, "start": "2026-03-14", "end": "2026-03-15"})
    tournament.refresh_from_db()
    assert (tournament.name, tournament.pace, tournament.start) == ("Cup", "rapid", events.DAY)
    press(secretary, tournament, "as_in_file")
    tournament.refresh_from_db()
    assert (tournament.name, tournament.start, tournament.end) == ("Tower Cup", events.NEXT_DAY, events.DAY)


@pytest.mark.long
def test_settings_that_a_colleague_changed_meanwhile_stay(secretary):
    tournament = events.tournament()
    shown = secretary.get(reverse("tournament_settings", args=[tournament.pk]))
    send(secretary, shown, {"name": "Knight Cup", "pace": "rapid"})
    send(secretary, shown, {"city": "Aalst"})
    tournament.refresh_from_db()
    assert (tournament.name, tournament.pace, tournament.city) == ("Knight Cup", "rapid", "Aalst")


def test_a_tournament_cannot_be_given_to_another_club(secretary):
    tournament = events.tournament()
    form = {"name": "Cup", "club": cast.club(201).pk, "pace": "rapid", "discipline": "chess"}
    days = {"start": "2026-03-14", "end": "2026-03-15", "counts_from": "2026-07-01"}
    response = secretary.post(reverse("tournament_settings", args=[tournament.pk]), {**form, **days})
    assert list(response.context["form"].errors) == ["club"]
    assert "counts_from" not in response.context["form"].fields


def test_results_are_entered(secretary):
    games = [events.game(1, 1, 2, "**"), events.game(1, 3, 4, "**")]
    tournament = events.tournament(*events.four(), pairings=games)
    first, second = tournament.pairings.order_by("pk")
    address = reverse("tournament_results", args=[tournament.pk])
    secretary.post(address, {str(first.pk): "==", str(second.pk): ""})
    assert codes(tournament) == ["round_unfinished"]
    assert list(secretary.get(address).context["form"].fields) == [str(second.pk)]
    response = secretary.post(address, {str(second.pk): "99"})
    assert list(response.context["form"].errors) == [str(second.pk)]


def test_results_entered_by_a_colleague_are_kept_with_a_message(secretary):
    games = [events.game(1, 1, 2, "**"), events.game(1, 3, 4, "**")]
    tournament = events.tournament(*events.four(), pairings=games)
    first, second = tournament.pairings.order_by("pk")
    shown = secretary.get(reverse("tournament_results", args=[tournament.pk]))
    send(secretary, shown, {str(first.pk): "=="})
    told = said(send(secretary, shown, {str(first.pk): "10", str(second.pk): "01"}))
    assert told == ["Someone else has meanwhile entered results, which were kept; games: 1."]
    assert list(tournament.pairings.order_by("pk").values_list("white_result", flat=True)) == ["=", "0"]


def test_the_table_stands_beside_what_the_file_claims(secretary):
    players = [events.player(1, 10001, points=2.0, rank=1), *events.four()[1:]]
    response = page(secretary, events.tournament(*players))
    first = response.context["rows"][0].standing
    assert (first.participant.file_points, first.points, first.differs_from_file) == (2.0, 3.0, True)


@pytest.mark.long
def test_a_file_without_days_and_people_shows_neither_a_gap_nor_an_empty_table(secretary):
    tournament = events.tournament()
    Tournament.objects.filter(pk=tournament.pk).update(start=None, end=None, city="")
    assert f"<span>{tournament.club}&nbsp;· standard</span>" in page(secretary, tournament).text
    assert 'id="understood"' in page(secretary, tournament).text
    tournament.pairings.all().delete()
    tournament.participants.all().delete()
    assert 'id="understood"' not in page(secretary, tournament).text


@pytest.mark.long
def test_a_submitted_tournament_is_withdrawn_before_it_is_changed(secretary):
    tournament, participant = with_unknown()
    Tournament.objects.update(stage=Stage.SUBMITTED)
    assert press(secretary, tournament, "irregular", participant=participant.pk).status_code == 403
    move(secretary, tournament, "reopen")
    assert press(secretary, tournament, "irregular", participant=participant.pk).status_code == 200


def test_the_federation_fixes_accepts_and_rejects(client):
    tournament, participant = with_unknown()
    Tournament.objects.update(stage=Stage.SUBMITTED)
    client.force_login(cast.rating_officer())
    assert said(move(client, tournament, "accept")) == [decisions.BLOCKED % {"name": "Tower Cup", "count": 1}]
    press(client, tournament, "irregular", participant=participant.pk)
    assert said(move(client, tournament, "reject", reason=" ")) == ["Give the reason."]
    assert said(move(client, tournament, "accept")) == ["Accepted."]
    tournament.refresh_from_db()
    assert (tournament.stage, tournament.decided_by.username) == ("accepted", "officer")
    assert said(move(client, tournament, "reject", reason="No.")) == [decisions.NOT_IN_STAGE % {"name": "Tower Cup"}]


@pytest.mark.long
@pytest.mark.parametrize(("button", "more"), [("Accept", {}), ("Reject", {"reason": "No."})])
def test_a_tournament_returned_meanwhile_is_not_decided(client, button, more):
    tournament = events.tournament()
    decisions.submit(tournament, None)
    client.force_login(cast.rating_officer())
    shown = page(client, tournament)
    decisions.reopen(tournament, None)
    assert said(send(client, shown, more, button=button)) == [decisions.NOT_IN_STAGE % {"name": "Tower Cup"}]
    tournament.refresh_from_db()
    assert tournament.stage == "read"


def test_the_federation_rejects_with_a_reason(client):
    tournament = events.tournament()
    client.force_login(cast.rating_officer())
    assert said(move(client, tournament, "reject", reason="Round 3 is missing.")) == ["Rejected."]
    assert "Round 3 is missing." in page(client, tournament).text


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 60])
def test_a_page_with_sixty_findings_takes_the_queries_of_one(secretary, count, django_assert_num_queries):
    players = [
        events.player(1, 10001),
        *(events.unknown(number, f"Fontaine{number}") for number in range(2, count + 2)),
    ]
    tournament = events.tournament(*players, pairings=[events.game(1, 1, 2)])
    with django_assert_num_queries(26):
        response = page(secretary, tournament)
    [group] = response.context["groups"]
    assert (group.count, len(group.lines), group.hidden) == (count, min(count, 50), max(0, count - 50))


def test_games_of_an_early_leaver_are_annulled_and_restored(secretary):
    pairings = [
        *(events.game(1, 1, 4, "+-"), events.game(1, 2, 3, "==")),
        *(events.game(2, 1, 2, "10"), events.game(2, 3, 4, "+-")),
        *(events.game(3, 1, 3, "=="), events.game(3, 4, 2, "10")),
    ]
    tournament = events.tournament(pairings=pairings)
    leaver = tournament.participants.get(number=4)
    assert "Exclude their games from the standings" in page(secretary, tournament).text
    found = press(secretary, tournament, "annul", participant=leaver.pk)
    assert "Dubois, Didier: games not counted in the standings" in found.text
    assert "Left early" not in found.text
    assert pages.column(found, 5) == ["1", "2", "3", ""]
    ranked = standings(Tournament.objects.get()).rows
    assert [(row.participant.number, row.rank, row.points) for row in ranked] == [
        *((1, 1, 1.5), (3, 2, 1.0), (2, 3, 0.5), (4, 4, 1.0)),
    ]
    assert "Left early" in press(secretary, tournament, "count", participant=leaver.pk).text
