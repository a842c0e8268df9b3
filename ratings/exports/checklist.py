"""CHCKLIST, the Belgian table of all games that went into a list, two records each (formats/belgium, 1.5, since 2015).

Games that were never played, or not to be rated, are not in it: the table has no sign for them.
"""

from __future__ import annotations

from collections.abc import Iterator

from federation import dbase
from federation.dbase import Field, Value
from ratings.exports.archives import zipped
from ratings.exports.dbf import fitting
from ratings.exports.played import Entry, is_game
from ratings.exports.rows import Snapshot
from ratings.systems.period import POINT, Kind, Reason

FIELDS = (
    Field("JOUEUR", "N", 6),
    Field("RESULTAT", "N", 1),
    Field("ADVERS", "N", 6),
    Field("VAL_ADVERS", "N", 4),
    Field("CODE_ADVER", "C", 1),
    Field("NB_PARTIES", "N", 4),
    Field("NO_RUN", "N", 1),
    Field("K_NB_PART", "N", 2),
    Field("ESPERANCE", "N", 2),
    Field("EXPEDIT", "N", 3),
    Field("LIGNE", "N", 8),
    Field("DATE", "D", 8),
    Field("BOTH_Y_N", "C", 1),
    Field("RECUP", "C", 1),
    Field("WH_BL", "C", 1),
    Field("FILE_CH", "C", 32),
    Field("ETRANGER", "C", 32),
)
RESULTS = {2: 1, 1: 5, 0: 0}
NO_GAME = {Reason.FORFEIT, Reason.PENDING, Reason.UNRATED_GAME, Reason.IRREGULAR, Reason.BYE}
HUNDREDTH = POINT // 100


def write(snapshot: Snapshot) -> bytes:
    """The table. LIGNE is the same in both records of a game, EXPEDIT the organising club."""
    return dbase.write(FIELDS, _records(snapshot), snapshot.list.date)


def write_zip(snapshot: Snapshot) -> bytes:
    """``CHCKLIST.DBF`` in an archive."""
    return zipped(snapshot.list, [("CHCKLIST.DBF", [write(snapshot)])])


def _records(snapshot: Snapshot) -> Iterator[dict[str, Value]]:
    unrated = {row.matricule for row in snapshot.rows if row.previous_rating is None}
    lines: dict[int | None, int] = {}
    for entry in snapshot.entries:
        if is_game(entry) and entry.half_points is not None and entry.reason not in NO_GAME:
            line = lines.setdefault(entry.pairing, len(lines) + 1)
            both_unrated = entry.matricule in unrated and not entry.opponent_rating
            yield _record(entry, line, both_unrated)


def _record(entry: Entry, line: int, both_unrated: bool) -> dict[str, Value]:
    has_effect = entry.kind == Kind.GAME
    return {
        "JOUEUR": entry.matricule,
        "RESULTAT": RESULTS[entry.half_points or 0],
        "ADVERS": entry.opponent or 0,
        "VAL_ADVERS": fitting(max(entry.opponent_rating or 0, 0), 4),
        "NB_PARTIES": fitting(entry.game_number, 4),
        "K_NB_PART": fitting(entry.k // POINT, 2) if has_effect else 0,
        "ESPERANCE": min(_rounded(entry.expected), 99),  # two digits: a certain win is 99
        "EXPEDIT": fitting(entry.club or 0, 3),
        "LIGNE": line,
        "DATE": entry.day,
        "BOTH_Y_N": "Y" if both_unrated else "",
        "WH_BL": entry.colour,
        "FILE_CH": entry.tournament,
        "ETRANGER": "" if entry.opponent else entry.opponent_name,
    }


def _rounded(expected: int) -> int:
    return (expected + HUNDREDTH // 2) // HUNDREDTH
