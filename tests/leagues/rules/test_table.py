"""Tables of a series: an example calculated by hand, withdrawals, and a second implementation over random seasons."""

from __future__ import annotations

import random
from dataclasses import replace
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from leagues.rules.criteria import Record, results_of, value
from leagues.rules.facts import Match
from leagues.rules.fixtures import Fixture, fixtures
from leagues.rules.parameters import BoardPoints, MatchPoints, Rules, Withdrawal
from leagues.rules.scoring import score
from leagues.rules.table import Team, table
from tests.examples import MANY
from tests.leagues.rules import plain
from tests.leagues.rules.examples import (
    NAMES,
    A,
    B,
    C,
    F,
    match,
    order,
    points,
    replace_order,
    rules,
    season,
    teams,
)


def records(using: Rules, matches: list[Match] | None = None) -> dict[int, Record]:
    found = {team.key: Record(team.key) for team in teams()}
    for each in season() if matches is None else matches:
        for team, result in zip(each.teams(), results_of(each, score(each, using), using), strict=True):
            found[team].results.append(result)
    return found


@pytest.mark.parametrize(
    ("scale", "expected"),
    [((2, 1, 0), [8, 8, 8, 3, 3, 0]), ((3, 1, 0), [12, 12, 12, 4, 4, 0]), ((3, 2, 1), [13, 13, 13, 8, 8, 5])],
)
def test_match_points_follow_the_scale_of_the_rules(scale: tuple[int, int, int], expected: list[int]):
    win, draw, loss = scale
    found = table(teams(), season(), rules(match_points=MatchPoints(win=win, draw=draw, loss=loss)))
    assert [points(found)[name][0] for name in "ABCDEF"] == expected


def test_every_tie_break_has_the_value_calculated_by_hand():
    using, of = rules(), "ABCDEF"
    found = records(using)

    def of_all(code: str, unit: int = 2) -> list[float]:
        return [value(code, NAMES.index(name), found) / unit for name in of]

    assert of_all("BP") == [12, 11.5, 12, 9, 8.5, 7]
    assert of_all("SB", 4) == [51, 47, 46, 38, 38, 43.5]
    assert of_all("BC") == [28, 26, 28.5, 24.5, 23, 20]
    assert of_all("BERLIN") == [32, 31.5, 31.5, 20.5, 19.5, 15]
    assert [5 * bp - bc for bp, bc in zip(of_all("BP"), of_all("BC"), strict=True)] == of_all("BERLIN")


@pytest.mark.parametrize(
    ("criteria", "expected"),
    [
        (("MP", "BP", "DIRECT"), "C A B D E F"),
        (("MP", "DIRECT", "BP"), "A B C D E F"),
        (("MP", "SB", "BP"), "A B C D E F"),
        (("MP", "BP", "BC"), "A C B D E F"),
        (("MP", "BP", "BERLIN"), "A C B D E F"),
        (("MP",), "A=B=C D=E F"),
    ],
)
def test_the_order_is_that_of_the_criteria_of_the_rules(criteria: tuple[str, ...], expected: str):
    assert order(table(teams(), season(), rules(*criteria))) == expected


def test_a_table_says_why_one_team_stands_above_the_next():
    first, second, third, *_others, last = table(teams(), season(), rules("MP", "BP", "DIRECT")).rows
    assert (first.why.code, first.why.above, first.why.below, first.why.equal) == (
        "DIRECT",
        (4, 5),
        (0, 3),
        ("MP", "BP"),
    )
    assert (second.why.code, second.why.above, second.why.below) == ("BP", (24,), (23,))
    assert (third.why.code, third.why.above, third.why.below) == ("MP", (16,), (6,))
    assert last.why is None


def test_a_deducted_point_changes_the_order_and_no_board_point():
    found = table(teams(Team(C, off=2)), season(), rules())
    assert (order(found), points(found)["C"]) == ("A B C D E F", (7, 12))
    assert [row.off for row in found.rows] == [0, 0, 2, 0, 0, 0]


def test_where_draws_are_worth_nothing_only_wins_count():
    using = rules(board_points=BoardPoints(win=2, draw=0, loss=0))
    found = {f"{NAMES[each.home]}-{NAMES[each.away]}": score(each, using).board_points for each in season()}
    wanted = {"A-F": (2, 0), "A-B": (4, 0), "B-C": (6, 2), "D-E": (4, 4)}
    assert {name: found[name] for name in wanted} == wanted


def test_a_match_of_nothing_but_draws_is_drawn_where_draws_are_worth_nothing():
    using = rules(board_points=BoardPoints(win=2, draw=0, loss=0))
    assert score(match(A, B, "===="), using).match_points == (2, 2)
    assert score(match(A, B, "xxxx"), using).match_points == (0, 0)


def test_more_than_half_of_all_boards_wins_where_the_rules_say_so():
    played = match(A, B, "1=xx")
    assert score(played, rules()).match_points == (4, 0)
    assert score(played, rules(match_points=MatchPoints(won_by="half"))).match_points == (2, 2)


def test_the_direct_match_is_pending_until_it_is_played():
    early = [each for each in season() if each.round < 3]
    found = table(teams(), early, rules("MP", "DIRECT"))
    assert {row.why.pending for row in found.rows[:-1] if row.why.code == ""} == {"DIRECT"}


