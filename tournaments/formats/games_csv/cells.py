"""The cells of Games CSV: what each column may hold (see `games_csv`). Anything else is a `WrongCell`."""

import datetime as dt
import re
from functools import lru_cache
from typing import NamedTuple

from tournaments.formats.report import Result, noop

PACES = {"", "standard", "rapid", "blitz"}
FORMULA_STARTS = ("=", "+", "-", "@", "\t")  # what a spreadsheet would take for a formula is written behind a '

Results = tuple[Result, Result | None]
_PAIRS = {
    "1-0": "10", "0-1": "01", "1/2-1/2": "==", "0-0": "00", "*": "**",
    "1/2-0": "=0", "0-1/2": "0=",
    "+-": "+-", "+--": "+-", "1F-0F": "+-", "-+": "-+", "--+": "-+", "0F-1F": "-+",
    "--": "--", "---": "--", "0F-0F": "--", "W-L": "WL", "L-W": "LW", "D-D": "DD", "L-L": "LL",
}  # fmt: skip
_BYES = {
    "": "U", "1-0": "U", "+-": "U", "+--": "U", "1F-0F": "U", "1/2-1/2": "H", "0-1": "Z", "-+": "Z", "--+": "Z",
    "0F-1F": "Z", "0-0": "Z", "--": "Z", "---": "Z", "0F-0F": "Z", "*": "Z", "U": "U", "F": "F", "H": "H", "Z": "Z",
}  # fmt: skip
_MATRICULE = re.compile(r"[A-Za-z0-9/_-]{1,20}")
_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})", re.ASCII)
_RATING = re.compile(r"-?\d{1,4}", re.ASCII)
_KOMI = re.compile(r"-?\d{1,3}([.,]\d{1,2})?", re.ASCII)
_LONGEST = {"event": 200, "city": 100}
_LIMITS = {"round": (1, 999), "board": (1, 99_999), "handicap": (0, 99), "board_size": (2, 99)}


class WrongCell(ValueError):
    """A cell that cannot be read: the sentence about it, its column and value."""

    def __init__(self, template: str, column: str = "", value: str = "") -> None:
        super().__init__(template)
        self.template = template
        self.facts = {"column": column, "value": value[:60]}


class EventKey(NamedTuple):
    event: str
    city: str
    start: dt.date | None
    end: dt.date | None
    pace: str


class GameSides(NamedTuple):
    white: str  # matricule, "" for an outsider
    black: str | None  # None: a bye
    white_rating: int | None
    black_rating: int | None


@lru_cache(maxsize=1024)
def event_of(event: str, city: str, start: str, end: str, pace: str) -> EventKey:
    """Return the key that separates the events of a file, from the first five cells of a line."""
    if not event:
        raise WrongCell(noop("The line does not name its event. Wrong lines: %(count)s."))
    for column, text in (("event", event), ("city", city)):
        if len(text) > _LONGEST[column]:
            template = noop("Column %(column)s: %(value)s... is too long. Wrong lines: %(count)s.")
            raise WrongCell(template, column, text)
    if pace.lower() not in PACES:
        template = noop("The time control %(value)s is not standard, rapid or blitz. Wrong lines: %(count)s.")
        raise WrongCell(template, "pace", pace)
    return EventKey(_plain(event), _plain(city), date_of("start", start), date_of("end", end), pace.lower())


def _plain(text: str) -> str:
    """Return the text without the ' that keeps spreadsheets from reading a formula."""
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(FORMULA_STARTS) else text


@lru_cache(maxsize=4096)
def date_of(column: str, text: str) -> dt.date | None:
    """Return the day; None for an empty cell."""
    if not text:
        return None
    try:
        found = _DATE.fullmatch(text)
        if found and text >= "1900":
            return dt.date(int(found[1]), int(found[2]), int(found[3]))
    except ValueError:  # 2025-02-31
        pass
    template = noop("Column %(column)s: %(value)s is not a date (YYYY-MM-DD). Wrong lines: %(count)s.")
    raise WrongCell(template, column, text)


@lru_cache(maxsize=4096)
def whole(column: str, text: str) -> int | None:
    """Return the number, in the range of its column; None for an empty cell."""
    if not text:
        return None
    least, most = _LIMITS[column]
    if text.isascii() and text.isdigit() and len(text) <= 6 and least <= int(text) <= most:
        return int(text)
    template = noop("Column %(column)s: %(value)s is not a whole number in the allowed range. Wrong lines: %(count)s.")
    raise WrongCell(template, column, text)


def komi_of(text: str) -> float | None:
    """Return the points; None for an empty cell."""
    if not text:
        return None
    if _KOMI.fullmatch(text):
        return float(text.replace(",", "."))
    raise WrongCell(noop("The komi %(value)s is not a number. Wrong lines: %(count)s."), "komi", text)


def _rating(column: str, text: str) -> int | None:
    if not text:
        return None
    if _RATING.fullmatch(text):
        return int(text)
    raise WrongCell(noop("Column %(column)s: %(value)s is not a number. Wrong lines: %(count)s."), column, text)


def sides_of(white: str, black: str, white_rating: str, black_rating: str) -> GameSides:
    """Return who plays whom: by member number, or by the rating of an outsider."""
    for column, matricule in (("white", white), ("black", black)):
        if matricule and not _MATRICULE.fullmatch(matricule):
            template = noop("Column %(column)s: %(value)s is not a member number. Wrong lines: %(count)s.")
            raise WrongCell(template, column, matricule)
    if not white and not white_rating:
        template = noop("White has neither a member number nor a rating. Wrong lines: %(count)s.")
        raise WrongCell(template, "white")
    if white and white == black:
        raise WrongCell(noop("%(value)s is paired with themselves. Wrong lines: %(count)s."), "black", black)
    is_bye = not black and not black_rating
    return GameSides(
        white, None if is_bye else black, _rating("white_rating", white_rating), _rating("black_rating", black_rating)
    )


@lru_cache(maxsize=256)
def results_of(text: str, is_bye: bool) -> Results:
    """Return the results of White and Black, or that of a bye and None."""
    plain = text.upper().replace("½", "1/2").replace("0.5", "1/2").replace("0,5", "1/2").replace("–", "-")
    letters = (_BYES if is_bye else _PAIRS).get(plain.replace(" ", ""))
    if letters is None:
        raise WrongCell(noop("The result %(value)s is not known. Wrong lines: %(count)s."), "result", text)
    return Result(letters[0]), None if is_bye else Result(letters[1])
