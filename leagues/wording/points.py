"""Points and results as people write them."""

from leagues.rules.criteria import POINT, UNITS
from leagues.rules.scoring import Score

RESULTS = {"10": "1–0", "01": "0–1", "==": "½–½", "+-": "+ –", "-+": "– +", "--": "– –", "**": ""}
FRACTIONS = {0: "", 1: "¼", 2: "½", 3: "¾"}


def points(value: int, unit: int = POINT) -> str:
    """Return a number of halves (or of other units) as text: 23 is 11½."""
    whole, rest = divmod(abs(value), unit)
    fraction = FRACTIONS[rest * 4 // unit]
    return ("−" if value < 0 else "") + (str(whole) if whole or not fraction else "") + fraction


def of_criterion(code: str, value: int) -> str:
    return points(value, UNITS.get(code, POINT))


def of_score(score: Score) -> str:
    """Return the board points of a match: 4½–3½."""
    home, away = score.board_points
    return f"{points(home)}–{points(away)}"


def of_pair(pair: tuple[int, int]) -> str:
    """Return the half points of both sides of a board: ½–0."""
    return f"{points(pair[0])}–{points(pair[1])}"
