"""tournaments/views/live*.py: a whole tournament from a browser, who may run it, and the effect of two clicks."""

from __future__ import annotations

import pytest
from django.urls import reverse
from django.utils import timezone

from federation.background import worker
from federation.models import Affiliation, Job
from tests import cast
from tests.forms import send
from tests.pages import rows, text
from tests.tournaments import played
from tests.tournaments.my_club.buttons import play, press, said
from tournaments.formats.report import Result
from tournaments.models import OnSiteVisibility, Pairing, Participant, Stage, Tournament
from tournaments.on_site import manual_pairing, next_round
from tournaments.on_site import tournament as on_site
from tournaments.review import edits

pytestmark = pytest.mark.django_db

DETAILS = {
    "name": "Club Evening",
    "club": "",
    "start": "2026-03-14",
    "end": "2026-03-15",
    "pace": "standard",
    "kind": "swiss",
    "rounds": "7",
    "first_colour": "w",
}


def begin(client, **changes):
    response = press(client, "event_new", **{**DETAILS, "club": cast.club(101).pk, **changes})
    assert response.redirect_chain, response.context["form"].errors
    return Tournament.objects.get()


def pair(client, tournament, number):
    """Press the button and run the worker."""
    press(client, "event_pair", tournament.pk, round=number)
    return worker.run(on_site.last_job(tournament).pk)


@pytest.mark.long
def test_a_swiss_tournament_of_seven_rounds_is_played_with_withdrawals_and_byes(secretary):
    tournament = begin(secretary)
    for place, member in enumerate(cast.everybody()[:9]):
        press(secretary, "event_add", tournament.pk, member=member.pk, rating=2000 - place)
    press(secretary, "event_add", tournament.pk, last_name="Zonderling", first_name="Zoë", rating="")
    assert tournament.participants.count() == 10
    who = tournament.participants.get(file_matricule="10003")
    press(secretary, "event_change", tournament.pk, who.pk, verb="bye", round=2, letter="H")
    for number in range(1, 8):
        assert pair(secretary, tournament, number).state == Job.State.DONE
        play(secretary, tournament, number)
        if number == 3:
            leaver = tournament.participants.get(file_matricule="10005")
            press(secretary, "event_change", tournament.pk, leaver.pk, verb="withdraw")
        if number == 5:
            press(secretary, "event_change", tournament.pk, leaver.pk, verb="come_back")
    games = tournament.pairings.filter(black__isnull=False)
    met = [frozenset((game.white_id, game.black_id)) for game in games]
    assert len(met) == len(set(met))
    byes = tournament.pairings.filter(black=None)
    assert list(byes.filter(white=who).values_list("round", "white_result")[:1]) == [(2, "H")]
    assert list(byes.filter(white=leaver, white_result="Z").values_list("round", flat=True)) == [4, 5]
    allocated = list(byes.filter(white_result="U").values_list("white", flat=True))
    assert len(allocated) == len(set(allocated)) == 3
    tournament.refresh_from_db()
    response = press(secretary, "event_finish", tournament.pk)
    assert said(response) == [
        "Submitted. Oost-Vlaanderen will check it and pass it on to the federation; the receipt shows its status."
    ]
    tournament.refresh_from_db()
    assert (tournament.stage, tournament.submitted_by.username) == (Stage.WITH_LEAGUE, "secretary101")


@pytest.mark.long
def test_a_round_robin_is_drawn_played_and_submitted(secretary):
    tournament = begin(secretary, kind="round_robin", rounds="")
    for member in cast.everybody()[:5]:
        press(secretary, "event_add", tournament.pk, member=member.pk, rating="")
    assert pair(secretary, tournament, 1).state == Job.State.DONE
    tournament.refresh_from_db()
    assert tournament.rounds == 5
    assert [played.boards(tournament, number) for number in (1, 2, 3, 4, 5)] == [
        [(2, 5), (3, 4), (1, None)],
        [(5, 3), (1, 2), (4, None)],
        [(3, 1), (4, 5), (2, None)],
        [(1, 4), (2, 3), (5, None)],
        [(4, 2), (5, 1), (3, None)],
    ]
    late = press(secretary, "event_add", tournament.pk, member=cast.member(10009).pk, rating="")
    assert said(late) == [on_site.TABLE_IS_FIXED]
    leaver = played.somebody(tournament, 5)
    for number in (1, 2):
        play(secretary, tournament, number, "==")
    press(secretary, "event_change", tournament.pk, leaver.pk, verb="withdraw")
    mine = tournament.pairings.filter(white=leaver) | tournament.pairings.filter(black=leaver)
    assert sorted(game.score for game in mine) == ["+ / −", "0", "½–½", "½–½", "− / +"]
    for number in (3, 4, 5):
        for game in tournament.pairings.filter(round=number, white_result=Result.PENDING):
            press(secretary, "event_result", tournament.pk, number, result=f"{game.pk}:01")
    press(secretary, "event_finish", tournament.pk)
    tournament.refresh_from_db()
    assert tournament.stage == Stage.WITH_LEAGUE


