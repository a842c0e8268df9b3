"""The checks of line-ups and what rulings do to matches, with the numbers of examples calculated by hand."""

from __future__ import annotations

import datetime as dt
from dataclasses import replace

import pytest

from leagues.rules import season_checks
from leagues.rules.consequences import Effect, applied, points_off, proposed
from leagues.rules.facts import LineUp, Match, Player
from leagues.rules.findings import Level, finding, proposal
from leagues.rules.legs import LegKey, Played, Seat, home_is_white, legs, pairing
from leagues.rules.line_up_checks import check
from leagues.rules.parameters import Boards, Consequence, Price, Quotas, Rules, Selection, Strength
from leagues.rules.scoring import score
from tests.leagues.rules.examples import A, B, line_up, match

EIGHT = (2100, 2010, 1950, 1990, 1880, 2061, 1800, 1795)


def codes(found: list) -> list[tuple[str, int]]:
    return [(each.code, each.board) for each in found]


def of_eight(**strength: object) -> list:
    return check(line_up(*EIGHT), Rules(strength=Strength(**strength)))


def pairs(found: list) -> set[tuple[int, int, int]]:
    return {(above, each.board, by) for each in found for above, by in each.facts["above"].items()}


@pytest.mark.parametrize(
    ("strength", "expected"),
    [
        ({"tolerance": 100}, {(3, 6, 111), (5, 6, 181)}),
        ({"tolerance": 200}, set()),
        ({"tolerance": 150, "at_tolerance": "fault"}, {(5, 6, 181)}),
        ({"tolerance": 50}, {(2, 6, 51), (3, 6, 111), (4, 6, 71), (5, 6, 181)}),
    ],
)
def test_only_the_player_who_sits_below_weaker_ones_is_at_fault(strength: dict, expected: set):
    found = of_eight(family="tolerance", **strength)
    assert pairs(found) == expected
    assert codes(found) == ([("strength_order", 6)] if expected else [])


def test_exactly_the_tolerance_is_allowed_unless_the_rules_say_less_than():
    two = line_up(1900, 2000)
    assert check(two, Rules(strength=Strength(family="tolerance", tolerance=100))) == []
    less = Rules(strength=Strength(family="tolerance", tolerance=100, at_tolerance="fault"))
    assert codes(check(two, less)) == [("strength_order", 2)]


def test_a_player_may_sit_so_many_boards_from_their_rank():
    assert of_eight(family="displacement") == []  # half of eight boards
    found = of_eight(family="displacement", displacement=3)
    assert [(each.board, each.facts["rank"]) for each in found] == [(6, 2)]


def test_neighbours_of_the_list_may_change_places():
    order = sorted(EIGHT, reverse=True)
    seats = tuple(Player(n, place=order.index(value) + 1) for n, value in enumerate(EIGHT, start=1))
    of_list = replace(line_up(), seats=seats)
    found = check(of_list, Rules(strength=Strength(family="list")))
    assert [(each.board, each.facts["rank"]) for each in found] == [(3, 5), (6, 2)]
    assert len(check(of_list, Rules(strength=Strength(family="strict_list")))) == 4


def test_an_empty_board_does_not_switch_off_the_check_of_the_order():
    found = check(line_up(1900, None, 1700, 1850), Rules(strength=Strength(family="tolerance", tolerance=100)))
    assert codes(found) == [("strength_order", 4)]


def test_a_board_lost_for_the_order_turns_the_match_and_no_game():
    played = match(A, B, "1=01=10=")
    using = Rules(boards=Boards(count=8), consequences={"strength_order": Consequence(effect="board")})
    found = check(line_up(*EIGHT), Rules(strength=Strength(family="tolerance", tolerance=100)))[0]
    after = applied(played, proposed(found, proposal(found, using, 1)), using)
    assert (score(played, using).board_points, score(played, using).match_points) == ((9, 7), (4, 0))
    assert (score(after, using).board_points, score(after, using).match_points) == ((7, 9), (0, 4))
    assert (after.boards[5].played, after.boards[5].ruled) == ("10", (0, 2))


@pytest.mark.parametrize(
    ("results", "boards", "expected"), [("1=01=10=", (9, 7), (0, 4)), ("1111=10=", (12, 4), (0, 0))]
)
def test_match_points_only_leave_the_boards_as_they_are(
    results: str, boards: tuple[int, int], expected: tuple[int, int]
):
    after = applied(match(A, B, results), [Effect("match_points", "home", 6)], Rules())
    assert (score(after, Rules()).board_points, score(after, Rules()).match_points) == (boards, expected)


