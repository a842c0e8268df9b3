"""A period as the implementations of `ratings.bundle.plain` take it, and whether they agree with the engine."""

from __future__ import annotations

from dataclasses import fields
from types import ModuleType
from typing import Any

import pytest

from ratings.systems.period import NONE, Games, Kind, Ledger, Outcome, Period, Players, Reason, Status

Row = dict[str, Any]


def recompute(plain: ModuleType, period: Period, rules: Any) -> tuple[dict[str, Row], list[Row]]:
    """Return what the plain calculation says: lines by player's number, and the entries of games."""
    return plain.recompute(*rows_of(period), rules.as_dict(), period.end.toordinal())


def assert_agreement(plain: ModuleType, period: Period, rules: Any, outcome: Outcome) -> None:
    """Compare every number of every line and of every entry of a game."""
    lines, entries = recompute(plain, period, rules)
    for row, name in enumerate(lines):
        for column, value in lines[name].items():
            found = getattr(outcome, column)[row].item()
            found = Status(found).name.lower() if column == "status" else found
            assert same(plain, column, found, value), (name, column)
    expected = {(entry["player"], entry["game"], entry["kind"]): entry for entry in entries}
    written = {(entry["player"], entry["game"], entry["kind"]): entry for entry in entries_of(period, outcome.ledger)}
    assert len(expected) == len(entries)
    assert expected.keys() == written.keys()
    for key, entry in expected.items():
        differing = [name for name in entry if not same(plain, name, written[key][name], entry[name])]
        assert not differing, (entry, written[key])


def same(plain: ModuleType, column: str, found: Any, expected: Any) -> bool:
    tolerance = plain.TOLERANCES.get(column)
    return found == (pytest.approx(expected, rel=0, abs=tolerance, nan_ok=True) if tolerance else expected)


def rows_of(period: Period) -> tuple[list[Row], list[Row]]:
    """Players and games as a bundle's files have them."""
    names = [*map(str, period.players.number.tolist()), ""]  # NONE is the last
    players = [{"player": name, **row} for name, row in zip(names, _rows(period.players), strict=False)]
    games = [
        {"game": number} | {column: names[value] if column in SEATS else value for column, value in row.items()}
        for number, row in enumerate(_rows(period.games))
    ]
    return players, games


SEATS = {"white", "black", "white_partner", "black_partner"}


def entries_of(period: Period, ledger: Ledger) -> list[Row]:
    """Return the entries of games as a bundle's file has them."""
    return [
        row
        | {
            "player": str(period.players.number[row["player"]]),
            "kind": Kind(row["kind"]).name.lower(),
            "reason": Reason(row["reason"]).name.lower() if row["reason"] else "",
        }
        for row in _rows(ledger)
        if row["game"] != NONE
    ]


def _rows(table: Players | Games | Ledger) -> list[Row]:
    names = [field.name for field in fields(table)]
    columns = (getattr(table, name).tolist() for name in names)
    return [dict(zip(names, row, strict=True)) for row in zip(*columns, strict=True)]