@pytest.mark.long
def test_a_double_round_robin_is_asked_for(secretary):
    tournament = begin(secretary, kind="double_round_robin", rounds="")
    assert (tournament.kind, tournament.cycles, tournament.rounds) == ("round_robin", 2, 0)


@pytest.mark.long
def test_an_early_withdrawal_offers_to_annul_the_games(secretary):
    tournament = played.tournament(5, kind="round_robin", rounds=0)
    played.pair(tournament, 1)
    play(secretary, tournament, 1)
    who = tournament.pairings.filter(round=1, black__isnull=False).first().white
    page = text(secretary.get(reverse("event_player", args=[tournament.pk, who.pk])))
    assert "1 of 4 games played. That is fewer than half" in page
    press(secretary, "event_change", tournament.pk, who.pk, verb="annul")
    assert "games not counted" in text(secretary.get(reverse("event_players", args=[tournament.pk])))
    standings = secretary.get(reverse("event_standings", args=[tournament.pk]))
    assert f"{who} withdrew. Games with {who} do not count" in text(standings)
    assert rows(standings)[-1][:2] == ["", str(who)]
    play(secretary, tournament, 2)
    play(secretary, tournament, 3)
    half = tournament.pairings.filter(round=4, black__isnull=False).exclude(white=who).exclude(black=who).first().white
    played_already = text(secretary.get(reverse("event_player", args=[tournament.pk, half.pk])))
    assert "That is half or more" in played_already


@pytest.mark.long
def test_late_entries_get_half_points_by_a_tick(secretary):
    tournament = played.tournament(4)
    page = secretary.get(reverse("event_players", args=[tournament.pk]), {"q": "iserbyt"})
    assert "missed" not in text(page)
    played.pair(tournament, 1)
    page = secretary.get(reverse("event_players", args=[tournament.pk]), {"q": "iserbyt"})
    assert "½ for the missed round" in text(page)
    press(secretary, "event_add", tournament.pk, member=cast.member(10009).pk, rating="", half_points="on")
    press(secretary, "event_add", tournament.pk, last_name="Late", half_points="on")
    byes = tournament.pairings.filter(black=None).values_list("white__file_last_name", "white_result")
    assert sorted(byes) == [("Iserbyt", "H"), ("Late", "H")]


@pytest.mark.long
def test_two_clicks_pair_one_round(secretary):
    tournament = played.tournament(4)
    press(secretary, "event_pair", tournament.pk, round=1)
    press(secretary, "event_pair", tournament.pk, round=1)
    [job] = Job.objects.all()
    worker.run(job.pk)
    press(secretary, "event_pair", tournament.pk, round=1)  # the page was old
    assert Job.objects.count() == 1
    assert tournament.pairings.count() == 2


@pytest.mark.long
def test_a_job_that_fails_says_so_and_changes_nothing(secretary, monkeypatch):
    monkeypatch.setattr("tournaments.on_site.pairing_engine.MEMORY", 10 * 2**20)  # too little for any program
    tournament = played.tournament(4)
    job = pair(secretary, tournament, 1)
    assert (job.state, job.attempts) == (Job.State.FAILED, 1)
    assert "The pairing program failed; the administrator&#x27;s log says why. Nothing was changed." in (
        secretary.get(reverse("event", args=[tournament.pk])).text
    )
    tournament.refresh_from_db()
    assert (tournament.pairings.count(), tournament.first_colour) == (0, "w")
    manual_pairing.add_board(tournament, 1, *tournament.participants.values_list("pk", flat=True)[:2], played.DRAW)
    page = secretary.get(reverse("event", args=[tournament.pk]))
    assert "pairing program failed" not in page.text  # it is another round's


@pytest.mark.long
def test_progress_is_shown_while_a_worker_pairs(secretary):
    tournament = played.tournament(4)
    press(secretary, "event_pair", tournament.pk, round=1)
    shown = secretary.get(reverse("event", args=[tournament.pk]))
    assert "The round is waiting to be paired." in shown.text
    worker.run(Job.objects.get().pk)
    polled = secretary.get(reverse("event", args=[tournament.pk]), headers={"HX-Request": "true"})
    assert polled.headers["HX-Refresh"] == "true"


def test_a_new_tournament_is_of_today(secretary):
    form = secretary.get(reverse("event_new")).context["form"]
    assert form["start"].value() == form["end"].value() == timezone.localdate()


