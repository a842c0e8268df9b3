"""Closed matches become tournaments: once each, by the day played, only what was played."""

from __future__ import annotations

import datetime as dt

import pytest

from leagues.matches import moving
from leagues.models import Board, Leg, Match
from leagues.rules.consequences import Effect
from leagues.rulings.rule import rule
from leagues.to_rating import hand_over as module
from leagues.to_rating.hand_over import hand_over
from tests import cast
from tests.leagues import scene
from tests.leagues.scene import Scene
from tournaments.models import Pairing, Stage, Tournament
from tournaments.review import decisions

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Scene:
    return scene.started()


def games() -> list[tuple[str, str, str]]:
    rows = Pairing.objects.order_by("tournament", "board").select_related("white", "black")
    return [(row.white.file_last_name, row.black.file_last_name if row.black else "", row.letters) for row in rows]


def give(season: Scene, match: Match) -> Leg | None:
    return hand_over(season.series.pk, match.round, match.day)


@pytest.mark.long
def test_a_leg_is_an_ordinary_tournament_that_the_rating_officer_accepts(season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "==")
    leg = give(season, match)
    found = leg.tournament
    assert found.stage == Stage.SUBMITTED
    assert found.part_of == "interclubs-2025-26/3A"
    assert (found.start, found.end, found.kind) == (match.day, match.day, "team")
    first, second = match.boards.select_related("home", "away")
    assert games() == [
        (first.home.last_name, first.away.last_name, "10"),
        (second.away.last_name, second.home.last_name, "=="),
    ]
    assert {board.pairing.tournament_id for board in match.boards.all()} == {found.pk}
    decisions.accept(found, cast.rating_officer())
    assert found.stage == Stage.ACCEPTED


@pytest.mark.long
def test_no_match_is_handed_over_twice_and_none_before_it_is_closed(season: Scene):
    match = season.match(101, 201)
    assert give(season, match) is None
    scene.closed(season, match, "10", "==")
    assert give(season, match) is not None
    assert give(season, match) is None
    assert (Tournament.objects.count(), len(games())) == (1, 2)


@pytest.mark.long
def test_a_hand_over_that_is_killed_leaves_nothing_and_runs_again(season: Scene, monkeypatch: pytest.MonkeyPatch):
    match = scene.closed(season, season.match(101, 201), "10", "==")

    def killed(*_arguments: object) -> None:
        raise KeyboardInterrupt

    for step in ("_new_leg", "_add"):
        with monkeypatch.context() as broken, pytest.raises(KeyboardInterrupt):
            broken.setattr(module, step, killed)
            give(season, match)
        assert (Tournament.objects.count(), Leg.objects.count(), Pairing.objects.count()) == (0, 0, 0)
    give(season, match)
    assert len(games()) == 2


@pytest.mark.long
def test_a_match_that_closes_later_joins_the_leg_until_it_is_accepted_and_then_makes_a_second_one(season: Scene):
    matches = [season.match(101, 201), season.match(101, 301), season.match(201, 301)]
    Match.objects.update(round=5, day=scene.DAYS[0])
    first, second, third = (scene.closed(season, match, "10", "01") for match in matches)
    for match in (second, third):
        Match.objects.filter(pk=match.pk).update(state=Match.State.ENTERED)
    leg = hand_over(season.series.pk, 5, scene.DAYS[0])
    Match.objects.filter(pk=second.pk).update(state=Match.State.CLOSED)
    assert hand_over(season.series.pk, 5, scene.DAYS[0]) == leg
    assert set(leg.matches.all()) == {first, second}
    decisions.accept(leg.tournament, cast.rating_officer())
    Match.objects.filter(pk=third.pk).update(state=Match.State.CLOSED)
    further = hand_over(season.series.pk, 5, scene.DAYS[0])
    assert (further.number, list(further.matches.all())) == (2, [third])
    assert further.tournament.name.endswith("– 2")
    assert Pairing.objects.count() == Board.objects.count() == 6


def test_a_moved_match_is_a_tournament_on_the_day_it_was_played(season: Scene):
    match = season.match(101, 201)
    moving.move(match.pk, dt.date(2026, 3, 29), match.starts, season.officer)
    match.refresh_from_db()
    leg = give(season, scene.closed(season, match, "10", "=="))
    assert leg.tournament.start == dt.date(2026, 3, 29)
    assert {each.rating_day for each in leg.tournament.pairings.all()} == {dt.date(2026, 3, 29)}


@pytest.mark.long
def test_a_ruling_changes_no_game(season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    rule(match.pk, [Effect("board", "home", 1)], season.officer, "Sat too low")
    give(season, match)
    assert [letters for _white, _black, letters in games()] == ["10", "01"]


@pytest.mark.long
def test_of_an_empty_board_the_other_player_has_a_full_point(season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "-+", empty=("home",))
    give(season, match)
    second = match.boards.get(number=2)
    assert games()[1] == (second.away.last_name, "", "F")