def with_gap() -> tuple[Match, LineUp]:
    played = match(A, B, "=10-11")
    boards = tuple(replace(board, home=None) if board.number == 4 else board for board in played.boards)
    return replace(played, boards=boards), line_up(2000, 1990, 1980, None, 1970, 1960)


def test_boards_below_a_gap_are_lost_where_the_rules_say_so():
    played, seats = with_gap()
    using = Rules(
        boards=Boards(count=6, gap="fault", empty="fault"), consequences={"gap": Consequence(effect="boards_down")}
    )
    found = check(seats, using)
    assert [(each.code, each.board, each.facts["below"]) for each in found] == [("gap", 4, [5, 6])]
    after = applied(played, proposed(found[0], proposal(found[0], using, 1)), using)
    assert score(played, using).board_points == (7, 5)
    assert (score(after, using).board_points, score(after, using).match_points) == ((3, 9), (0, 4))
    rated = [pairing(board, home_is_white(board.number, "home_odd")) for board in after.boards]
    assert rated[4:] == [Seat(105, 205, "10"), Seat(206, 106, "01")]
    assert rated[3] == Seat(204, None, "F")
    assert sum(board.is_game for board in after.boards) == 5


def test_a_gap_may_cost_a_fine_only_and_more_in_a_top_league():
    prices = (Price(amount=50), Price(level=1, amount=100))
    using = Rules(boards=Boards(count=6, gap="fault"), consequences={"gap": Consequence(fines=prices)})
    found = check(with_gap()[1], using)[0]
    assert [proposal(found, using, level).fine for level in (1, 2)] == [100, 50]
    assert proposed(found, proposal(found, using, 1)) == []


def test_empty_boards_at_the_end_are_no_gap():
    using = Rules(boards=Boards(count=6, gap="fault", empty="fault"))
    assert codes(check(line_up(2000, 1990, 1980, 1970, None, None), using)) == [("incomplete", 5), ("incomplete", 6)]


def test_the_third_default_of_a_season_costs_a_point():
    using = Rules(consequences={"named_absent": Consequence(effect="points_off", points=1, from_nth=3)})
    found = check(line_up(2000, 1990, absent=frozenset({2})), using)
    assert codes(found) == [("named_absent", 2)]
    assert proposal(found[0], using, 1, nth=2).effect == "none"
    effects = proposed(found[0], proposal(found[0], using, 1, nth=3))
    assert points_off(effects) == {"home": 2}


def test_a_player_twice_in_a_line_up_cannot_be_saved():
    twice = replace(line_up(2000, 1990), seats=(Player(1), Player(1)))
    found = check(twice, Rules())
    assert (codes(found), found[0].level) == ([("twice_in_match", 2)], Level.STOP)


@pytest.mark.parametrize(
    ("changes", "using", "code"),
    [
        ({"is_listed": False}, Rules(), "not_listed"),
        ({"is_affiliated": False}, Rules(), "not_affiliated"),
        ({"is_suspended": True}, Rules(), "suspended"),
        ({"affiliated_days": 13}, Rules(selection=Selection(affiliated_days_before=14)), "licence_missing"),
        ({"may_play": False}, Rules(), "not_yet_eligible"),
        ({"fide_rating": 2051}, Rules(selection=Selection(reserve_cap=2050)), "rating_cap"),
        ({"is_foreign": True}, Rules(quotas=Quotas(foreigners=0)), "foreigners_over"),
        ({"is_transferred": True}, Rules(quotas=Quotas(transfers=0)), "transfers_over"),
        ({"is_guest": True}, Rules(quotas=Quotas(guests=0)), "guest_over"),
        ({"is_guest": True}, Rules(quotas=Quotas(guests_from_board=3)), "guest_board"),
        ({"is_foreign": True}, Rules(quotas=Quotas(nationals=1)), "nationals_under"),
        ({}, Rules(quotas=Quotas(women=1)), "women_under"),
        ({}, Rules(quotas=Quotas(youth=1)), "youth_under"),
        ({"strength": 1926}, Rules(quotas=Quotas(rating_average=1925.0)), "average_cap"),
        ({"strength": 1926}, Rules(quotas=Quotas(rating_sum=1925.0)), "average_cap"),
        ({}, Rules(boards=Boards(count=1, least=2)), "too_few"),
    ],
)
def test_a_player_whom_the_rules_do_not_allow_is_found(changes: dict, using: Rules, code: str):
    alone = replace(line_up(), seats=(replace(Player(7), **changes),))
    assert [each.code for each in check(alone, using)] == [code]


