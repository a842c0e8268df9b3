"""Results that change after later rounds were paired from them: two questions, and a mark."""

from __future__ import annotations

import pytest
from django.urls import reverse

from tests import cast
from tests.forms import send
from tests.pages import text
from tests.tournaments import played
from tests.tournaments.my_club.buttons import press, said
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.models import LateResult, OnSiteVisibility, Tournament
from tournaments.on_site import next_round, results
from tournaments.on_site import tournament as on_site
from tournaments.public import downloads
from tournaments.public.marks import marks_of
from tournaments.standings.report import Audience

pytestmark = pytest.mark.django_db

MARK = "Round 1, board 1: the result was changed from 1–0 to ½–½ after round 2 had been paired."


def two_rounds(players: int = 8, rounds: int = 3, **changes) -> Tournament:
    made = played.tournament(players, rounds=rounds, **changes)
    for number in (1, 2):
        played.pair(made, number)
        played.play(made, number)
    return made


@pytest.mark.long
def test_a_late_result_is_changed_only_by_who_knows_what_followed():
    made = two_rounds()
    game = made.pairings.get(round=1, board=1)
    with pytest.raises(Refused, match="up to round 2"):
        results.enter_result(game, *played.DRAW)
    played.pair(made, 3)
    with pytest.raises(Refused, match="up to round 3"):
        results.enter_result(game, *played.DRAW, confirmed=2)
    secretary = cast.secretary()
    results.enter_result(game, *played.DRAW, confirmed=3, by=secretary)
    mark = LateResult.objects.get()
    assert (mark.before, mark.after, mark.last_round, mark.made_by) == ("10", "==", 3, secretary)


@pytest.mark.long
def test_results_of_the_last_round_and_of_a_table_are_changed_freely():
    made = two_rounds()
    results.enter_result(made.pairings.get(round=2, board=1), *played.DRAW)
    table = played.tournament(4, kind="round_robin", rounds=0, name="Table")
    played.pair(table, 1)
    for result in (played.WIN, played.DRAW):
        results.enter_result(table.pairings.get(round=1, board=1), *result)
    assert not LateResult.objects.exists()


@pytest.mark.long
def test_the_boards_of_all_with_as_many_points_followed():
    made = two_rounds()
    game = made.pairings.get(round=1, board=1)  # the winners are on boards 1 and 2 of round 2
    assert results.following(game, *played.DRAW) == {2: [1, 2, 3, 4]}
    assert results.following(game, *played.WIN) == {2: [1, 2, 3, 4]}
    played.pair(made, 3)  # 2 points: board 1; 1 point: boards 2 and 3; 0 points: board 4
    loser = made.pairings.get(round=2, board=4)
    assert results.following(loser, *loser.results) == {3: [2, 3, 4]}


@pytest.mark.long
def test_a_pairing_that_is_undone_followed_from_nothing():
    made = two_rounds()
    played.pair(made, 3)
    first, second = (made.pairings.get(round=number, board=1) for number in (1, 2))
    for game in (first, second):
        results.enter_result(game, *played.LOSS, confirmed=3)
    next_round.undo(made)
    assert list(LateResult.objects.values_list("pairing", "last_round")) == [(first.pk, 2)]


@pytest.mark.long
def test_a_secretary_is_asked_twice_and_the_change_is_marked(secretary):
    made = two_rounds()
    on_site.show(made, OnSiteVisibility.PUBLIC)
    game = made.pairings.get(round=1, board=1)
    address = reverse("event_late_result", args=[made.pk, 1, game.pk]) + "?to=%3D%3D"
    asked = press(secretary, "event_result", made.pk, 1, result=f"{game.pk}:==:10")
    assert asked.redirect_chain[-1][0] == address
    htmx = secretary.post(
        reverse("event_result", args=[made.pk, 1]), {"result": f"{game.pk}:==:10"}, headers={"HX-Request": "true"}
    )
    assert htmx.headers["HX-Redirect"] == address
    first = text(secretary.get(address))
    assert "Rounds up to round 2 have been paired from this result." in first
    second = secretary.get(address + "&sure")
    assert "Round 2: boards 1, 2, 3, 4" in text(second)
    told = send(secretary, second, {}, button="Change and mark the result")
    assert said(told) == ["The result was changed. The change is marked on the pages and in TRF26."]
    for page in (told.wsgi_request.path, reverse("running_tournament", args=[made.pk])):
        assert MARK in text(secretary.get(page, follow=True))
    assert marks_of(made, 2) == [MARK]
    assert marks_of(made, 3) == []


@pytest.mark.long
def test_a_question_that_another_user_answered_or_overtook_is_asked_again(secretary):
    made = two_rounds()
    game = made.pairings.get(round=1, board=1)
    address = reverse("event_late_result", args=[made.pk, 1, game.pk]) + "?to=%3D%3D&sure"
    shown = secretary.get(address)
    played.pair(made, 3)
    told = send(secretary, shown, {}, button="Change and mark the result")
    assert said(told) == [results.IS_LATE % {"round": 3}]
    shown = secretary.get(address)
    results.enter_result(game, *played.LOSS, confirmed=3)
    told = send(secretary, shown, {}, button="Change and mark the result")
    assert said(told)[0].startswith("Someone else has meanwhile entered 0–1")
    results.enter_result(game, *played.DRAW, confirmed=3)
    assert secretary.get(address).url == reverse("event_round", args=[made.pk, 1])


@pytest.mark.long
def test_a_question_about_no_result_is_not_found(secretary):
    made = two_rounds()
    address = reverse("event_late_result", args=[made.pk, 1, made.pairings.get(round=1, board=1).pk])
    assert [secretary.get(address, {"to": to}).status_code for to in ("", "11", "1")] == [404] * 3


@pytest.mark.long
def test_the_mark_stands_in_trf26_alone():
    made = two_rounds()
    game = made.pairings.get(round=1, board=1)
    results.enter_result(game, *played.DRAW, confirmed=2)
    results.enter_result(game, Result.FORFEIT_WIN, Result.FORFEIT_LOSS, confirmed=2)
    numbers = f"{game.white.number}-{game.black.number}"
    found = {name: comments_in(made, name) for name in ("trf16.trf", "trf26.trf")}
    assert found == {
        "trf16.trf": [],
        "trf26.trf": [
            f"### Result correction @ Round 1: {numbers}: 1-0 => =-= (paired until round 2)",
            f"### Result correction @ Round 1: {numbers}: =-= => +:- (paired until round 2)",
        ],
    }


def comments_in(made: Tournament, name: str) -> list[str]:
    data = downloads.written(Tournament.objects.get(pk=made.pk), downloads.offers(made)[name], Audience.ANYONE)
    return [line for line in data.decode().splitlines() if line.startswith("###")]
