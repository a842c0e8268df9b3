"""Dates of TRF files, in every order that programs write (formats/trf 2.6).

TRF prescribes YYYY/MM/DD, and YY/MM/DD for rounds (record 132); real files hold d/m/y, y.d.m, `May 29, 2020` and more.
A text is read in all orders that make it a day; start, end and rounds together decide which one is meant.
"""

import datetime as dt
import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from tournaments.formats.common.consistency import LONGEST_EVENT
from tournaments.formats.report import Place, Problem

_NUMBERS = re.compile(r"(\d{1,4})(?:\s*([./-])\s*|\s+)(\d{1,2})(?:\s*[./-]\s*|\s+)(\d{1,4})")
_USUAL = re.compile(r"((?:19|20)\d\d)([./-])(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])", re.ASCII)
_USUAL_ROUND = re.compile(r"([0-6]\d)([./-])(0[1-9]|1[0-2])\2(0[1-9]|[12]\d|3[01])", re.ASCII)
_LONGEST_DATE = 40  # letters
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})")
_WORDS = re.compile(r"([A-Za-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})")
_WORDS_DAY_FIRST = re.compile(r"(\d{1,2})\.? +([A-Za-z]{3,9})\.?,? +(\d{4})")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)")


Birth = tuple[dt.date | None, int | None]  # the day, or the year alone
UNKNOWN: Birth = (None, None)
_Order = tuple[str, str, str, str]  # its name, then year, month and day


def readings(text: str) -> dict[dt.date, set[str]]:
    """Return every day that the text can mean, the likeliest first, with the orders that make it; empty for no date."""
    text = text.strip()
    if len(text) > _LONGEST_DATE:
        return {}
    orders: list[_Order] = []
    if words := _WORDS.fullmatch(text):
        orders = [("words", words[3], _month(words[1]), words[2])]
    elif words := _WORDS_DAY_FIRST.fullmatch(text):
        orders = [("words", words[3], _month(words[2]), words[1])]
    elif compact := _COMPACT.fullmatch(text):
        orders = [("ymd", compact[1], compact[2], compact[3])]
    elif numbers := _NUMBERS.fullmatch(text):
        orders = _orders(numbers[1], numbers[2] or "", numbers[3], numbers[4])
    return _days(orders)


def _orders(first: str, mark: str, second: str, third: str) -> list[_Order]:
    """Return every order in which dates are written, the likeliest first."""
    year_first, year_day = ("ymd", first, second, third), ("ydm", first, third, second)
    if len(first) >= 3:  # day and month have changed places only where the month would be none: 2011.25.02
        return [year_first] if int(second) <= 12 else [year_day]
    orders = [("dmy", third, second, first)]
    if mark != ".":  # nobody writes m.d.y
        orders.append(("mdy", third, first, second))
    if len(third) <= 2:  # TRF's own order is before all others
        orders = [year_first, orders[0], year_day, *orders[1:]]
    return orders


def _month(name: str) -> str:
    short = name[:3].lower()
    return str(_MONTHS.index(short) + 1) if short in _MONTHS else "0"


def _days(orders: Sequence[_Order]) -> dict[dt.date, set[str]]:
    days: dict[dt.date, set[str]] = {}
    for name, year_text, month, day in orders:
        year = int(year_text)
        if len(year_text) <= 2:
            year += 2000 if year < 70 else 1900
        if 1900 <= year <= 2099 and 1 <= int(month) <= 12 and 1 <= int(day) <= 31:
            try:
                days.setdefault(dt.date(year, int(month), int(day)), set()).add(name)
            except ValueError:  # 31 June
                continue
    return days


def _usual_day(pattern: re.Pattern[str], text: str) -> dt.date | None:
    """Return the day of a text in the usual order, `_USUAL` or `_USUAL_ROUND`."""
    found = pattern.fullmatch(text)
    if found is None:
        return None
    year, _mark, month, day = found.groups()
    try:
        return dt.date(int(year) if len(year) > 2 else 2000 + int(year), int(month), int(day))
    except ValueError:  # 31 June
        return None


@lru_cache(maxsize=4096)  # events share their days
def _prescribed_day(text: str, is_round: bool) -> dt.date | None:
    return _usual_day(_USUAL_ROUND if is_round else _USUAL, text)


