"""Which column of a crosstable is what. Tables come in many languages: numbers of rounds and values decide, not words.

Source: formats/chess-results-xlsx, sections 1 and 2. A table is text here: a line a row, tabs between the cells.
"""

import re
from collections.abc import Callable, Container, Sequence
from typing import NamedTuple

from tournaments.formats.common.values import MAX_FIDE_ID, MAX_NUMBER, MAX_RATING, whole_number

MAX_COLUMNS = 300
SEARCHED = 40  # rows in which the header is looked for; users delete those above it

_ROUND = re.compile(r"(\d{1,2})\.\s*[^\W\d_]{1,5}\.?")  # 1.Rd, 1. Rd., 1.Ro
_FEDERATION = re.compile(r"[A-Z]{3}")
_TITLES = {"GM", "IM", "FM", "CM", "WGM", "WIM", "WFM", "WCM", "AGM", "AIM", "AFM", "ACM"}
_FIDE_RATINGS, _NATIONAL_RATINGS = ("rtgi", "eloi"), ("rtgn", "elon")
_RATINGS = ("rtg", "elo", "rating")
_CLUBS = ("club", "verein", "cercle")

Row = Sequence[str]


class Columns(NamedTuple):
    """The places of what is known in a row, from 0 on; None for what the table does not have."""

    rounds: tuple[int, ...]
    name: int
    points: int | None
    numbers: tuple[int, ...]  # in which every row has its own number, from the left
    title: int | None
    federation: int | None
    fide_id: int | None
    rating: int | None
    fide_rating: int | None
    club: int | None


def cells_of(line: str) -> list[str]:
    """Return the cells of a line without the blanks around them."""
    return [cell.strip() for cell in line.split("\t")[:MAX_COLUMNS]]


def header_of(lines: Sequence[str]) -> int | None:
    """Return the place of the row that heads the rounds; None if there is none."""
    return next((place for place, line in enumerate(lines[:SEARCHED]) if len(_rounds(cells_of(line))) >= 2), None)


def is_round_robin(lines: Sequence[str]) -> bool:
    """Return whether the table has opponents where a crosstable has rounds: columns headed 1, 2, 3."""
    heads = ([cell for cell in cells_of(line) if cell.isdigit()] for line in lines[:SEARCHED])
    return any(len(head) >= 3 and head == [str(number) for number in range(1, len(head) + 1)] for head in heads)


def columns_of(header: Row, rows: Sequence[Row]) -> Columns | None:
    """Return the columns; None if no column can be that of the names."""
    rounds = _rounds(header)
    before = range(rounds[0])
    values = {place: [row[place] if place < len(row) else "" for row in rows] for place in before}
    name = max(before, key=lambda place: sum(map(_letters, values[place])), default=None)
    if name is None or not all(_letters(value) for value in values[name]):
        return None
    labels = {place: header[place].lower() for place in before}
    after = rounds[-1] + 1
    national, fide, plain = (_labelled(labels, words) for words in (_NATIONAL_RATINGS, _FIDE_RATINGS, _RATINGS))
    if plain is None:
        plain = next((place for place in before if place > name and _all(values[place], _is_rating)), None)
    return Columns(
        rounds=rounds,
        name=name,
        points=after if any(len(row) > after for row in rows) else None,
        numbers=tuple(place for place in range(name) if _are_numbers(values[place]))[:3],
        title=next((place for place in before if _all(values[place], _TITLES.__contains__)), None),
        federation=next((place for place in before if _all(values[place], _FEDERATION.fullmatch, _TITLES)), None),
        fide_id=next((place for place in before if place != name and _all(values[place], _is_fide_id)), None),
        rating=national if national is not None else plain,
        fide_rating=fide,
        club=_labelled(labels, _CLUBS),
    )


def _rounds(header: Row) -> tuple[int, ...]:
    """Return the places of the rounds 1, 2, 3, which stand side by side."""
    found = {place: int(match[1]) for place, cell in enumerate(header) if (match := _ROUND.fullmatch(cell))}
    first = next((place for place, number in found.items() if number == 1), None)
    places: list[int] = []
    while first is not None and found.get(first + len(places)) == len(places) + 1:
        places.append(first + len(places))
    return tuple(places)


def _labelled(labels: dict[int, str], words: Sequence[str]) -> int | None:
    return next((place for place, label in labels.items() if label.startswith(tuple(words))), None)


def _all(values: Sequence[str], fits: Callable[[str], object], but: Container[str] = frozenset()) -> bool:
    """Return whether some values are filled and every one of these fits."""
    filled = [value for value in values if value and value != "0"]
    return bool(filled) and all(fits(value) and value not in but for value in filled)


def _letters(value: str) -> int:
    return sum(map(str.isalpha, value))


def _is_rating(value: str) -> bool:
    return 500 <= (whole_number(value) or 0) <= MAX_RATING


def _is_fide_id(value: str) -> bool:
    return 100_000 <= (whole_number(value) or 0) <= MAX_FIDE_ID


def _are_numbers(values: Sequence[str]) -> bool:
    """Return whether every row has a number and no two the same."""
    numbers = [whole_number(value) or 0 for value in values]
    return all(0 < number <= MAX_NUMBER for number in numbers) and len({*numbers}) == len(numbers)
