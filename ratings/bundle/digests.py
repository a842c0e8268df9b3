"""The digests of a list: the one form of its numbers that everybody agrees on, on any machine.

All digests are SHA-256. Those of games, lists and entries are made of keys: from a pseudonym nobody can make
them.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import json
import math
import struct
from collections.abc import Iterable, Iterator
from typing import Any

Row = dict[str, Any]
Codes = dict[str, dict[str, int]]  # the numbers behind words

WIDE = 2  # form of the digest of games where the keys of member numbers are long
NOT_IN_DIGESTS = {"now", "game"}
GAME_COLUMNS = (
    *("day", "round", "board", "white", "black", "white_given", "black_given", "white_letter", "black_letter"),
    *("handicap", "board_size", "tempo", "reason", "white_guest", "black_guest", "minute"),
    *("white_partner", "black_partner"),
)
OF_TOURNAMENTS = ("rounds", "participants")  # where tournaments are rated as a whole


# The first version of the site wrote digests of lines of text, of these columns, and without these others.
TEXT_OF_GAMES = ("white_letter", "black_letter", "handicap", "board_size", "tempo", "reason")
NOT_IN_TEXT = {*NOT_IN_DIGESTS, "was_rated", "last_minute"}


def of_json(facts: Any) -> str:
    """Return the digest of facts as JSON: sorted keys, no spaces, UTF-8."""
    text = json.dumps(facts, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()


def of_games(rows: list[Row], codes: Codes, manifest: Row) -> str:
    """Return the digest over those of the tournaments: their games as numbers of four bytes, in form 2 of eight, lowest
    first.
    """
    if "facts" not in manifest:
        return of_text(f"{row['tournament']} {text_of_game(row, codes)}" for row in rows)
    letter = "q" if manifest["games"].get("form") == WIDE else "i"
    tournaments: dict[int, Any] = {}
    for row in rows:
        given = {f"{side}_given": row[f"{side}_given"] or row[f"{side}_entry"] for side in ("white", "black")}
        names = (*GAME_COLUMNS, *(name for name in OF_TOURNAMENTS if name in row))
        numbers = [number_of(codes, name, (row | given).get(name, 0)) for name in names]
        digest = tournaments.setdefault(row["tournament"], hashlib.sha256())
        digest.update(struct.pack(f"<{len(numbers)}{letter}", *numbers))
    return hashlib.sha256(b"".join(tournaments[number].digest() for number in sorted(tournaments))).hexdigest()


def of_lines(rows: list[Row], codes: Codes, manifest: Row) -> str:
    """Return the digest of the rows as numbers of eight bytes, the lowest first."""
    if "facts" not in manifest:
        return of_text(" ".join(texts_of_line(row, codes)) for row in rows)
    whole = hashlib.sha256()
    for row in rows:
        numbers = [number_of(codes, name, value) for name, value in row.items() if name not in NOT_IN_DIGESTS]
        whole.update(struct.pack(f"<{len(numbers)}q", *numbers))
    return whole.hexdigest()


def of_text(lines: Iterable[str]) -> str:
    """Return the digest of lines that each end with a line feed."""
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def text_of_game(row: Row, codes: Codes) -> str:
    """Return the text of a game. A player who is no member is written as minus the rating given for them."""
    won, lost, *rest = (number_of(codes, name, row[name]) for name in TEXT_OF_GAMES)
    players = (row[side] or str(-row[f"{side}_given"]) for side in ("white", "black"))
    day = dt.date.fromordinal(row["day"]).isoformat()
    return " ".join([day, str(row["round"]), str(row["board"]), *players, chr(won) + chr(lost), *map(str, rest)])


def texts_of_line(row: Row, codes: Codes) -> Iterator[str]:
    """Return the texts of a line. A deviation has nine digits."""
    for name, value in row.items():
        if name not in NOT_IN_TEXT:
            yield f"{value:.9g}" if name == "deviation" else str(number_of(codes, name, value))


def number_of(codes: Codes, name: str, value: Any) -> int:
    """Return a cell as digests have it: a deviation in thousandths, -1 = none."""
    if name in codes:
        return codes[name][value]
    if name == "deviation":
        return -1 if math.isnan(value) else round(1000 * value)
    if name in {"white_letter", "black_letter"}:
        return ord(value) if value else 0
    return int(value or 0)