def read_birth(text: str) -> Birth:
    """Return birth date, or the year alone: `1969.12.06`, `1978`, `1997/00/00`; nothing for `0000/00/00`."""
    if not text or text.isspace():
        return UNKNOWN
    if usual := _usual_day(_USUAL, text):
        return usual, None
    for day in readings(text):
        return day, None
    year = _YEAR.search(text)
    return None, int(year[1]) if year else None


@dataclass(frozen=True)
class Dates:
    """What the date records of a file say together."""

    start: dt.date | None
    end: dt.date | None
    rounds: tuple[dt.date | None, ...]
    problems: tuple[Problem, ...]


def resolve(start: str, end: str, rounds: Sequence[str], lines: tuple[int, int, int]) -> Dates:
    """Read start (042), end (052) and round dates (132) so that they fit each other best.

    ``lines``: where the three records are. If two ways to read fit equally well, the first in TRF's own order is taken
    and a problem says so.
    """
    if prescribed := _as_prescribed(start, end, rounds):
        return prescribed
    starts, ends, days_of_rounds = readings(start), readings(end), [list(readings(text)) for text in rounds]
    dates = zip(
        (start, end, *rounds), lines[:2] + lines[2:] * len(rounds), (starts, ends, *days_of_rounds), strict=True
    )
    problems = [
        Problem("date_unknown", Place(line=line), {"value": text.strip()})
        for text, line, days in dates
        if text.strip() and not days
    ]
    pairs = list(itertools.product(starts or (None,), ends or (None,)))
    costs = []
    for first, last in pairs:
        odd, outside, spare = _misfit(first, last, days_of_rounds)
        mixed = first is not None and last is not None and not starts[first] & ends[last]
        costs.append((odd, outside, mixed, spare))  # one writer keeps to one order
    best = [pair for pair, cost in zip(pairs, costs, strict=True) if cost == min(costs)]
    first, last = best[0]
    for line, text, chosen, side in ((lines[0], start, first, 0), (lines[1], end, last, 1)):
        if chosen is not None and any(pair[side] != chosen for pair in best):
            facts: dict[str, object] = {"value": text.strip(), "date": chosen.isoformat()}
            problems.append(Problem("date_ambiguous", Place(line=line), facts))
    round_dates = _round_dates(first, last, days_of_rounds)
    known = [day for day in round_dates if day is not None]
    if known:
        first, last = first or min(known), last or max(known)
    return Dates(first, last, round_dates, tuple(problems))


def _as_prescribed(start: str, end: str, rounds: Sequence[str]) -> Dates | None:
    """Return the dates if all are written in TRF's own order and follow each other: no other order fits better then."""
    first, last = _prescribed_day(start, False), _prescribed_day(end, False)
    days = [day for text in rounds if (day := _prescribed_day(text, True))]
    if first is None or last is None or len(days) < len(rounds) or [first, *days, last] != sorted([first, *days, last]):
        return None
    return Dates(first, last, tuple(days), ())


def _inside(day: dt.date, first: dt.date | None, last: dt.date | None) -> bool:
    return (first is None or day >= first) and (last is None or day <= last)


def _misfit(first: dt.date | None, last: dt.date | None, rounds: Sequence[list[dt.date]]) -> tuple[int, int, int]:
    """Return how badly start and end fit.

    They may be reversed or very far apart, leave rounds outside, or span more days than the rounds need.
    """
    odd = days = 0
    if first is not None and last is not None:
        odd = 2 if last < first else int((last - first).days > LONGEST_EVENT)
        days = (last - first).days
    known = [days_of_round for days_of_round in rounds if days_of_round]
    outside = sum(1 for readable in known if not any(_inside(day, first, last) for day in readable))
    return odd, outside, days if known and not outside else 0


def _round_dates(
    first: dt.date | None, last: dt.date | None, rounds: Sequence[list[dt.date]]
) -> tuple[dt.date | None, ...]:
    """Return for each round the likeliest day inside the tournament and not before the previous round."""
    dates: list[dt.date | None] = []
    before = first
    for days in rounds:
        inside = [day for day in days if _inside(day, first, last)]
        in_turn = [day for day in inside if _inside(day, before, last)]
        dates.append(next(iter(in_turn or inside or days), None))
        before = dates[-1] or before
    return tuple(dates)
