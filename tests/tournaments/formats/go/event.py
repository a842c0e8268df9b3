"""One invented tournament of go for the tests of its three formats: every result, bye and handicap occurs in it."""

from __future__ import annotations

import datetime as dt

from hypothesis import strategies as st
from msgspec.structs import replace

from tournaments.formats.go.mcmahon import BY_SCORE
from tournaments.formats.report import Place, Problem, ReportedPairing, ReportedPlayer, Result, TournamentReport

KOMI = 7.5
PLAYERS = (
    ReportedPlayer(
        1, "Rivière", "Lou", federation="FR", licence="1854001", rating=272, club="75Nu", grade="3D", rank=1
    ),
    ReportedPlayer(2, "Šimek", "Žofie", federation="CZ", rating=0, club="Nic", grade="1D", pin="14500123", rank=2),
    ReportedPlayer(
        3, "De_Loor", "Fien Marie", federation="BE", licence="99A0007", rating=-150, club="Nrgs", grade="2K", rank=3
    ),
    ReportedPlayer(4, "Okada", "Mika", rating=-150, grade="2K", rank=4),
    ReportedPlayer(5, "Weyn", "", federation="BE", licence="0089001", rating=-950, club="Nrgs", grade="10K", rank=5),
    ReportedPlayer(
        6, "O'Hara", "Jean-Noël", federation="FR", rating=-2950, club="75Nu", grade="30K", pin="14500456", rank=6
    ),
)
STARTS = (32.0, 30.0, 28.0, 28.0, 20.0, 0.0)  # McMahon, of the grades


def game(number: int, board: int | None, white: int, black: int, letters: str, *, stones: int = 0) -> ReportedPairing:
    """Return a game on 19 lines; ``letters``: both results."""
    results = Result(letters[0]), Result(letters[1])
    komi = None if stones else KOMI
    return ReportedPairing(number, board, white, black, *results, handicap=stones, board_size=19, komi=komi)


def bye(number: int, player: int, letter: str) -> ReportedPairing:
    """Return a round without an opponent."""
    return ReportedPairing(number, None, player, None, Result(letter), None)


PAIRINGS = (
    game(1, 1, 1, 2, "10"),
    game(1, 2, 4, 3, "01"),
    game(1, 3, 5, 6, "10", stones=9),
    game(2, 1, 1, 3, "01", stones=4),
    game(2, 2, 5, 2, "+-"),
    bye(2, 4, "U"),
    bye(2, 6, "H"),
    game(3, 1, 2, 4, "==", stones=1),
    game(3, 2, 1, 5, "10", stones=9),
    game(3, 3, 3, 6, "LL", stones=8),
    game(4, 1, 1, 4, "**", stones=4),
    game(4, 2, 2, 3, "-+", stones=1),
    bye(4, 5, "H"),
    bye(4, 6, "H"),
)

REPORT = TournamentReport(
    format="open_gotha",
    name="Coupe des neuf pierres",
    city="Nulle-Part",
    start=dt.date(2010, 5, 1),
    end=dt.date(2010, 5, 2),
    rounds=4,
    pace="standard",
    time_control="60 min + byo-yomi 20 s",
    kind="mcmahon",
    discipline="go",
    program="OpenGotha",
    players=tuple(replace(each, start_score=start) for each, start in zip(PLAYERS, STARTS, strict=True)),
    pairings=PAIRINGS,
    rounds_down=True,
    problems=(
        Problem(
            "both_lost", Place(round=3, board=3), {"player": "3 De_Loor, Fien Marie", "opponent": "6 O'Hara, Jean-Noël"}
        ),
        Problem("round_unfinished", Place(round=4), {"count": 1}),
    ),
)

# OpenGotha has no ranks in its files, but what they rest on.
OPEN_GOTHA = replace(REPORT, players=tuple(replace(each, rank=None) for each in REPORT.players), tie_breaks=BY_SCORE)


def by_white(pairings: tuple[ReportedPairing, ...]) -> tuple[ReportedPairing, ...]:
    """Without boards, in the order of readers that know none."""
    return tuple(sorted((replace(each, board=None) for each in pairings), key=lambda each: (each.round, each.white)))


@st.composite
def some_pairings(draw: st.DrawFn, letters: tuple[str, ...], byes: str) -> tuple[ReportedPairing, ...]:
    """Return any games and byes of the players in three rounds, everybody in each; at least one game a round."""
    pairings: list[ReportedPairing] = []
    for number in (1, 2, 3):
        order = draw(st.permutations([player.number for player in PLAYERS]))
        games = draw(st.integers(1, 3))
        for white, black in zip(order[0 : 2 * games : 2], order[1 : 2 * games : 2], strict=True):
            pairings.append(
                game(number, None, white, black, draw(st.sampled_from(letters)), stones=draw(st.integers(0, 9)))
            )
        pairings += [bye(number, player, draw(st.sampled_from(byes))) for player in order[2 * games :]]
    return tuple(pairings)
