"""Results as tables print them."""

from tournaments.formats.report import Result

# A forfeit keeps its sign: it is no game.
SIGNS = {Result(letter): sign for letter, sign in zip("1=0+-WDLHFUZ*", "1½0+\N{MINUS SIGN}1½0½110*", strict=True)}
FORFEITS = {Result.FORFEIT_WIN, Result.FORFEIT_LOSS}


def score(white: Result, black: Result | None) -> str:
    """Return both sides of a game: ``1–0``, ``½–½``, ``+ / −``; for a bye its worth; ``*`` without a result."""
    if black is None or white == black == Result.PENDING:
        return SIGNS[white]
    between = " / " if FORFEITS & {white, black} else "–"
    return f"{SIGNS[white]}{between}{SIGNS[black]}"
