"""Read lines of FIDE's rating list as text, of any month since 2001. Pure.

Since September 2012 the first line names the columns and stands above them (``ID Number  Name  Fed Sex Tit ...``);
their places moved over the years, so it is read. The rating is in ``SRtng`` of the combined list, in the month
(``AUG25``) of the others.

Before that, the names ran together (``TitlFed  Mar11 GamesBorn``), stood beside their columns, differed (``CODE``,
``COUNTRY``) or were missing. But the order of the columns never changed: number, name, title in small letters,
federation, rating, games, day or year of birth, flags. Such a line is read by its shape.
"""

import re
from collections.abc import Callable, Mapping

LONGEST_LINE = 2_000

Cells = Mapping[str, str]  # number, name, federation, title, rating, birth
Reading = Callable[[str], Cells | None]  # None: the line is no player

_HEAD = re.compile(r"\s*(?:ID[ _]?NUMBER|CODE)\s+NAME\s+.*", re.IGNORECASE | re.DOTALL)
_NAMES = re.compile(r"ID[ _]?NUMBER|\S+", re.IGNORECASE)
_RATING = re.compile(r"(?:JAN|FEB|MAR|APR|MAY|JUNE?|JULY?|AUG|SEPT?|OCT|NOV|DEC)\d{1,2}|S?RTNG|RATING", re.IGNORECASE)
_COLUMNS = {"name": "name", "fed": "federation", "sex": "sex", "tit": "title", "b-day": "birth"}
_NEEDED = {"number", "name", "federation", "sex", "rating"}
_SEXES = {"", "M", "F", "W"}
_SHAPE = re.compile(
    r"\s*(?P<number>\d{1,15})\s+(?P<name>\S+(?: {1,2}\S+)*?)(?:\s+(?P<title>w?[gmfc]|W?[GIFC]M))?"
    r"\s{2,}(?P<federation>[A-Za-z]{3})\s+(?P<rating>\d{1,4})(?:\s+\d{1,3})?"
    r"(?:\s+(?P<birth>\d[\d./-]{3,9}))?(?:\s+[wi]{1,2})?\s*",
    re.ASCII,
)
_FIDE_ID = re.compile(r"\s*\d{5,9}\s", re.ASCII)
_LEAST_RATING = 1_000  # no list before 2012 had a lower one; a smaller number is no rating


def reading_of(first: str) -> Reading | None:
    """Return the function that reads the lines of this list, or None if it is not FIDE's.

    ``first`` is the first line that is not blank; it may already be a player.
    """
    if _HEAD.fullmatch(first):
        places = _places(first)
        if places.keys() >= _NEEDED:
            return lambda line: _by_places(line, places)
        return None if "sex" in places else _by_shape
    return _by_shape if _FIDE_ID.match(first) and _by_shape(first) else None


def names_columns(first: str) -> bool:
    return _HEAD.fullmatch(first) is not None


def _places(head: str) -> dict[str, slice]:
    """Return where the columns are: each begins with its name and ends where the next begins."""
    words = [(found.start(), found[0].lower()) for found in _NAMES.finditer(head)]
    words[0] = 0, "number"  # its values may begin before its name
    ends = [start for start, _word in words[1:]] + [LONGEST_LINE]
    places: dict[str, slice] = {}
    for (start, word), end in zip(words, ends, strict=True):
        name = "number" if word == "number" else "rating" if _RATING.fullmatch(word) else _COLUMNS.get(word)
        if name:
            places.setdefault(name, slice(start, end))
    return places


def _by_places(line: str, places: Mapping[str, slice]) -> Cells | None:
    """Return the cells below the names, or None if the columns of the line are shifted."""
    cells = {name: line[place].strip() for name, place in places.items()}
    is_straight = cells["sex"].upper() in _SEXES and (cells["rating"].isdecimal() or not cells["rating"])
    return cells if is_straight else None


def _by_shape(line: str) -> Cells | None:
    found = _SHAPE.fullmatch(line)
    if found is None:
        return None
    cells = {name: value or "" for name, value in found.groupdict().items()}
    if int(cells["rating"]) < _LEAST_RATING:
        cells["rating"] = ""
    return cells
