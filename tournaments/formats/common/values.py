"""Single values as tournament programs write them: texts, days, FIDE ids. Shared by the readers."""

import datetime as dt
import re

from tournaments.formats.report import Place, Problem

MAX_FIDE_ID = 999_999_999  # the longest ids given so far have nine digits
MAX_RATING = 4000
MAX_NUMBER = 99_999  # of a player; no program gives a higher one
YEARS = range(1900, 2101)  # of a tournament or a birth; anything else is a typing error

LONGEST_GUID, LONGEST_VALUE = 100, 40  # letters; a value that a message quotes
_IN_BRACES = re.compile(r"\{([^{}]+)\}")
_CONTROLS = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_DAY_FIRST = re.compile(r"(\d{1,2})[./-](\d{1,2})[./-](\d{4}|\d{2})(?:\s+\d{1,2}[:.]\d{2}(?:[:.]\d{2})?)?", re.ASCII)
_YEAR_FIRST = re.compile(r"(\d{4})[./-](\d{1,2})[./-](\d{1,2})", re.ASCII)


def clean_text(text: str) -> str:
    """Return the text up to its first NUL, without control characters and outer blanks."""
    text = text.partition("\0")[0]
    return (text if text.isprintable() else _CONTROLS.sub(" ", text)).strip()


def whole_number(text: str) -> int | None:
    """Return the whole number that the text is, blanks around it allowed; None for anything else."""
    text = text.strip()
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 18 else None


def two_ratings(national: int | None, fide: int | None) -> tuple[int | None, int | None]:
    """Return ``rating`` and ``fide_rating`` of a player: the national rating, else FIDE's; and FIDE's.

    0 is none, and neither is what no rating can be.
    """
    national, fide = (each if each and 0 < each <= MAX_RATING else None for each in (national, fide))
    return national or fide, fide


def player_number(text: str) -> int:
    """Return the number of a player; 0 if the text is none."""
    number = whole_number(text) or 0
    return number if number <= MAX_NUMBER else 0


def make_day(year: int, month: int, day: int) -> dt.date | None:
    """Return the day; None if the calendar has no such day or no chess player can have lived in that year."""
    try:
        return dt.date(year, month, day) if year in YEARS else None
    except ValueError:
        return None


def read_day(text: str, place: Place) -> tuple[dt.date | None, list[Problem]]:
    """Return a day written ``dd/mm/yyyy``, ``dd.mm.yyyy`` or ``yyyy-mm-dd``, an hour after it allowed; None for "".

    A year of two digits means 1970 to 2069 and is reported; what cannot be read gives None and a problem.
    """
    text = text.strip()
    if not text:
        return None, []
    if found := _YEAR_FIRST.fullmatch(text):
        year, month, day = found.groups()
    elif found := _DAY_FIRST.fullmatch(text):
        day, month, year = found.groups()
    else:
        return None, [Problem("date_unknown", place, {"value": text[:LONGEST_VALUE]})]
    short = len(year) == 2
    read = make_day(int(year) + (0 if not short else 2000 if int(year) < 70 else 1900), int(month), int(day))
    if read is None:
        return None, [Problem("date_unknown", place, {"value": text[:LONGEST_VALUE]})]
    if short:
        return read, [Problem("date_ambiguous", place, {"value": text[:LONGEST_VALUE], "date": read.isoformat()})]
    return read, []


def read_fide_id(text: str, place: Place) -> tuple[int | None, list[Problem]]:
    """Return a FIDE id without quotes, blanks and leading zeros; anything else is a problem.

    Blank and 0 mean that there is none, as does -1 in the PGN files of databases.
    """
    bare = text.strip(" '\"’")
    number = 0 if bare in {"", "-1"} else whole_number(bare)
    if number is None or number > MAX_FIDE_ID:
        return None, [Problem("fide_id_unknown", place, {"value": text[:LONGEST_VALUE]})]
    return number or None, []


def guid_of(text: str) -> str:
    """Return the GUID in braces, in small letters, without what some programs add about sender and time."""
    found = _IN_BRACES.search(text)
    return (found[1] if found else text).strip().lower()[:LONGEST_GUID]


def arbiters_of(chief: str, *others: str) -> tuple[str, ...]:
    """Return the chief arbiter and the others, of whom one text may name several; none without a chief arbiter.

    A text without a letter, as "." or "-", names nobody.
    """
    names = [text.strip() for other in others for text in other.split(";")]
    deputies = dict.fromkeys(name for name in names if _is_name(name) and name != chief.strip())
    return (chief.strip(), *deputies) if _is_name(chief) else ()


def _is_name(text: str) -> bool:
    return any(letter.isalpha() for letter in text)


def matricule_in(licence: str) -> str:
    """Return the number if it can be a Belgian member number: Belgian lists have it in the place of other numbers.

    Five digits are no number of the French (a letter and five digits) nor of the Germans (eight digits).
    """
    return licence if len(licence) == 5 and whole_number(licence) else ""


def split_name(full_name: str) -> tuple[str, str]:
    """Return last and first name of ``Last, First``; without a comma all of it is the last name."""
    last, _comma, first = full_name.partition(",")
    return last.strip(), first.strip()
