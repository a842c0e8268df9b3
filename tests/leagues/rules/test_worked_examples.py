"""Examples calculated by hand, with what the tests of each rule do not say: the values between tied teams, the same
table by FIDE's tie-breaks, defaults of a season, and what is left of a team that withdraws."""

from __future__ import annotations

from dataclasses import replace

import pytest

from leagues.rulebooks.reading import regulation
from leagues.rules.criteria import value, values
from leagues.rules.facts import Match
from leagues.rules.findings import counted, proposal
from leagues.rules.legs import home_is_white, pairing
from leagues.rules.line_up_checks import check
from leagues.rules.parameters import Boards, Consequence, Movement, Price, Rules, Withdrawal
from leagues.rules.promotion import DOWN, movements
from leagues.rules.table import Team, settled, table
from tests.leagues.rules.examples import NAMES, A, B, C, D, E, F, line_up, order, points, rules, season, teams
from tests.leagues.rules.test_table import records
from tournaments.models import Pairing
from tournaments.standings import team_tie_breaks
from tournaments.standings.teams import schedule

DAY = line_up().day


def test_among_three_tied_teams_match_points_are_equal_and_board_points_are_not():
    among = values("DIRECT", [A, B, C], records(rules()), {})
    assert {NAMES[team]: (of_match / 2, of_boards / 2) for team, (of_match, of_boards) in among.items()} == {
        "A": (2, 4.5),
        "B": (2, 4),
        "C": (2, 3.5),
    }


def as_pairings(matches: list[Match]) -> list[Pairing]:
    """Return the boards as the tournaments of the site know them; home has White on all, which no tie-break asks."""
    return [
        Pairing(
            round=match.round,
            board=board.number,
            white_id=board.home,
            black_id=board.away,
            white_result=board.played[0],
            black_result=board.played[1],
        )
        for match in matches
        for board in match.boards
    ]


def test_the_tie_breaks_of_fide_give_the_same_points_and_the_same_order():
    members = {100 * team + board: NAMES[team] for team in range(1, 7) for board in range(1, 5)}
    found = team_tie_breaks.compute(
        schedule(as_pairings(season()), members), members, None, ["MPTS", "GPTS", "EDE", "BC", "ESB:MG"], robin=True
    )
    ours = points(table(teams(), season(), rules()))
    assert {team: (row["MPTS"], row["GPTS"]) for team, row in found.values.items()} == ours
    assert {team: row["BC"] for team, row in found.values.items()} == dict(
        zip("ABCDEF", [28, 26, 28.5, 24.5, 23, 20], strict=True)
    )
    assert {team: row["ESB:MG"] for team, row in found.values.items()} == dict(
        zip("ABCDEF", [51, 47, 46, 38, 38, 43.5], strict=True)
    )
    assert "".join(sorted(found.ranks, key=found.ranks.__getitem__)) == "CABDEF"


def test_two_empty_boards_at_the_end_cost_the_fine_twice_in_a_top_league():
    using = Rules(
        boards=Boards(count=6, gap="fault", empty="fault"),
        consequences={"incomplete": Consequence(fines=(Price(amount=50),))},
    )
    found = check(line_up(2000, 1990, 1980, 1970, None, None), using)
    assert [(each.code, proposal(each, using, 1, nth).fine) for nth, each in enumerate(found, start=1)] == [
        ("incomplete", 50),
        ("incomplete", 50),
    ]


@pytest.mark.parametrize(("earlier", "points_off"), [(0, 0), (1, 1)])
def test_a_named_player_who_does_not_come_counts_as_two_defaults(earlier: int, points_off: int):
    using = regulation("en-4ncl").on(DAY, 1)
    line_ups = [line_up(2000, *[None] * earlier), line_up(2000, 1990, absent=frozenset({2}))]
    found = [each for seats in line_ups for each in check(seats, using) if each.code in {"incomplete", "named_absent"}]
    times = [counted(each.code, using) for each in found]
    assert times == [("default", 1)] * earlier + [("default", 2)]
    assert proposal(found[-1], using, 1, sum(number for _word, number in times)).points == points_off


WITHDRAWN = teams(Team(F, withdrawn_after=3))


def of_withdrawal(then: str) -> tuple[list[Match], Rules]:
    """Return the season of which F leaves after round 3, as it counts."""
    using = rules("MP", "BP", "DIRECT", withdrawal=Withdrawal(then=then), movement=Movement(down=1))
    matches = [replace(each, boards=()) if F in each.teams() and each.round > 3 else each for each in season()]
    return settled(WITHDRAWN, matches, using), using


def test_two_teams_that_drew_are_separated_by_board_count_and_not_by_sonneborn_berger():
    matches = [each for each in season() if F not in each.teams()]
    found = records(rules(), matches)
    assert [value("SB", team, found) / 4 for team in (D, E)] == [26, 26]
    assert [value("BC", team, found) / 2 for team in (D, E)] == [17.5, 17]


@pytest.mark.parametrize("then", ["annul", "forfeit", "annul_before_half"])
def test_the_games_of_a_withdrawn_team_stay_rated_and_it_goes_down_first(then: str):
    matches, using = of_withdrawal(then)
    of_f = [board for each in matches if F in each.teams() for board in each.boards]
    rated = [pairing(board, home_is_white(board.number, "home_odd")) for board in of_f if board.is_game]
    assert len([each for each in rated if each]) == 12
    assert all(pairing(board, True) is None for board in of_f if not board.is_game)
    final = table(WITHDRAWN, matches, using)
    assert (order(final)[-1], movements(final, using.movement)[F]) == ("F", DOWN)
    assert [each for each in movements(final, using.movement).values() if each == DOWN] == [DOWN]
