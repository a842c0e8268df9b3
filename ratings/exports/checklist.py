"""CHCKLIST, the Belgian table of all games that went into a list, two records each (formats/belgium, 1.5, since 2015).

It leaves out games that were not played or not to be rated: the table has no sign for them.
"""

from collections.abc import Sequence

from federation.files import dbase
from federation.files.dbase import Field, Value
from ratings.exports.formatted_columns import or_zero
from ratings.exports.ledger_snapshot import Entries
from ratings.exports.programs.player_dbf import fitting
from ratings.exports.snapshot import Snapshot
from ratings.exports.zip import zipped
from ratings.models import LedgerEntry
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
    """Return the table. LIGNE is the same in both records of a game, EXPEDIT is the organising club."""
    return dbase.write(FIELDS, _columns(snapshot), snapshot.list.date)


def write_zip(snapshot: Snapshot) -> bytes:
    """Return ``CHCKLIST.DBF`` in an archive."""
    return zipped(snapshot.list, [("CHCKLIST.DBF", [write(snapshot)])])


def _columns(snapshot: Snapshot) -> dict[str, Sequence[Value]]:
    found = snapshot.entries
    facts = zip(found.kind, found.half_points, found.reason, strict=True)
    found = found.chosen(
        [kind in LedgerEntry.GAMES and points is not None and why not in NO_GAME for kind, points, why in facts]
    )
    has_effect = [kind == Kind.GAME for kind in found.kind]
    lines: dict[int | None, int] = {}
    return {
        "JOUEUR": found.matricule,
        "RESULTAT": [RESULTS[points or 0] for points in found.half_points],
        "ADVERS": or_zero(found.opponent),
        "VAL_ADVERS": fitting([max(rating or 0, 0) for rating in found.opponent_rating], 4),
        "NB_PARTIES": fitting(found.game_number, 4),
        "K_NB_PART": fitting([k // POINT if counts else 0 for k, counts in zip(found.k, has_effect, strict=True)], 2),
        "ESPERANCE": [min(_rounded(expected), 99) for expected in found.expected],  # two digits: a certain win is 99
        "EXPEDIT": fitting(or_zero(found.club), 3),
        "LIGNE": [lines.setdefault(pairing, len(lines) + 1) for pairing in found.pairing],
        "DATE": found.day,
        "BOTH_Y_N": _both_unrated(snapshot, found),
        "WH_BL": found.colour,
        "FILE_CH": found.tournament,
        "ETRANGER": ["" if known else name for known, name in zip(found.opponent, found.opponent_name, strict=True)],
    }


def _both_unrated(snapshot: Snapshot, found: Entries) -> list[Value]:
    before = zip(snapshot.listed["matricule"], snapshot.listed["previous_rating"], strict=True)
    unrated = {matricule for matricule, rating in before if rating is None}
    pairs = zip(found.matricule, found.opponent_rating, strict=True)
    return ["Y" if matricule in unrated and not rating else "" for matricule, rating in pairs]


def _rounded(expected: int) -> int:
    return (expected + HUNDREDTH // 2) // HUNDREDTH
