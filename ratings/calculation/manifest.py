"""What a list is made of, in digests: games, previous list, rules, entries. Arrays and plain data only.

A digest is a SHA-256 of one canonical form, so it is the same on every database and machine:
- of the list, and of its rules: the JSON of the manifest (of the values of the rules) with sorted keys, no spaces,
  UTF-8 as it is;
- of the ratings, and of the ledger: every line, by key (then number), as its columns except `IDS`, each a
  signed number of eight bytes, the lowest first (little-endian), without gaps. A deviation is rounded to
  `DEVIATION_PLACES` decimals, half to even, and counts in units of the last of them; -1 = none;
- of the games: see `digest_records`.

Lists of earlier versions keep the digests that they were published with (`earlier_digests`).
"""

import datetime as dt
import hashlib
import json
from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.calculation.arrays import LedgerLines, Lines, RatingLines
from ratings.calculation.earlier_digests import digest_of, is_earlier
from ratings.games.archive import ListGames
from ratings.models import PoolRules, RatingList, RatingPool
from ratings.systems.period import Floats, Ints, Kind, Reason, Status

VERSION = 2  # 1: without codes
RECORD = np.dtype("<i8")
WIDE = 2  # the form of digests of games whose numbers have eight bytes
DEVIATION_PLACES = 3  # far more than anybody reads, far less than machines differ in
ADDED = {"facts", "codes"}  # parts that manifests of earlier versions do not have
AUDIT = "audit"  # the fact {"n": number, "hash": hexadecimal}: the last entry of the audit when the list was calculated
IDS = {"member", "club", "pairing", "opponent"}  # columns that hold ids of this database


def manifest(
    pool: RatingPool, date: dt.date, *, ratings: RatingLines, ledger: LedgerLines | None = None,
    previous: RatingList | None = None, games: ListGames | None = None, rules: dict[str, Any] | None = None,
    facts: dict[str, Any] | None = None,
) -> dict[str, Any]:  # fmt: skip
    """Return everything that identifies a list. A starting list has neither games nor rules nor ledger."""
    return {
        "version": VERSION,
        "codes": codes(),
        "pool": pool.slug,
        "system": pool.system,
        "date": date.isoformat(),
        "previous": {"date": previous.date.isoformat(), "digest": previous.digest} if previous else None,
        "games": games_part(games) if games is not None else None,
        "rules": rules,
        "facts": facts or {},  # what staff has to know of the run; the last entry of the audit (`in_form_of`)
        "ratings": lines_part(ratings),
        "ledger": lines_part(ledger) if ledger is not None else None,
    }


def codes() -> dict[str, dict[str, int]]:
    """Return the numbers behind words of ratings and ledger, as digests and rows have them."""
    return {
        name: {"" if word is Reason.NONE else word.name.lower(): word.value for word in words}
        for name, words in (("status", Status), ("kind", Kind), ("reason", Reason))
    }


def games_part(games: ListGames) -> dict[str, Any]:
    """Return the number of games and tournaments, and their digest with its form, where that is not the first."""
    return {
        **({"form": WIDE} if games.wide else {}),
        "count": int(games.counts.sum()),
        "not_counted": int((~games.counts).sum()),
        "tournaments": len(games.tournaments),
        "digest": games.digest,
    }


def rules_part(rules: PoolRules, values: dict[str, Any]) -> dict[str, Any]:
    """Return the rules as the pool names them, and every number they stand for."""
    return {
        "profile": rules.profile,
        "parameters": rules.parameters,
        "values": values,
        "digest": hashlib.sha256(canonical(values).encode()).hexdigest(),
    }


def lines_part(lines: Lines, published: dict[str, Any] | None = None) -> dict[str, Any]:
    """Return the number of lines, and their digest; of the form of a ``published`` manifest, if there is one."""
    if published and is_earlier(published):
        return {"count": len(lines), "digest": digest_of(lines)}
    names = [name for name in lines.dtype.names if name not in IDS]
    return {"count": len(lines), "digest": hashlib.sha256(records(lines, names)).hexdigest()}


def records(lines: Lines, names: Sequence[str]) -> NDArray[np.int64]:
    """Return these columns as digests have them, a row a line."""
    found = np.empty((len(lines), len(names)), RECORD)
    for place, name in enumerate(names):
        column = lines[name]
        found[:, place] = _in_places(column) if column.dtype.kind == "f" else column
    return found


def _in_places(deviations: Floats) -> Ints:
    known = ~np.isnan(deviations)
    return np.where(known, np.rint(np.where(known, deviations, 0) * 10**DEVIATION_PLACES), -1).astype(np.int64)


def in_form_of(
    published: dict[str, Any],
    contents: dict[str, Any],
    ratings: RatingLines,
    ledger: LedgerLines | None = None,
    games: ListGames | None = None,
) -> dict[str, Any]:
    """Return the manifest of these lines and games as the version of the site writes it that ``published`` another.

    It names the same entry of the audit, which says nothing of the list but when it was made.
    """
    audit = {name: said for name, said in published.get("facts", {}).items() if name == AUDIT}
    known = {
        **contents,
        "facts": {name: said for name, said in contents["facts"].items() if name != AUDIT} | audit,
        **{name: published.get(name) for name in ("version", "codes")},
        "ratings": lines_part(ratings, published),
        "ledger": lines_part(ledger, published) if ledger is not None else None,
        "games": games_part(games) if games is not None else None,
    }
    return {name: part for name, part in known.items() if name in published or name not in ADDED}


def digest(contents: dict[str, Any]) -> str:
    """Return the digest of a whole list, which is that of its manifest."""
    return hashlib.sha256(canonical(contents).encode()).hexdigest()


def canonical(contents: Any) -> str:
    """Return one text for equal data."""
    return json.dumps(contents, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
