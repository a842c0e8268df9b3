"""Results as tables print them."""

from __future__ import annotations

from tournaments.formats.report import Result

# A forfeit keeps its sign: it is no game.
SIGNS = {
    Result.WIN: "1",
    Result.DRAW: "½",
    Result.LOSS: "0",
    Result.FORFEIT_WIN: "+",
    Result.FORFEIT_LOSS: "\N{MINUS SIGN}",
    Result.UNRATED_WIN: "1",
    Result.UNRATED_DRAW: "½",
    Result.UNRATED_LOSS: "0",
    Result.HALF_BYE: "½",
    Result.FULL_BYE: "1",
    Result.PAIRING_BYE: "1",
    Result.ZERO_BYE: "0",
    Result.PENDING: "*",
}
FORFEITS = {Result.FORFEIT_WIN, Result.FORFEIT_LOSS}


def score(white: Result, black: Result | None) -> str:
    """Return both sides of a game: ``1–0``, ``½–½``, ``+ / −``; for a bye its worth; ``*`` without a result."""
    if black is None:
        return SIGNS[white]
    if white == black == Result.PENDING:
        return SIGNS[white]
    between = " / " if FORFEITS & {white, black} else "–"
    return f"{SIGNS[white]}{between}{SIGNS[black]}"