@pytest.mark.long
def test_members_are_found_and_not_added_twice(secretary):
    tournament = played.tournament(2)
    shown = secretary.get(reverse("event_players", args=[tournament.pk]), {"q": "aerts"})
    assert "already entered" in text(shown)
    twice = press(secretary, "event_add", tournament.pk, member=cast.member(10001).pk, rating="")
    assert said(twice) == [on_site.PLAYS_ALREADY % {"player": "Aerts, Anna"}]
    assert said(press(secretary, "event_add", tournament.pk, last_name="", rating="5000")) == [
        "Last name: This field is required. Rating: Ensure this value is less than or equal to 4000."
    ]


@pytest.mark.long
def test_findings_lead_to_the_page_that_fixes_them(secretary):
    tournament = played.tournament(4, rounds=1)
    played.pair(tournament, 1)
    played.play(tournament, 1)
    Participant.objects.filter(tournament=tournament, number=1).update(member=cast.member(10002))
    response = press(secretary, "event_finish", tournament.pk)
    assert response.redirect_chain[-1][0] == reverse("my_club_tournament", args=[tournament.pk])
    tournament.refresh_from_db()
    assert tournament.stage == Stage.READ


@pytest.mark.long
def test_an_empty_tournament_is_deleted_and_a_paired_one_is_not(secretary):
    tournament = played.tournament(4)
    played.pair(tournament, 1)
    assert said(press(secretary, "event_discard", tournament.pk)) == [on_site.IS_PAIRED]
    next_round.undo(tournament)
    assert said(press(secretary, "event_discard", tournament.pk)) == ["“Club Evening” was deleted."]
    assert not Tournament.objects.exists()


def test_a_tournament_that_was_rejected_says_why_on_its_first_page(secretary):
    tournament = played.tournament(2, rounds=1)
    Tournament.objects.update(stage=Stage.REJECTED, rejection="Round 1 has no day.")
    page = text(secretary.get(reverse("event", args=[tournament.pk])))
    assert "Rejected: Round 1 has no day. Reopen the tournament" in page
    assert "It has been submitted." not in page


@pytest.mark.long
def test_members_of_the_club_are_ticked_and_entered_at_once(secretary):
    Affiliation.objects.update(end=None)
    tournament = begin(secretary)
    page = secretary.get(reverse("event_players", args=[tournament.pk]))
    own = page.context["own"]
    assert len(own) > 1
    assert {member.affiliations.get().club for member in own} == {cast.club(101)}
    stranger = cast.member(10008)
    response = press(secretary, "event_add_members", tournament.pk, member=[own[0].pk, stranger.pk, "x", "9" * 5000])
    assert said(response) == ["1 player was added."]
    assert tournament.participants.get().member == own[0]
    assert response.context["own"] == own[1:]


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_makes_the_same_queries_for_one_member_and_for_three(secretary, django_assert_num_queries, count):
    tournament = played.tournament(2)
    Affiliation.objects.all().delete()
    for number in (10004, 10005, 10006)[:count]:
        affiliation = {"club": cast.club(101), "start": "2020-01-01"}
        Affiliation.objects.create(member=cast.member(number, affiliated=False), **affiliation)
    with django_assert_num_queries(11):
        page = secretary.get(reverse("event_players", args=[tournament.pk]))
    assert len(page.context["own"]) == count


PAGES = ["event", "event_players", "event_standings", "event_crosstable", "event_ratings"]
BUTTONS = ["event_pair", "event_undo_pairing", "event_show", "event_finish", "event_discard"]
BUTTONS += ["event_add", "event_add_members", "event_rounds"]


@pytest.mark.long
def test_other_clubs_find_nothing(client):
    tournament = played.tournament(4)
    played.pair(tournament, 1)
    who = played.somebody(tournament, 1).pk
    client.force_login(cast.secretary(201))
    pages = [(name, []) for name in PAGES]
    pages += [("event_player", [who]), ("event_round", [1]), ("event_sheet", [1]), ("event_edit_pairings", [1])]
    assert {
        name for name, args in pages if client.get(reverse(name, args=[tournament.pk, *args])).status_code != 404
    } == set()
    buttons = [(name, []) for name in BUTTONS]
    buttons += [("event_change", [who]), ("event_result", [1]), ("event_day", [1])]
    buttons += [("event_edit_pairings", [1]), ("event_swap", [1]), ("event_remove_board", [1])]
    sent = {"round": 2, "to": "public", "verb": "withdraw", "result": f"{tournament.pairings.first().pk}:10"}
    answers = {
        name: client.post(reverse(name, args=[tournament.pk, *args]), sent).status_code for name, args in buttons
    }
    assert set(answers.values()) == {404}
    assert not Pairing.objects.exclude(white_result=Result.PENDING).exists()


def test_users_without_a_club_cannot_create_a_tournament(client):
    client.force_login(cast.stranger())
    assert client.get(reverse("event_new")).status_code == 403


