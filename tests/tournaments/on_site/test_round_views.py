"""The page of a round, its results, pairs changed by hand, sheets for the wall."""

from __future__ import annotations

import pytest
from django.urls import reverse

from federation.models import Job
from tests.forms import send
from tests.pages import column, rows, text
from tests.tournaments import played
from tests.tournaments.my_club.buttons import play, press, said
from tournaments.models import OnSiteVisibility
from tournaments.on_site import next_round, results
from tournaments.on_site import tournament as on_site

pytestmark = pytest.mark.django_db


def test_a_round_waits_for_all_results(secretary):
    tournament = played.tournament(4)
    played.pair(tournament, 1)
    refused = press(secretary, "event_pair", tournament.pk, round=2)
    assert said(refused) == [next_round.RESULTS_MISSING % {"count": 2}]
    assert not Job.objects.exists()


@pytest.mark.long
def test_results_are_entered_changed_and_undone(secretary):
    tournament = played.tournament(4)
    played.pair(tournament, 1)
    game = tournament.pairings.first()
    for letters in ("10", "==", "=0", "0=", "+-", "**"):
        press(secretary, "event_result", tournament.pk, 1, result=f"{game.pk}:{letters}")
        game.refresh_from_db()
        assert game.white_result + game.black_result == letters
    assert game.file_result == ""


@pytest.mark.long
def test_an_invalid_result_is_not_found(secretary):
    tournament = played.tournament(4)
    played.pair(tournament, 1)
    game = tournament.pairings.first().pk
    invalid = ["", "x:10", f"{game}:11", f"{game}:W L", f"{game}", f"{game}:10:11"]
    found = [press(secretary, "event_result", tournament.pk, 1, result=named).status_code for named in invalid]
    assert found == [404] * len(invalid)


@pytest.mark.long
def test_a_conflicting_result_gives_a_message_and_can_be_changed(secretary):
    tournament = played.tournament(4)
    played.pair(tournament, 1)
    address = reverse("event_round", args=[tournament.pk, 1])
    shown, game = secretary.get(address), tournament.pairings.get(board=1)
    send(secretary, shown, {}, button="1–0")
    told = send(secretary, shown, {}, button="0–1")
    sentence = f"Someone else has meanwhile entered 1–0 for {game.white} – {game.black}. Press again to change that."
    game.refresh_from_db()
    assert (said(told), game.score) == ([sentence], "1–0")
    assert said(send(secretary, shown, {}, button="1–0")) == []  # both saw the same
    send(secretary, told, {}, button="0–1")
    game.refresh_from_db()
    assert game.score == "0–1"


@pytest.mark.long
@pytest.mark.parametrize(("is_paired", "page"), [(False, "event"), (True, "event_round")])
def test_a_phone_that_shows_a_pairing_that_was_undone_comes_to_a_page_that_says_so(secretary, is_paired, page):
    tournament = played.tournament(4)
    played.pair(tournament, 1)
    address, game = reverse("event_result", args=[tournament.pk, 1]), tournament.pairings.first()
    next_round.undo(tournament)
    if is_paired:
        played.pair(tournament, 1)
    answer = secretary.post(address, {"result": f"{game.pk}:10:**"}, headers={"HX-Request": "true"})
    assert answer.headers["HX-Redirect"] == reverse(page, args=[tournament.pk, *[1] * is_paired])
    assert said(secretary.get(answer.headers["HX-Redirect"])) == [results.PAIRING_UNDONE]


def test_htmx_gets_only_the_board_and_the_count(secretary):
    tournament = played.tournament(4)
    played.pair(tournament, 1)
    game = tournament.pairings.first()
    answer = secretary.post(
        reverse("event_result", args=[tournament.pk, 1]), {"result": f"{game.pk}:10"}, headers={"HX-Request": "true"}
    )
    assert "<html" not in answer.text
    assert "1 of 2 results" in text(answer)


def test_the_answer_includes_results_from_other_phones(secretary):
    tournament = played.tournament(6)
    played.pair(tournament, 1)
    first, second, third = tournament.pairings.order_by("board")
    results.enter_result(second, *played.DRAW)
    shown = [f"{first.pk}:**", f"{second.pk}:**", f"{third.pk}:**"]
    address = reverse("event_result", args=[tournament.pk, 1])
    answer = secretary.post(
        address, {"result": f"{first.pk}:10:**", "shown": shown}, headers={"HX-Request": "true"}
    ).text
    assert [f'id="board{each.pk}"' in answer for each in (first, second, third)] == [True, True, False]
    assert f'id="board{second.pk}" hx-swap-oob="true"' in answer
    assert answer.count(f'id="board{first.pk}"') == 1


