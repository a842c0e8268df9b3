"""What a list is made of, in digests: games, previous list, rules, entries. Pure reckoning over arrays and plain data.

A digest is the SHA-256 of canonical lines of text by matricule, so it is the same on every database and machine.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from ratings.entries import LedgerLines, Lines, RatingLines
from ratings.games import ListGames
from ratings.models import PoolRules, RatingList, RatingPool

VERSION = 1
IDS = {"member", "club", "pairing", "opponent"}  # columns that hold ids of this database


def manifest(
    pool: RatingPool, date: dt.date, *, ratings: RatingLines, ledger: LedgerLines | None = None,
    previous: RatingList | None = None, games: ListGames | None = None, rules: dict[str, Any] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Everything that identifies a list. An imported starting list has neither games nor rules nor ledger."""
    return {
        "version": VERSION,
        "pool": pool.slug,
        "system": pool.system,
        "date": date.isoformat(),
        "previous": {"date": previous.date.isoformat(), "digest": previous.digest} if previous else None,
        "games": games_part(games) if games is not None else None,
        "rules": rules,
        "ratings": lines_part(ratings),
        "ledger": lines_part(ledger) if ledger is not None else None,
    }


def games_part(games: ListGames) -> dict[str, Any]:
    """How many games went in, of how many tournaments, and their digest."""
    return {
        "count": int(games.pairings.counts.sum()),
        "not_counted": int((~games.pairings.counts).sum()),
        "tournaments": len(games.tournaments),
        "digest": games.digest,
    }


def rules_part(rules: PoolRules, values: dict[str, Any]) -> dict[str, Any]:
    """The rules that hold: how the pool names them, and every number they stand for."""
    return {
        "profile": rules.profile,
        "parameters": rules.parameters,
        "values": values,
        "digest": hashlib.sha256(canonical(values).encode()).hexdigest(),
    }


def lines_part(lines: Lines) -> dict[str, Any]:
    """How many lines, and the digest of one line of text a row: of the columns that do not hold ids."""
    whole = hashlib.sha256()
    names = [field.name for field in fields(lines) if field.name not in IDS]
    for part in lines.parts():
        whole.update("".join(texts(part, names)).encode())
    return {"count": len(lines), "digest": whole.hexdigest()}


def texts(lines: Lines, names: list[str]) -> Iterator[str]:
    """One line of text a row, of the columns named."""
    pattern = " ".join("%.9g" if getattr(lines, name).dtype.kind == "f" else "%d" for name in names) + "\n"
    for part in lines.parts():
        for row in zip(*(getattr(part, name).tolist() for name in names), strict=True):
            yield pattern % row


def digest(contents: dict[str, Any]) -> str:
    """The digest of a whole list: of its manifest."""
    return hashlib.sha256(canonical(contents).encode()).hexdigest()


def canonical(contents: Any) -> str:
    """One text for equal data."""
    return json.dumps(contents, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