@pytest.mark.long
def test_nothing_can_be_changed_after_submission(secretary):
    tournament = played.tournament(2, rounds=1)
    played.pair(tournament, 1)
    played.play(tournament, 1)
    press(secretary, "event_finish", tournament.pk)
    game = tournament.pairings.get()
    for name, args, fields in (
        ("event_result", [1], {"result": f"{game.pk}:01"}),
        ("event_undo_pairing", [], {}),
        ("event_add", [], {"last_name": "Late"}),
        ("event_show", [], {"to": "public"}),
        ("event_change", [game.white_id], {"verb": "withdraw"}),
        ("event_day", [1], {"day": "2026-03-14"}),
    ):
        assert said(press(secretary, name, tournament.pk, *args, **fields)) == [next_round.NOT_RUNNING], name
    game.refresh_from_db()
    assert (game.white_result, tournament.participants.count()) == ("1", 2)


@pytest.mark.long
def test_the_number_of_rounds_is_changed_where_it_stands(secretary):
    tournament = begin(secretary, rounds="5")
    page = press(secretary, "event_rounds", tournament.pk, rounds="6")
    assert "Number of rounds: 6" in text(page)
    assert said(press(secretary, "event_rounds", tournament.pk, rounds="31")) == [
        "Ensure this value is less than or equal to 30."
    ]
    assert Tournament.objects.get().rounds == 6
    robin = played.tournament(3, kind="round_robin", rounds=0)
    assert "Number of rounds" not in text(secretary.get(reverse("event", args=[robin.pk])))


def test_a_round_that_is_paired_while_the_page_is_put_together_is_not_offered_again(secretary, monkeypatch):
    tournament = played.tournament(4)
    monkeypatch.setattr(on_site, "last_job", lambda _tournament: played.pair(tournament, 1) and None)
    assert "2 games have no result yet." in text(secretary.get(reverse("event", args=[tournament.pk])))


@pytest.mark.long
def test_a_guest_can_be_made_a_member_from_their_page(secretary):
    tournament = played.tournament(1)
    guest = on_site.add_outsider(tournament, "Goossens", "Gust", None)
    address = reverse("participant", args=[tournament.pk, guest.pk])
    assert address in secretary.get(reverse("event_player", args=[tournament.pk, guest.pk])).text
    page = secretary.get(address)
    assert "What was entered" in text(page)
    send(secretary, page, {}, button="Confirm this member 10007 Goossens, Gust")
    guest.refresh_from_db()
    assert (guest.member.key, guest.outsider) == (10007, False)


@pytest.mark.long
def test_players_without_a_rating_are_reported_before_the_first_round(secretary):
    tournament = played.tournament(2)
    on_site.add_member(tournament, cast.member(10009), None)
    address, sentence = reverse("event", args=[tournament.pk]), "1 player has no rating and is ranked last."
    assert sentence in text(secretary.get(address))
    played.pair(tournament, 1)
    played.play(tournament, 1)
    overview = text(secretary.get(address))
    assert sentence not in overview
    assert (
        "The tournament then ends before the 3 rounds that were planned, and goes to the federation to be rated."
    ) in overview


@pytest.mark.parametrize("kind", ["swiss", "round_robin"])
def test_the_number_of_rounds_is_required_only_for_a_swiss(secretary, kind):
    fields = {**DETAILS, "club": cast.club(101).pk, "kind": kind, "rounds": "", "end": "2026-03-13"}
    errors = press(secretary, "event_new", **fields).context["form"].errors
    wanted = {"end": [edits.ENDS_EARLY]}
    assert errors == (wanted if kind == "round_robin" else {**wanted, "rounds": ["Enter the number of rounds."]})


@pytest.mark.long
@pytest.mark.parametrize("players", [2, 6])
def test_pages_make_the_same_queries_for_one_board_and_for_three(secretary, players, django_assert_num_queries):
    tournament = played.tournament(players)
    played.pair(tournament, 1)
    for name, args, count in (
        ("event", [], 9),
        ("event_players", [], 11),
        ("event_player", [played.somebody(tournament, 1).pk], 11),
        ("event_round", [1], 13),
        ("event_sheet", [1], 7),
        ("event_sheet", [1, "names"], 7),
        ("event_sheet", [1, "slips"], 7),
        ("event_sheet", [1, "schedule"], 8),
        ("event_standings", [], 12),
        ("event_crosstable", [], 12),
        ("event_ratings", [], 7),
    ):
        with django_assert_num_queries(count, info=name):
            assert secretary.get(reverse(name, args=[tournament.pk, *args])).status_code == 200
    on_site.show(tournament, OnSiteVisibility.PUBLIC)
    address = Tournament.objects.get(pk=tournament.pk).page("running_tournament")
    secretary.logout()
    with django_assert_num_queries(10):
        secretary.get(address)