@pytest.mark.long
def test_the_next_round_can_be_paired_where_the_last_result_was_entered(secretary):
    tournament = played.tournament(4, rounds=2)
    played.pair(tournament, 1)
    address = reverse("event_round", args=[tournament.pk, 1])
    assert "Pair round 2" not in text(secretary.get(address))
    play(secretary, tournament, 1)
    assert "Pair round 2" in text(secretary.get(address))
    played.pair(tournament, 2)
    play(secretary, tournament, 2)
    assert "Next step" in text(secretary.get(reverse("event_round", args=[tournament.pk, 2])))


@pytest.mark.long
def test_a_full_round_of_a_table_leads_to_the_next_one(secretary):
    tournament = played.tournament(4, kind="round_robin", rounds=0)
    played.pair(tournament, 1)
    play(secretary, tournament, 1)
    page = secretary.get(reverse("event_round", args=[tournament.pk, 1]))
    assert f'href="{reverse("event_round", args=[tournament.pk, 2])}">Round 2</a>' in page.text


@pytest.mark.long
def test_a_pairing_is_undone_until_a_result_is_in(secretary):
    tournament = played.tournament(4)
    played.pair(tournament, 1)
    assert said(press(secretary, "event_undo_pairing", tournament.pk)) == ["The pairing of round 1 was undone."]
    assert tournament.pairings.count() == 0
    played.pair(tournament, 1)
    play(secretary, tournament, 1)
    assert said(press(secretary, "event_undo_pairing", tournament.pk)) == [next_round.HAS_RESULTS]
    assert tournament.pairings.count() == 2


@pytest.mark.long
def test_a_round_gets_its_day(secretary):
    tournament = played.tournament(4)
    played.pair(tournament, 1)
    press(secretary, "event_day", tournament.pk, 1, day="2026-03-15")
    assert {game.date for game in tournament.pairings.all()} == {played.DAYS[1]}


@pytest.mark.long
def test_sheets_for_the_wall_have_boards_points_and_byes(secretary):
    tournament = played.tournament(3)
    played.pair(tournament, 1)
    sheet = secretary.get(reverse("event_sheet", args=[tournament.pk, 1]))
    assert rows(sheet) == [
        ["1", "Aerts, Anna", "0", "–", "0", "Baeten, Bram"],
        ["", "Claes, Chloé", "0", "1", "", "bye"],
    ]
    names = secretary.get(reverse("event_sheet", args=[tournament.pk, 1, "names"]))
    assert rows(names) == [
        ["Aerts, Anna", "1", "W", "Baeten, Bram"],
        ["Baeten, Bram", "1", "B", "Aerts, Anna"],
        ["Claes, Chloé", "", "", "bye"],
    ]
    slips = text(secretary.get(reverse("event_sheet", args=[tournament.pk, 1, "slips"])))
    assert "Club Evening · Round 1 · Board 1 W Aerts, Anna B Baeten, Bram 1–0 ½–½ 0–1 White Black" in slips
    assert secretary.get(reverse("event_sheet", args=[tournament.pk, 1, "wall"])).status_code == 404
    standings = secretary.get(reverse("event_standings", args=[tournament.pk]))
    assert column(standings, 1)[0] == "Claes, Chloé"


@pytest.mark.long
def test_the_crosstable_has_what_was_played_so_far(secretary):
    tournament = played.tournament(3, kind="round_robin", rounds=0)
    played.pair(tournament, 1)
    played.play(tournament, 1)
    page = secretary.get(reverse("event_crosstable", args=[tournament.pk]))
    assert "Crosstable during round 2" in text(page)
    game = tournament.pairings.select_related("white__member", "black__member").get(round=1, board=1)
    winner = max(game.white, game.black, key=lambda who: who.file_rating)
    assert rows(page)[0][1:3] == [str(winner), "1"]
    assert sorted(cell for row in rows(page) for cell in row[3:] if cell) == ["*", "*", "*", "*", "0", "1"]
    schedule = rows(secretary.get(reverse("event_sheet", args=[tournament.pk, 1, "schedule"])))
    assert [row[2] for row in schedule] == [game.score, "", "–", "", "–", ""]
    on_site.show(tournament, OnSiteVisibility.PUBLIC)
    tournament.refresh_from_db()
    assert rows(page) == rows(secretary.get(tournament.page("running_tournament")))[-3:]
