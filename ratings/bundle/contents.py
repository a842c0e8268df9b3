"""The files of a bundle: tables as columns, in a form that anyone can read and join."""

import datetime as dt
import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields
from enum import IntEnum
from typing import Any

import numpy as np

from federation.database.columns import columns_of, indices_of, take
from federation.files.spreadsheets import csv_text, safe_cells
from federation.files.text_columns import Cells, between, formatted, lines, numbers, texts
from federation.identity.member_numbers import form, written
from federation.identity.names import PersonName
from federation.models import Member
from ratings.bundle.identities import Identities
from ratings.calculation.arrays import LedgerLines, RatingLines
from ratings.calculation.period_builder import Gathered
from ratings.games.digest_records import NO_LETTER, OF_TOURNAMENTS
from ratings.systems.period import NONE, BughouseGames, Ints, Kind, Reason, Status

CHUNK = 10_000  # rows whose text is made at a time
Form = Callable[[Any], Cells]


@dataclass(frozen=True)
class Table:
    """Columns of the same length."""

    columns: dict[str, Any]
    forms: dict[str, Form]

    def parts(self) -> Iterator[bytes]:
        """Yield the table as CSV, some rows at a time: the text of a large table never fills the memory."""
        yield ",".join(self.columns).encode() + b"\n"
        for start in range(0, len(next(iter(self.columns.values()))), CHUNK):
            rows = slice(start, start + CHUNK)
            cells = [self.forms.get(name, numbers)(column[rows]) for name, column in self.columns.items()]
            yield from lines([*between(b",", cells), b"\n"])


class Contents:
    """The tables of one list."""

    def __init__(self, gathered: Gathered, who: Identities) -> None:
        self._gathered, self._who = gathered, who
        self._forms = {
            **dict.fromkeys(("player", "now", "opponent", *SEATS), who.cells_of),
            **FORMS,
        }

    def players(self, names: Sequence[str]) -> Table:
        """Return all players as the system received them. ``names`` come from `public_names`."""
        players, ids = self._gathered.period.players, self._gathered.member_ids
        rows = self._who.sorted(ids)
        columns = {field.name: getattr(players, field.name)[rows] for field in fields(players)}
        del columns["number"]
        named = np.array(safe_cells(names), object)[rows]
        shown = self._numbers(players.number[rows], ids[rows])
        return self._table({"player": ids[rows], **shown, "name": named, **columns})

    def _numbers(self, keys: Ints, ids: Ints) -> dict[str, Any]:
        """Return the member numbers as they are written, "" for pseudonyms: a column only if numbers are
        not the keys by which players are called.
        """
        if form().is_plain(int(keys.max(initial=0))):
            return {}
        is_secret = self._who.has_pseudonym(ids).tolist()
        numbers = ["" if secret else number for secret, number in zip(is_secret, written(keys.tolist()), strict=True)]
        return {"member_number": np.array(numbers, object)}

    def games(self) -> Table:
        """Return every pairing of the period in order of play, numbered from 1, with a reason if it does not count."""
        pairings = self._gathered.games.pairings
        columns = {name: pairings[name] for name in pairings.dtype.names}
        columns = {"game": np.arange(1, len(columns.pop("id")) + 1), **columns}
        if not isinstance(self._gathered.period.games, BughouseGames):
            columns = {name: column for name, column in columns.items() if name not in PARTNERS}
        if not self._gathered.games.whole:
            columns = {name: column for name, column in columns.items() if name not in OF_TOURNAMENTS}
        for name in columns.keys() & SEATS:
            columns[name] = self._ids(columns[name])
        return self._table(columns)

    def ratings(self, lines: RatingLines) -> Table:
        return self._table(self._columns(lines))

    def previous(self, lines: RatingLines) -> Table:
        """Return the ratings of the previous list; ``now`` is the record of today, which differs after a merge."""
        columns = self._columns(lines)
        listed = columns.pop("player")
        now = self._ids(self._gathered.games.people.rows(listed))
        return self._table({"player": listed, "now": now, **columns})

    def entries(self, ledger: LedgerLines) -> Table:
        """Return the ledger; ``game`` is the number in the table of games, 0 for an entry of a special rule."""
        pairings = self._gathered.games.pairings
        order = np.argsort(pairings["id"])
        places = np.searchsorted(pairings["id"][order], ledger.pairing)
        rows = self._who.sorted(ledger.member)
        columns = {name: ledger[name][rows] for name in ledger.dtype.names}
        game = np.where(ledger.pairing > 0, np.append(order, NONE)[places] + 1, 0)[rows]
        del columns["key"], columns["opponent_key"], columns["pairing"]
        return self._table({"player": columns.pop("member"), "number": columns.pop("number"), "game": game, **columns})

    def _columns(self, lines: RatingLines) -> dict[str, Any]:
        lines = lines[self._who.sorted(lines.member)]
        columns = {name: lines[name] for name in lines.dtype.names}
        del columns["key"], columns["club"]
        columns = {NAMES.get(name, name): column for name, column in columns.items()}
        return {"player": columns.pop("member"), **columns}

    def _table(self, columns: dict[str, Any]) -> Table:
        return Table(columns, self._forms)

    def _ids(self, rows: Ints) -> Ints:
        return np.append(self._gathered.games.people.ids, 0)[rows]


NAMES = {"club_key": "club_number"}  # of columns that are called otherwise in a bundle
PARTNERS = {"white_partner", "black_partner"}
SEATS = {"white", "black", *PARTNERS}


def public_names(ids: Ints, who: Identities) -> list[str]:
    """Return the names of these members, empty for hidden members and minors. One query."""
    known, last, first = columns_of(Member.objects.order_by("pk"), "pk", "last_name", "first_name")
    places, nameless = indices_of(ids, known), who.nameless[who.places(ids)].tolist()
    names = map(PersonName, take(last, places), take(first, places))
    return ["" if is_nameless else str(name) for name, is_nameless in zip(names, nameless, strict=True)]


def _cells(write: Callable[[Any], str]) -> Form:
    """Return the form of columns whose values are written by this function."""
    return lambda column: formatted(column.tolist(), write)


def _word(member: IntEnum) -> str:
    """Return the word for a code; "" for no reason."""
    return "" if member is Reason.NONE else member.name.lower()


FORMS: dict[str, Form] = {
    **dict.fromkeys(("day", "last_day"), _cells(lambda day: dt.date.fromordinal(day).isoformat() if day else "")),
    **dict.fromkeys(("white_letter", "black_letter"), _cells(lambda code: "" if code == NO_LETTER else chr(code))),
    "status": _cells(lambda code: _word(Status(code))),
    "kind": _cells(lambda code: _word(Kind(code))),
    "reason": _cells(lambda code: _word(Reason(code))),
    "deviation": lambda column: texts(["" if math.isnan(number) else repr(number) for number in column.tolist()]),
    "member_number": lambda column: texts(column.tolist()),
    "name": lambda column: texts([csv_text(text) for text in column.tolist()]),
}