@pytest.mark.parametrize(("rank", "expected"), [(1, []), (2, [("below_place", 1)])])
def test_the_first_eight_of_a_list_play_in_the_first_team_where_places_belong_to_teams(rank: int, expected: list):
    seats = (Player(1, place=8), Player(2, place=9))
    found = check(replace(line_up(), seats=seats, rank=rank), Rules(selection=Selection(places=8)))
    assert codes(found) == expected
    third = replace(line_up(), seats=seats, rank=3)
    assert codes(check(third, Rules(selection=Selection(places=8)))) == [("below_place", 1), ("below_place", 2)]


@pytest.mark.parametrize(
    ("surplus", "expected"),
    [
        (None, [("transfers_over", 0)]),
        ("weakest", [("transfers_over", 1)]),
        ("last", [("transfers_over", 3)]),
    ],
)
def test_of_too_many_transferred_players_those_are_at_fault_whom_the_rules_name(surplus: str | None, expected: list):
    seats = tuple(
        Player(key, strength=strength, is_transferred=True) for key, strength in ((1, 1700), (2, 1900), (3, 1800))
    )
    using = Rules(quotas=Quotas(transfers=2, surplus=surplus))
    assert codes(check(replace(line_up(), seats=seats), using)) == expected


def test_a_match_that_fide_rates_needs_fide_ids():
    alone = replace(line_up(), seats=(Player(7, has_fide_id=False),))
    assert check(alone, Rules()) == []
    found = check(replace(alone, is_fide_rated=True), Rules())
    assert (codes(found), found[0].level) == ([("fide_id_missing", 1)], Level.NOTE)


def test_a_default_without_a_name_above_players_is_a_fault_where_the_rules_say_so():
    using = Rules(boards=Boards(unnamed="fault"))
    below = line_up(2000, None, 1980)
    assert codes(check(replace(below, defaults=frozenset({2})), using)) == [("unnamed_default", 2)]
    assert check(below, using) == []
    assert check(line_up(2000, 1990, None, defaults=frozenset({3})), using) == []


def test_a_titular_may_play_whatever_their_rating():
    alone = replace(line_up(), seats=(Player(7, fide_rating=2400, titular_of=1),))
    assert check(alone, Rules(selection=Selection(reserve_cap=2050))) == []


def test_a_high_rating_counts_as_the_highest_that_counts():
    using = Rules(quotas=Quotas(rating_average=2400.75, counted_at_most=2590))
    assert check(line_up(2800, 2211), using) == []
    assert [each.code for each in check(line_up(2800, 2212), using)] == ["average_cap"]


# --------------------------------------------------------------------------------------------------- whole season

DAY = dt.date(2025, 12, 7)


def appearance(match: int, team: int, day: dt.date = DAY, number: int = 5, **changes: object) -> LineUp:
    usual = replace(
        line_up(), match=match, team=team, rank=team, series=team, day=day, round=number, seats=(Player(7),)
    )
    return replace(usual, **changes)


def found_in(line_ups: list[LineUp], using: Rules) -> list[tuple[str, int]]:
    return [(each.code, each.match) for each in season_checks.check_season(line_ups, lambda _line_up: using)]


def test_round_and_day_are_two_questions_for_a_moved_match():
    moved = [appearance(1, 1), appearance(2, 2, dt.date(2026, 2, 1))]
    assert found_in(moved, Rules()) == [("twice_in_round", 1), ("twice_in_round", 2)]
    same_day = [appearance(1, 1), appearance(2, 2, number=6)]
    assert found_in(same_day, Rules()) == [("twice_in_day", 1), ("twice_in_day", 2)]
    weekend = [appearance(1, 1), appearance(2, 2, dt.date(2025, 12, 6), 6)]
    assert found_in(weekend, Rules()) == []
    assert found_in(weekend, Rules(selection=Selection(twice=("weekend",)))) == [
        ("twice_in_weekend", 1),
        ("twice_in_weekend", 2),
    ]


