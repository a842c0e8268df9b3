"""Every tie-break that the site names can be calculated for any results of teams."""

from __future__ import annotations

from collections import defaultdict
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.models import Pairing
from tournaments.standings import team_tie_breaks
from tournaments.standings.team_tie_break_codes import TEAM
from tournaments.standings.teams import Points, Schedule, Teams, points_of, schedule
from tournaments.standings.tie_breaks import NO_GAMES, TieBreakError

RESULTS = ("10", "01", "==", "+-", "-+", "--", "00", "**", "WL")
FIRST = ["MPTS", "GPTS"]
OF_BOARDS = ("SSSC", "TBR", "BBE")  # these need a match with two teams at a board
CODES = [code for code in TEAM if code not in {*FIRST, *OF_BOARDS}]


def members_of(teams: int, boards: int) -> dict[int, str]:
    """Return players 11, 12 ... of team 1 and so on, each team with a reserve."""
    return {10 * team + board: f"Team {team}" for team in range(1, teams + 1) for board in range(1, boards + 2)}


def season(rng: Random, teams: int, boards: int, rounds: int) -> list[Pairing]:
    """Return any matches with boards that stayed empty, and byes of a team, which not every program writes."""
    rows: list[Pairing] = []
    for number in range(1, rounds + 1):
        order = rng.sample(range(1, teams + 1), teams)
        while len(order) > 1:
            home, away = order.pop(), order.pop()
            rows += [
                _board(rng, number, board, (10 * home + board, 10 * away + board)) for board in range(1, boards + 1)
            ]
        rows += [
            Pairing(round=number, white_id=10 * team + board, white_result=rng.choice("UHZF"))
            for team in order
            for board in range(1, boards + 1)
            if rng.random() < 0.8
        ]
    return rows


def _board(rng: Random, number: int, board: int, players: tuple[int, int]) -> Pairing:
    white, black = players if board % 2 else players[::-1]
    if rng.random() < 0.1:
        return Pairing(round=number, white_id=white, white_result=rng.choice("FZ"))
    return Pairing(round=number, board=board, white_id=white, black_id=black, **results(rng.choice(RESULTS)))


def results(letters: str) -> dict[str, str]:
    return {"white_result": letters[0], "black_result": letters[1]}


@pytest.mark.long
@given(
    st.randoms(use_true_random=False),
    st.tuples(st.integers(2, 7), st.integers(1, 4), st.integers(1, 5)),
    st.booleans(),
    st.permutations(FIRST),
    st.none() | st.builds(Points, st.integers(0, 2), st.integers(0, 8)),
)
def test_every_season_has_its_tie_breaks_and_the_points_are_ours(
    rng: Random, size: tuple[int, int, int], robin: bool, first: list[str], bye: Points | None
) -> None:
    teams, boards, _ = size
    members: Teams = members_of(teams, boards)
    rows = season(rng, *size)
    played = schedule(rows, members, bye)
    if all(row.white_result in "*Z" for row in rows):
        return
    found = team_tie_breaks.compute(played, members, None, [*first, *CODES], robin).values
    points = points_of(played)
    assert {name: (values["MPTS"], 2 * (values["GPTS"] or 0)) for name, values in found.items()} == {
        name: points.get(name, (0, 0)) for name in found
    }
    assert {code for values in found.values() for code in values} == {*FIRST, *CODES}


