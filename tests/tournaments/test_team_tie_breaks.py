"""tournaments/team_tie_breaks.py: whatever teams do, every tie-break that the site names can be reckoned."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments import team_tie_breaks
from tournaments.models import Pairing
from tournaments.team_tie_break_codes import TEAM
from tournaments.teams import Points, Teams, points_of, schedule
from tournaments.tie_breaks import TieBreakError

RESULTS = ("10", "01", "==", "+-", "-+", "--", "00", "**", "WL")
FIRST = ["MPTS", "GPTS"]
CODES = [code for code in TEAM if code not in {*FIRST, "SSSC"}]  # that needs a match with two teams at a board


def members_of(teams: int, boards: int) -> dict[int, str]:
    """Players 11, 12 ... of team 1 and so on, each team with a reserve."""
    return {10 * team + board: f"Team {team}" for team in range(1, teams + 1) for board in range(1, boards + 2)}


def season(rng: Random, teams: int, boards: int, rounds: int) -> list[Pairing]:
    """Any matches with boards that stayed empty, and byes of a team, which not everybody writes down."""
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
    letters = rng.choice(RESULTS)
    said = {"white_result": letters[0], "black_result": letters[1]}
    return Pairing(round=number, board=board, white_id=white, black_id=black, **said)


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
    found = team_tie_breaks.reckon(played, members, None, [*first, *CODES], robin).values
    points = points_of(played)
    assert {name: (values["MPTS"], 2 * (values["GPTS"] or 0)) for name, values in found.items()} == {
        name: points.get(name, (0, 0)) for name in found
    }
    assert {code for values in found.values() for code in values} == {*FIRST, *CODES}


def test_an_event_without_a_result_has_none() -> None:
    open_game = Pairing(round=1, board=1, white_id=11, black_id=21, white_result="*", black_result="*")
    members = members_of(2, 1)
    with pytest.raises(TieBreakError, match="There is no result yet"):
        team_tie_breaks.reckon(schedule([open_game], members), members, None, [*FIRST, *CODES], robin=False)
