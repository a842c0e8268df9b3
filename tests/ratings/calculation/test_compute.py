"""What a list says."""

from __future__ import annotations

import datetime as dt

import numpy as np
import pytest

from ratings.calculation.compute import compute_list
from ratings.calculation.members import CARRIED, carried_by
from ratings.calculation.store import read_ledger, read_ratings
from ratings.lists.rating_run import rate
from ratings.models import RatedTournament, RatingList
from ratings.systems.period import POINT, Kind, Status
from tests import cast
from tests.ratings import scene

pytestmark = pytest.mark.django_db


def test_a_list_holds_everybody_with_a_game_and_nobody_else() -> None:
    pool = scene.spring_pool()
    draft = rate(pool, scene.LIST)
    assert draft.state == RatingList.State.DRAFT
    assert read_ratings(draft).key.tolist() == [10001, 10002, 10003, 10004, 10005, 10006, 10007, 10008, 10009]
    assert (draft.player_count, draft.game_count) == (9, 8)


@pytest.mark.long
@pytest.mark.parametrize("system", ["frbe", "fqe", "fics"])
def test_what_a_list_hands_on_is_what_it_is_read_as(system: str) -> None:
    pool = scene.spring_pool(system=system)
    calculated = compute_list(pool, scene.LIST, pool.lists.before(scene.LIST).first())
    read = carried_by(scene.published(pool), calculated.step.facts.people)
    for name in CARRIED.names:
        np.testing.assert_array_equal(calculated.step.handed_on[name], read[name], name)


def test_a_line_says_what_was_and_what_is() -> None:
    pool = scene.spring_pool()
    found = scene.line(rate(pool, scene.LIST), 10006)
    assert (found.previous_rating, found.rating, found.change) == (1420, 1445, 25)
    assert (found.previous_games, found.games, found.period_games) == (22, 24, 2)
    assert found.last_played == dt.date(2026, 3, 3)
    assert (found.club.key, found.affiliated) == (201, True)


def test_who_has_no_rating_yet_is_listed_without_one() -> None:
    pool = scene.spring_pool()
    found = scene.line(rate(pool, scene.LIST), 10009)
    assert (found.rating, found.games, found.status, found.rank, found.change) == (None, 1, Status.UNRATED, None, None)
    assert (found.opponents_sum, found.half_points) == (1800, 2)


def test_only_the_affiliated_have_a_rank() -> None:
    pool = scene.started()
    cast.member(10008).affiliations.all().delete()
    draft = rate(pool, scene.LIST)
    assert (scene.line(draft, 10008).rank, scene.line(draft, 10008).affiliated, scene.line(draft, 10008).club) == (
        None,
        False,
        None,
    )
    assert [scene.line(draft, matricule).rank for matricule in (10004, 10007, 10001)] == [1, 2, 3]


def test_the_club_is_that_of_the_day_of_the_list() -> None:
    pool = scene.started()
    stretch = cast.member(10001).affiliations.get()
    stretch.end = dt.date(2026, 5, 31)
    stretch.save()
    stretch.member.affiliations.create(club=cast.club(301), start=dt.date(2026, 6, 1))
    assert scene.line(rate(pool, scene.LIST), 10001).club.key == 301


def test_every_ledger_adds_up_to_the_change() -> None:
    pool = scene.spring_pool()
    draft = rate(pool, scene.LIST)
    ratings, ledger = read_ratings(draft), read_ledger(draft)
    for row, matricule in enumerate(ratings.key.tolist()):
        total = ledger.change[ledger.key == matricule].sum()
        assert total == POINT * (ratings.rating[row] - ratings.previous_rating[row]), matricule


def test_a_game_that_does_not_count_says_what_each_side_made() -> None:
    pool = scene.started()
    scene.tournament(["10001 !10003 1-0", "10004 10001 +-", "10002 10001 *", "10001 10002 1/2"])
    ledger = read_ledger(rate(pool, scene.LIST))
    said = {
        matricule: list(zip(ledger.opponent_key[mine].tolist(), ledger.half_points[mine].tolist(), strict=True))
        for matricule in (10001, 10002, 10003, 10004)
        if (mine := (ledger.key == matricule) & (ledger.kind == Kind.NOT_COUNTED)).any()
    }
    assert said == {
        10001: [(10003, 2), (10004, 0), (10002, -1)],
        10002: [(10001, -1)],
        10003: [(10001, 0)],
        10004: [(10001, 2)],
    }


def test_entries_are_numbered_from_one_for_each_member() -> None:
    pool = scene.spring_pool()
    ledger = read_ledger(rate(pool, scene.LIST))
    for matricule in np.unique(ledger.key):
        numbers = ledger.number[ledger.key == matricule].tolist()
        assert numbers == list(range(1, len(numbers) + 1))


def test_the_list_remembers_which_tournaments_went_in() -> None:
    pool = scene.started()
    made = scene.spring()
    draft = rate(pool, scene.LIST)
    found = RatedTournament.objects.get(list=draft)
    assert (found.tournament, found.game_count) == (made, 8)