@pytest.mark.long
@given(st.randoms(use_true_random=False), st.tuples(st.integers(2, 7), st.integers(1, 4), st.integers(1, 5)))
def test_equal_teams_are_parted_board_by_board(rng: Random, size: tuple[int, int, int]) -> None:
    """C.07, 12.2 and 12.3, calculated a second time: from the first board down, and without the last boards."""
    members = members_of(*size[:2])
    played = schedule(season(rng, *size), members)
    if not any(each.results[0].value != "*" for match in played.matches for each in match.pairings):
        return
    equal: dict[tuple[float, int], list[str]] = defaultdict(list)
    points = points_of(played)
    for name in set(members.values()):
        equal[points.get(name, (0, 0))].append(name)
    boards = _board_points(played, sorted(set(members.values())))
    below = {name: [sum(won[:kept]) for kept in range(len(won) - 1, 0, -1)] for name, won in boards.items()}
    for code, parted in (("TBR", boards), ("BBE", below)):
        found = team_tie_breaks.compute(played, members, None, [*FIRST, code], False).values
        places = {}
        for names in equal.values():
            order = sorted((parted[name] for name in names), reverse=True)
            is_parted = order[0] != order[-1]
            places |= {name: order.index(parted[name]) + 1 if is_parted else 0 for name in names}
        assert {name: row[code] for name, row in found.items()} == places


def _board_points(played: Schedule, names: list[str]) -> dict[str, list[int]]:
    """Return the points of every team on each board, in halves; a bye and a forfeited match are alike on all boards."""
    found = {name: [0] * played.boards for name in names}
    for match in played.matches:
        finished = [each for each in match.pairings if each.results[0].value != "*"]
        if not match.is_played:
            winner = {("W", "Z"): match.home, ("Z", "W"): match.away}.get(match.outcomes, "")
            found = {name: [each + 2 * (name == winner) for each in won] for name, won in found.items()}
            continue
        for board, each in enumerate(finished):
            for seat, letter in zip((each.white_id, each.black_id), each.results, strict=True):
                if seat is not None and letter is not None:
                    found[f"Team {seat // 10}"][board] += letter.half_points
    for bye in played.byes:
        worth = {"U": 2, "F": 2, "H": 1, "Z": 0}[bye.letter.value]
        found[bye.team] = [won + worth for won in found[bye.team]]
    return found


def test_an_event_without_a_result_has_none() -> None:
    open_game = Pairing(round=1, board=1, white_id=11, black_id=21, white_result="*", black_result="*")
    members = members_of(2, 1)
    with pytest.raises(TieBreakError, match=NO_GAMES):
        team_tie_breaks.compute(schedule([open_game], members), members, None, [*FIRST, *CODES], robin=False)


def two_rounds() -> list[Pairing]:
    """Return the rounds of four teams of three boards. Match points 3, 2, 2, 1; board points 3½, 3½, 3, 2."""
    matches = [
        (1, 1, 2, ["10", "==", "=="]),
        (1, 3, 4, ["10", "01", "=="]),
        (2, 1, 3, ["==", "==", "=="]),
        (2, 2, 4, ["10", "10", "=="]),
    ]
    return [
        Pairing(round=number, board=board, white_id=10 * home + board, black_id=10 * away + board, **results(letters))
        for number, home, away, boards in matches
        for board, letters in enumerate(boards, start=1)
    ]


@pytest.mark.parametrize(
    ("first", "rounds", "expected"),
    [
        # The points of the other score, and those of the opponents of the first, of which each counts ...
        (["MPTS", "GPTS"], 2, [3.5 + 4, 3.5 + 4, 3 + 4, 2 + 4]),  # 2 rounds of 2 in 3 boards: whole
        (["MPTS", "GPTS"], 1, [2 + 0, 1 + 2, 1.5 + 1, 1.5 + 1]),  # 1 round of 2 in 3 boards: whole, too
        (["GPTS", "MPTS"], 2, [5.17, 3.83, 3.83, 3.17]),  # 2 rounds of 3 in 2 points: a third; 3 + 6½ / 3 ...
    ],
)
def test_the_sum_of_both_scores_by_hand(first: list[str], rounds: int, expected: list[float]) -> None:
    members = members_of(4, 3)
    played = schedule([row for row in two_rounds() if row.round <= rounds], members)
    found = team_tie_breaks.compute(played, members, None, [*first, "SSSC"], robin=False).values
    assert [found[f"Team {team}"]["SSSC"] for team in range(1, 5)] == expected