def test_a_player_who_played_up_too_often_is_tied():
    four = [appearance(number, 1, DAY + dt.timedelta(7 * number), number) for number in range(1, 5)]
    below = appearance(9, 2, DAY + dt.timedelta(70), 10)
    using = Rules(selection=Selection(tied_after=3))
    assert found_in([*four, below], using) == [("tied", 9)]
    assert found_in([*four[:3], below], using) == []
    assert season_checks.appearances_left(7, four[:2], below, using) == 1
    won = [replace(each, is_won_by_forfeit=True) for each in four]
    free = Rules(selection=Selection(tied_after=3, forfeits_won_count=False))
    assert found_in([*won, below], free) == []


def test_appearances_count_for_each_higher_team_where_the_rules_say_so():
    above = [appearance(n, 1 + n % 2, DAY + dt.timedelta(7 * n), n) for n in range(1, 5)]
    below = appearance(9, 3, DAY + dt.timedelta(70), 10)
    assert found_in([*above, below], Rules(selection=Selection(tied_after=2))) == [("tied", 9)]
    assert found_in([*above, below], Rules(selection=Selection(tied_after=2, tied_per="team"))) == []


def test_a_third_team_is_one_too_many_where_two_are_allowed():
    three = [appearance(number, number, DAY + dt.timedelta(7 * number), number) for number in (1, 2, 3)]
    assert found_in(three, Rules(selection=Selection(teams_most=2))) == [("three_teams", 3)]


def test_a_titular_plays_for_no_other_team_of_the_series():
    using = Rules(selection=Selection(titulars_elsewhere="higher"))
    own = appearance(1, 1, series=4, seats=(Player(7, titular_of=1),))
    other = appearance(2, 2, DAY + dt.timedelta(7), 6, series=4, seats=(Player(7, titular_of=1),))
    assert found_in([own, other], using) == [("titular_other_team", 2)]
    assert found_in([own, replace(other, series=3)], using) == []


def test_a_reserve_plays_for_one_team_of_a_series():
    using = Rules(selection=Selection(titulars_elsewhere="higher"))
    later = appearance(2, 2, DAY + dt.timedelta(7), 6, series=1)
    assert found_in([appearance(1, 1), later], using) == [("reserve_two_teams", 2)]


def test_a_lower_team_is_not_stronger_than_a_higher_one_on_the_same_day():
    using = Rules(quotas=Quotas(lower_team_above="fault"))
    first = appearance(1, 1, seats=(Player(1, strength=1900),))
    second = appearance(2, 2, seats=(Player(2, strength=1901),))
    assert found_in([first, second], using) == [("average_above_higher", 2)]
    assert found_in([first, replace(second, day=dt.date(2025, 12, 8))], using) == []


def test_reserves_of_a_season_are_limited():
    using = Rules(selection=Selection(reserves_most=1))
    second = appearance(2, 1, DAY + dt.timedelta(7), 6, seats=(Player(8),))
    assert found_in([appearance(1, 1), second], using) == [("too_many_reserves", 2)]


def test_findings_come_in_one_order_for_the_same_facts():
    line_ups = [appearance(1, 1), appearance(2, 2), appearance(3, 3)]
    assert found_in(line_ups, Rules()) == found_in(line_ups[::-1], Rules())


def test_a_fault_has_a_price_that_grows():
    fines = (Price(amount=7.5), Price(from_nth=2, amount=15))
    using = Rules(consequences={"result_late": Consequence(fines=fines)})
    late = finding("result_late", line_up())
    assert [proposal(late, using, 1, nth).fine for nth in (1, 2, 3)] == [7.5, 15, 15]


# ----------------------------------------------------------------------------------------------------------- legs


def test_a_moved_match_is_a_separate_leg():
    on, moved = dt.date(2025, 12, 7), dt.date(2026, 2, 1)
    matches = [Played(number, 3, 5, moved if number == 4 else on) for number in range(1, 7)]
    assert legs(matches) == {LegKey(3, 5, on): [1, 2, 3, 5, 6], LegKey(3, 5, moved): [4]}


def test_what_is_rated_is_what_was_played():
    board = match(A, B, "1").boards[0]
    assert pairing(replace(board, ruled=(1, 0)), True) == Seat(101, 201, "10")
    assert pairing(board, False) == Seat(201, 101, "01")
    assert pairing(match(A, B, "*").boards[0], True) is None
    assert pairing(match(A, B, "+").boards[0], True) == Seat(101, 201, "+-")
    assert pairing(replace(match(A, B, "x").boards[0], home=None), True) is None
    assert [home_is_white(number, "home_even") for number in (1, 2)] == [False, True]
