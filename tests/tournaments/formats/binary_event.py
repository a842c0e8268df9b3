"""One invented tournament for the tests of Papi and Swiss-Chess: every result and every bye occurs in it."""

from __future__ import annotations

import datetime as dt

from hypothesis import strategies as st
from msgspec.structs import replace

from tournaments.formats.report import (
    Place,
    Problem,
    ReportedPairing,
    ReportedPlayer,
    Result,
    TournamentReport,
)

DAYS = (dt.date(2025, 9, 6), dt.date(2025, 9, 6), dt.date(2025, 9, 7), None)

PLAYERS = (
    ReportedPlayer(
        number=2,
        last_name="DELVAUX",
        first_name="Inès",
        birth_date=dt.date(1998, 2, 28),
        federation="BEL",
        fide_id=99200001,
        licence="B24001",
        rating=2310,
        club="Cercle d'Échecs de Nulle-Part",
        title="WIM",
        sex="F",
        points=2.0,
        rank=2,
    ),
    ReportedPlayer(number=3, last_name="PEETERS", first_name="Joris", licence="10003", matricule="10003", points=1.0),
    ReportedPlayer(number=4, last_name="VAN DEN BOSSCHE", first_name="Els", sex="F", rating=1987, points=1.5),
    ReportedPlayer(number=5, last_name="D'HAESE", first_name="Bart", sex="M", federation="NED", points=0.5),
    ReportedPlayer(number=6, last_name="MÜLLER", first_name="Noël", birth_date=dt.date(1955, 12, 31), points=1.0),
    ReportedPlayer(number=7, last_name="LE ROUX", first_name="Maïté", fide_id=825820, points=2.5),
    ReportedPlayer(number=8, last_name="JANSSENS", club="Nergens", title="FM", rating=2204, points=4.0, rank=1),
)


GAME_LETTERS = ("10", "==", "01", "+-", "-+", "--", "**")


def game(number: int, board: int | None, white: int, black: int, letters: str) -> ReportedPairing:
    """Return a game of a round; ``letters``: both results."""
    results = Result(letters[0]), Result(letters[1])
    return ReportedPairing(number, board, white, black, *results, DAYS[number - 1])


def bye(number: int, player: int, letter: str) -> ReportedPairing:
    """Return a round without an opponent."""
    return ReportedPairing(number, None, player, None, Result(letter), None, DAYS[number - 1])


PAIRINGS = (
    game(1, 1, 2, 3, "10"),
    game(1, 2, 4, 5, "=="),
    game(1, 3, 6, 7, "01"),
    bye(1, 8, "U"),
    game(2, 1, 3, 4, "+-"),
    game(2, 2, 5, 6, "--"),
    game(2, 3, 8, 7, "+-"),
    bye(2, 2, "Z"),
    game(3, 1, 2, 5, "10"),
    game(3, 2, 3, 8, "01"),
    bye(3, 4, "H"),
    bye(3, 6, "F"),
    bye(3, 7, "U"),
    game(4, 1, 2, 6, "**"),
    game(4, 2, 3, 5, "**"),
    game(4, 3, 4, 7, "=="),
    bye(4, 8, "U"),
)

REPORT = TournamentReport(
    format="papi",
    name="Open de Nulle-Part",
    city="Nulle-Part",
    start=dt.date(2025, 9, 6),
    end=dt.date(2025, 9, 8),
    rounds=4,
    pace="standard",
    time_control="90 min + 30 s",
    kind="swiss",
    program="Papi 3.3.8",
    players=PLAYERS,
    pairings=PAIRINGS,
    problems=(Problem("round_unfinished", Place(round=4), {"count": 2}),),
    round_dates=DAYS,
    arbiters=("Wit, Willem",),
)


@st.composite
def some_pairings(draw: st.DrawFn) -> tuple[ReportedPairing, ...]:
    """Return pairings of the players in four rounds: any games and byes, one pairing bye a round."""
    pairings = []
    for number in (1, 2, 3, 4):
        order = draw(st.permutations([player.number for player in PLAYERS]))
        games = draw(st.integers(1, len(order) // 2))
        for white, black in zip(order[0 : 2 * games : 2], order[1 : 2 * games : 2], strict=True):
            pairings.append(game(number, None, white, black, draw(st.sampled_from(GAME_LETTERS))))
        resting = order[2 * games :]
        pairings += [bye(number, player, draw(st.sampled_from("HFZ"))) for player in resting[1:]]
        pairings.append(bye(number, resting[0], "U"))
    return tuple(pairings)


def without_boards(report: TournamentReport) -> TournamentReport:
    """Return the report as a format without boards, points and ranks gives it back."""
    pairings = sorted((replace(pairing, board=None) for pairing in report.pairings), key=lambda p: (p.round, p.white))
    players = tuple(replace(player, points=None, rank=None) for player in report.players)
    return replace(report, players=players, pairings=tuple(pairings))
