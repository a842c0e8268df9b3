"""Dates of TRF files, in every order that programs write (formats/trf 2.6).

TRF prescribes YYYY/MM/DD, and YY/MM/DD for rounds (record 132); real files hold d/m/y, y.d.m, `May 29, 2020` and more.
A text is read in all orders that make it a day; start, end and rounds together decide which one is meant.
"""

from __future__ import annotations

import datetime as dt
import itertools
import re
from collections.abc import Sequence
from dataclasses import dataclass

from tournaments.formats.checks import LONGEST_EVENT
from tournaments.formats.report import Place, Problem

_NUMBERS = re.compile(r"(\d{1,4})(?:\s*([./-])\s*|\s+)(\d{1,2})(?:\s*[./-]\s*|\s+)(\d{1,4})")
_LONGEST_DATE = 40  # letters
_COMPACT = re.compile(r"(\d{4})(\d{2})(\d{2})")
_WORDS = re.compile(r"([A-Za-z]{3,9})\.? +(\d{1,2})(?:st|nd|rd|th)?,? +(\d{4})")
_WORDS_DAY_FIRST = re.compile(r"(\d{1,2})\.? +([A-Za-z]{3,9})\.?,? +(\d{4})")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_YEAR = re.compile(r"(?<!\d)(1[89]\d\d|20\d\d)(?!\d)")


def readings(text: str) -> tuple[dt.date, ...]:
    """Every day that the text can mean, the likeliest first; empty where it is no date."""
    text = text.strip()
    if len(text) > _LONGEST_DATE:
        return ()
    if words := _WORDS.fullmatch(text):
        orders = [(words[3], _month(words[1]), words[2])]
    elif words := _WORDS_DAY_FIRST.fullmatch(text):
        orders = [(words[3], _month(words[2]), words[1])]
    elif compact := _COMPACT.fullmatch(text):
        orders = [(compact[1], compact[2], compact[3])]
    elif numbers := _NUMBERS.fullmatch(text):
        orders = _orders(numbers[1], numbers[2] or "", numbers[3], numbers[4])
    else:
        orders = []
    return _days(orders)


def _orders(first: str, mark: str, second: str, third: str) -> list[tuple[str, str, str]]:
    """Year, month and day in every order that somebody writes, the likeliest first."""
    if len(first) >= 3:  # day and month may have changed places only where the month would be none: 2011.25.02
        return [(first, second, third)] if int(second) <= 12 else [(first, third, second)]
    day_first, month_first = (third, second, first), (third, first, second)
    orders = [day_first] if mark == "." else [day_first, month_first]  # nobody writes m.d.y
    if len(third) <= 2:  # TRF's own order is before all others
        orders = [(first, second, third), day_first, (first, third, second), *orders[1:]]
    return orders


def _month(name: str) -> str:
    short = name[:3].lower()
    return str(_MONTHS.index(short) + 1) if short in _MONTHS else "0"


def _days(orders: Sequence[tuple[str, str, str]]) -> tuple[dt.date, ...]:
    days: dict[dt.date, None] = {}
    for year_text, month, day in orders:
        year = int(year_text)
        if len(year_text) <= 2:
            year += 2000 if year < 70 else 1900
        if 1900 <= year <= 2099 and 1 <= int(month) <= 12 and 1 <= int(day) <= 31:
            try:
                days[dt.date(year, int(month), int(day))] = None
            except ValueError:  # 31 June
                continue
    return tuple(days)


def read_birth(text: str) -> tuple[dt.date | None, int | None]:
    """Birth date, or the year alone: `1969.12.06`, `1978`, `1997/00/00`; nothing of `0000/00/00`."""
    days = readings(text)
    if days:
        return days[0], None
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
    """Reads start (042), end (052) and round dates (132) so that they fit each other best.

    ``lines``: where the three records stand. Where two ways to read fit equally well, the first in TRF's own order is
    taken and a problem says so.
    """
    problems = [
        Problem("date_unknown", Place(line=line), {"value": text.strip()})
        for line, text in ((lines[0], start), (lines[1], end), *((lines[2], text) for text in rounds))
        if text.strip() and not readings(text)
    ]
    days_of_rounds = [readings(text) for text in rounds]
    pairs = list(itertools.product(readings(start) or (None,), readings(end) or (None,)))
    costs = [_misfit(first, last, days_of_rounds) for first, last in pairs]
    best = [pair for pair, cost in zip(pairs, costs, strict=True) if cost == min(costs)]
    first, last = best[0]
    for line, text, chosen, side in ((lines[0], start, first, 0), (lines[1], end, last, 1)):
        if chosen is not None and any(pair[side] != chosen for pair in best):
            facts: dict[str, object] = {"value": text.strip(), "date": chosen.isoformat()}
            problems.append(Problem("date_ambiguous", Place(line=line), facts))
    round_dates = _round_dates(first, last, rounds)
    known = [day for day in round_dates if day is not None]
    if known:
        first, last = first or min(known), last or max(known)
    return Dates(first, last, round_dates, tuple(problems))


def _inside(day: dt.date, first: dt.date | None, last: dt.date | None) -> bool:
    return (first is None or day >= first) and (last is None or day <= last)


def _misfit(first: dt.date | None, last: dt.date | None, rounds: Sequence[tuple[dt.date, ...]]) -> tuple[int, int, int]:
    """How badly a start and an end fit: reversed or very far apart, rounds outside, days more than the rounds need."""
    odd = days = 0
    if first is not None and last is not None:
        odd = 2 if last < first else int((last - first).days > LONGEST_EVENT)
        days = (last - first).days
    told = [days_of_round for days_of_round in rounds if days_of_round]
    outside = sum(1 for readable in told if not any(_inside(day, first, last) for day in readable))
    return odd, outside, days if told and not outside else 0


def _round_dates(first: dt.date | None, last: dt.date | None, rounds: Sequence[str]) -> tuple[dt.date | None, ...]:
    """For each round the likeliest day that lies inside the tournament and not before the last round."""
    dates: list[dt.date | None] = []
    before = first
    for text in rounds:
        days = readings(text)
        inside = [day for day in days if _inside(day, first, last)]
        in_turn = [day for day in inside if _inside(day, before, last)]
        dates.append(next(iter(in_turn or inside or days), None))
        before = dates[-1] or before
    return tuple(dates)