@pytest.mark.parametrize(
    ("then", "after", "expected_order", "expected"),
    [
        ("annul", 3, "C A B D=E F", {"A": (6, 9.5), "B": (6, 9), "C": (6, 9.5), "D": (1, 6), "E": (1, 6)}),
        ("annul_before_half", 2, "C A B D=E F", {"A": (6, 9.5), "E": (1, 6)}),
        ("annul_before_half", 3, "C A B E D F", {"E": (3, 10)}),
        (
            *("forfeit", 3, "C A B E D F"),
            {"A": (8, 12), "B": (8, 11.5), "C": (8, 13.5), "D": (3, 9), "E": (3, 10), "F": (0, 4)},
        ),
    ],
)
def test_a_withdrawn_team_is_last_and_its_matches_count_as_the_rules_say(
    then: str, after: int, expected_order: str, expected: dict[str, tuple[float, float]]
):
    played = [each for each in season() if F not in each.teams() or each.round <= after]
    to_come = [replace(each, boards=()) for each in season() if F in each.teams() and each.round > after]
    using = rules(withdrawal=Withdrawal(then=then))
    found = table(teams(Team(F, withdrawn_after=after)), [*played, *to_come], using)
    assert order(found) == expected_order
    assert {name: points(found)[name] for name in expected} == expected
    assert found.rows[-1].is_withdrawn
    assert found.is_final


def test_board_count_separates_teams_that_drew_with_each_other():
    without = [each for each in season() if F not in each.teams()]
    assert order(table(teams()[:5], without, rules("MP", "BP", "DIRECT", "BC"))) == "C A B E D"


def test_a_withdrawal_after_the_last_round_annuls_nothing_before_half():
    using = rules(withdrawal=Withdrawal(then="annul_before_half"))
    assert points(table(teams(Team(F, withdrawn_after=5)), season(), using))["A"] == (8, 12)


def test_a_table_counts_what_is_open():
    played = [*season()[:-1], match(NAMES.index("E"), A, "=01*", 5)]
    found = table(teams(), played, rules())
    assert (found.open_matches, found.is_final, points(found)["A"][0]) == (1, False, 6)


def test_two_matches_between_the_same_teams_both_count():
    twice = [match(A, B, "1111", 1), match(B, A, "1111", 2)]
    found = table([Team(A), Team(B)], twice, rules("MP", "BP", "DIRECT"))
    assert (points(found), order(found)) == ({"A": (2, 4), "B": (2, 4)}, "A=B")


# ---------------------------------------------------------------------------------------------- random seasons

CODES = ("MP", "BP", "DIRECT", "BD", "SB", "BERLIN", "BC", "BP-1", "BP-2", "WINS", "GW")


def random_season(seed: int) -> tuple[list[Team], list[Match], Rules]:
    """Return an invented season with few boards, so that there are many ties, forfeits, rulings and withdrawals."""
    chance = random.Random(seed)
    count, boards = chance.randint(2, 7), chance.randint(1, 4)
    criteria = chance.sample(CODES, chance.randint(1, len(CODES)))
    using = replace_order(
        rules(
            boards=boards,
            match_points=MatchPoints(
                win=chance.choice([2, 3]), loss=chance.choice([0, 1]), won_by=chance.choice(["more", "half"])
            ),
            board_points=BoardPoints(win=2, draw=chance.choice([1, 1, 0])),
            withdrawal=Withdrawal(then=chance.choice([None, "annul", "forfeit", "annul_before_half"])),
        ),
        tuple(criteria),
    )
    plan = fixtures({number: number for number in range(1, count + 1)}, chance.choice([1, 1, 2]))
    last = max(each.round for each in plan)
    found = [
        Team(key, number=key, off=chance.choice([0, 0, 0, 2]), withdrawn_after=chance.choice([None] * 6 + [last // 2]))
        for key in range(1, count + 1)
    ]
    matches = [random_match(chance, each, boards, last) for each in plan]
    return found, matches, using


def random_match(chance: random.Random, plan: Fixture, boards: int, last: int) -> Match:
    letters = "10=" if plan.round < last else "10=**"
    results = "".join(chance.choice(letters if chance.random() < 0.9 else "+-x") for _ in range(boards))
    made = match(plan.home, plan.away, results, plan.round)
    if chance.random() < 0.15:
        ruled = chance.choice([(0, 2), (2, 0), (0, 0), (1, 0)])
        made = replace(made, boards=(replace(made.boards[0], ruled=ruled), *made.boards[1:]))
    if chance.random() < 0.05:
        made = replace(made, ruled_match_points=chance.choice([(0, 4), (4, 0), (0, 0)]))
    return replace(made, is_annulled=chance.random() < 0.03)


@pytest.mark.long
@settings(max_examples=MANY)
@given(st.integers(0, 10**9))
def test_a_second_plain_implementation_gives_the_same_tables(seed: int):
    found, matches, using = random_season(seed)
    rows = table(found, matches, using).rows
    assert [(row.team, row.place, row.match_points, row.points) for row in rows] == plain.table(found, matches, using)


@settings(max_examples=MANY)
@given(st.integers(0, 10**9))
def test_the_order_in_which_facts_come_changes_no_table(seed: int):
    found, matches, using = random_season(seed)
    whole = table(found, matches, using)
    chance = random.Random(seed)
    chance.shuffle(found)
    chance.shuffle(matches)
    assert table(found, matches, using) == whole
    assert all(above.place <= below.place for above, below in pairwise(whole.rows))
