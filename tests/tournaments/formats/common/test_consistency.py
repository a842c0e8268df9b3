"""The checks that readers share. What they make of whole files is in the tests of the readers."""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.common import consistency
from tournaments.formats.common.consistency import Side
from tournaments.formats.report import Place, PointSystem, Problem, ReportedPairing, ReportedPlayer, Result

DAY = dt.date(2025, 3, 1)
LABELS = {number: f"{number} P" for number in range(1, 7)}

sides = st.builds(
    Side,
    round=st.integers(1, 3),
    player=st.sampled_from(sorted(LABELS)),
    opponent=st.sampled_from([*sorted(LABELS) * 2, 7, 8, None, None]),
    colour=st.sampled_from(["w", "b", ""]),
    result=st.sampled_from([Result.WIN, Result.DRAW, Result.LOSS]) | st.sampled_from(Result),
)


@st.composite
def rows(draw: st.DrawFn) -> list[Side]:
    """Return what the rows of a file say: a side for each player and round. Most have an answer, some a wrong one."""
    told = draw(st.lists(sides, min_size=2, max_size=8))
    fitting = {Result.WIN: Result.LOSS, Result.DRAW: Result.DRAW, Result.LOSS: Result.WIN}
    other_colour = {"w": "b", "b": "w", "": ""}
    for side in list(told):
        if side.opponent in LABELS and side.opponent != side.player and draw(st.integers(0, 3)):
            result = draw(st.sampled_from([fitting.get(side.result, side.result)] * 3 + [Result.DRAW]))
            colour = draw(st.sampled_from([other_colour[side.colour]] * 3 + ["w"]))
            told.append(Side(side.round, side.opponent, side.player, colour, result))
    return list({(side.round, side.player): side for side in told}.values())


def test_a_label_is_number_and_name() -> None:
    assert consistency.label(ReportedPlayer(12, "Aerts", "Anna")) == "12 Aerts, Anna"
    assert consistency.label(ReportedPlayer(12, "Aerts")) == "12 Aerts"
    assert consistency.label(ReportedPlayer(12, "")) == "12"


@pytest.mark.parametrize(
    ("result", "bye"), [("1", "F"), ("+", "F"), ("W", "F"), ("=", "H"), ("D", "H"), ("0", "Z"), ("-", "Z"), ("U", "U")]
)
def test_a_bye_is_worth_what_the_result_was(result: str, bye: str) -> None:
    assert consistency.bye_of_worth(Result(result)) == Result(bye)


def test_the_day_of_a_side_is_the_day_of_the_pairing() -> None:
    white = Side(1, 1, 2, "w", Result.WIN, date=DAY)
    black = Side(1, 2, 1, "b", Result.LOSS, date=DAY)
    pairings, problems = consistency.pair_up([white, black], LABELS)
    assert [(pairing.date, pairing.letters) for pairing in pairings] == [(DAY, "10")]
    assert problems == []


@pytest.mark.long
@given(rows())
def test_every_side_is_in_a_pairing_and_no_doubtful_game_is_rated(told: list[Side]) -> None:
    pairings, problems = consistency.pair_up(told, LABELS)
    present = {(pairing.round, number) for pairing in pairings for number in (pairing.white, pairing.black)}
    assert all((side.round, side.player) in present for side in told)
    assert all(pairing.white != pairing.black for pairing in pairings)
    assert all((pairing.black is None) == pairing.white_result.is_bye for pairing in pairings)
    assert all((pairing.black is None) == (pairing.black_result is None) for pairing in pairings)
    by_place = {(side.round, side.player): side for side in told}
    for pairing in pairings:
        if pairing.black is not None and pairing.white_result.is_rated:
            white, black = by_place[pairing.round, pairing.white], by_place[pairing.round, pairing.black]
            assert (white.opponent, black.opponent) == (black.player, white.player)
            assert white.result.answers(black.result)
            assert (white.colour, black.colour) in {("w", "b"), ("w", ""), ("", "b"), ("", "")}
    assert all(problem.text for problem in problems)


@pytest.mark.long
@given(rows())
def test_the_order_of_the_rows_changes_nothing(told: list[Side]) -> None:
    assert consistency.pair_up(told, LABELS)[0] == consistency.pair_up(told[::-1], LABELS)[0]


def test_points_that_differ_are_reported_with_both_numbers() -> None:
    players = [ReportedPlayer(1, "Aerts", points=2.5), ReportedPlayer(2, "Baeten", points=1.0), ReportedPlayer(3, "C")]
    assert consistency.points_problems(players, {1: 2.0, 2: 1.0, 3: 1.0}, {1: 17}) == [
        Problem("points_differ", Place(line=17, player=1), {"player": "1 Aerts", "stored": "2.5", "computed": "2"})
    ]


def test_a_scoring_is_that_of_an_event_where_everybody_has_the_points_of_it() -> None:
    players = [ReportedPlayer(1, "Aerts", points=3), ReportedPlayer(2, "Baeten", points=0), ReportedPlayer(3, "C")]
    games = [ReportedPairing(1, None, 1, 2, Result.WIN, Result.LOSS)]
    assert consistency.explains(PointSystem(3, 1), players, games)
    assert not consistency.explains(PointSystem(2, 1), players, games)
    assert not consistency.explains(PointSystem(3, 0.3), players, games)  # no standings have that
    assert not consistency.explains(PointSystem(3, 1), players[1:], [])  # nobody has a point


def test_dates_in_order_are_not_a_problem() -> None:
    assert consistency.date_problems(DAY, DAY + dt.timedelta(days=consistency.LONGEST_EVENT), [DAY, None]) == []
    assert consistency.date_problems(None, DAY, [DAY]) == []


def test_an_end_before_the_start_is_reported() -> None:
    (problem,) = consistency.date_problems(DAY, DAY - dt.timedelta(days=1))
    assert problem.text == "The tournament ends (2025-02-28) before it starts (2025-03-01)."


def test_a_very_long_event_is_reported() -> None:
    (problem,) = consistency.date_problems(DAY, DAY.replace(year=2027))
    assert problem.text == "There are 730 days between start (2025-03-01) and end (2027-03-01)."


def test_a_round_outside_is_reported_with_its_number() -> None:
    (problem,) = consistency.date_problems(DAY, DAY, [DAY, DAY + dt.timedelta(days=1)])
    assert problem.text == "The date 2025-03-02 is outside the tournament (2025-03-01 to 2025-03-01)."
    assert problem.place == Place(round=2)


def test_a_long_list_of_problems_says_how_many_more() -> None:
    problems = [Problem("no_games")] * (consistency.MAX_PROBLEMS + 3)
    assert consistency.listed(problems[:5]) == tuple(problems[:5])
    assert len(consistency.listed(problems)) == consistency.MAX_PROBLEMS + 1
    assert consistency.listed(problems)[-1].text == "Problems of the file that are not listed: 3."
