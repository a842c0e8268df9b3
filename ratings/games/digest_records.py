"""The one form of games that digests are made of: the same on every database and machine.

A pairing is `COLUMNS`, each a signed number of four bytes, the lowest first (little-endian), without gaps. The digest
of a tournament's games in a list is the SHA-256 of its pairings one after the other, by rating day, round, board, then
White's and Black's matricule (without one: by the rating given for them, the highest first), letters and id of the
pairing. The digest of all games of a list is the SHA-256 of the digests (32 bytes each) of its tournaments, by start
(else end), name, town, each by its Unicode numbers, and where these are equal by digest of all their games. Where
tournaments are rated as a whole (`archive`) the last day of each is the rating day of its games and comes before its
start; its pairings keep the order of the days on which they would count by themselves, and `OF_TOURNAMENTS` stand after
the `COLUMNS` of each.
"""

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from ratings.games.players import People
from ratings.systems.period import NONE, Ints

COLUMNS = (
    "day",  # rating day as date ordinal: 1 January of the year 1 is 1
    "round",
    "board",  # -1 = none
    "white",  # matricule; 0 = no member
    "black",
    "white_given",  # the rating that the file gives for somebody who is no member, in go for everybody; 0 = none
    "black_given",
    "white_letter",  # ASCII code of the letter of the result; 0 = none
    "black_letter",
    "handicap",  # stones; 0 = even or chess
    "board_size",  # lines; 0 = not told or chess
    "tempo",  # 0 standard, 1 rapid, 2 blitz
    "reason",  # systems.period.Reason: why it cannot count; 0 = it may
    "white_guest",  # go: number in the tournament of who is no member
    "black_guest",
    "minute",  # of the day, when the game ended; 0 = not told
    "white_partner",  # bughouse: matricule; 0 = no member
    "black_partner",
)
OF_TOURNAMENTS = (
    "rounds",  # that are played in all
    "participants",  # who were paired with somebody
)
RECORD = np.dtype("<i4")
SEATS = {"white", "black", "white_partner", "black_partner"}


def records(
    columns: Mapping[str, NDArray[np.integer]], count: int, people: People, *, whole: bool = False
) -> NDArray[np.int32]:
    """Return the records of so many pairings, a row each. Seats are rows of ``people``; a missing column is 0.

    If ``whole``, tournaments are rated as a whole.
    """
    names = (*COLUMNS, *OF_TOURNAMENTS) if whole else COLUMNS
    found = np.zeros((count, len(names)), RECORD)
    for place, name in enumerate(names):
        if name in columns:
            found[:, place] = matricules(columns[name], people) if name in SEATS else columns[name]
    return found


def matricules(rows: NDArray[np.integer], people: People) -> Ints:
    """Return the member numbers of rows of ``people``; 0 for NONE."""
    if not len(people.matricules):
        return np.zeros(len(rows), np.int64)
    return np.where(rows == NONE, 0, people.matricules[rows])
