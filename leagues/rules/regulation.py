"""A regulation: rules with a first day, and what differs in a division. Later rows hold the parameters that differ.

Each match is checked by the rules of the day on which it was played.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from leagues.rules.parameters import Rules

Changes = Mapping[str, Any]  # subject -> parameter -> value


class WrongRules(ValueError):
    """Rules that cannot be read: the parameter and what is wrong with it."""


@dataclass(frozen=True)
class Amendment:
    """Parameters that differ from a day on, in the division of some level or everywhere."""

    valid_from: dt.date
    changes: Changes
    level: int = 0  # 0: everywhere
    reason: str = ""


@dataclass(frozen=True)
class Regulation:
    """The dated rules of a competition."""

    name: str
    source: str
    amendments: tuple[Amendment, ...]

    def on(self, day: dt.date, level: int = 0, more: Iterable[Amendment] = ()) -> Rules:
        """Return the rules of a division on a day. ``more``: those of the season, which go before these.

        The later day goes before the earlier one, and a division before all of them. Raise `WrongRules`.
        """
        together: dict[str, Any] = {}
        for rows in (self.amendments, tuple(more)):
            found = [row for row in rows if row.valid_from <= day and row.level in {0, level}]
            for row in sorted(found, key=lambda each: (each.level, each.valid_from)):
                together = merged(together, row.changes)
        return rules_of(together)


def rules_of(parameters: Changes) -> Rules:
    """Return the parameters as rules, others as by default. Raise `WrongRules` with the parameter that is wrong."""
    try:
        return msgspec.convert(dict(parameters), Rules, strict=True)
    except msgspec.ValidationError as problem:
        raise WrongRules(str(problem)) from None


def merged(first: Changes, then: Changes) -> dict[str, Any]:
    """Return the parameters of both; those of the second go before those of the first."""
    whole = dict(first)
    for name, value in then.items():
        known = whole.get(name)
        whole[name] = merged(known, value) if isinstance(known, Mapping) and isinstance(value, Mapping) else value
    return whole


def read(tables: Mapping[str, Any]) -> Regulation:
    """Return the regulation of a file: `name`, `source` and `[[rules]]` with `from`, `level` and the parameters.

    Raise `WrongRules`.
    """
    rows = []
    for table in tables.get("rules", ()):
        changes = {name: value for name, value in table.items() if name not in {"from", "level", "reason"}}
        rules_of(changes)
        rows.append(Amendment(table.get("from", dt.date.min), changes, table.get("level", 0), table.get("reason", "")))
    if not rows:
        raise WrongRules("there are no [[rules]]")
    return Regulation(str(tables.get("name", "")), str(tables.get("source", "")), tuple(rows))
