"""The one form of games that digests are made of: the same on every database and machine.

A pairing is `COLUMNS`, each a signed number of four bytes, the lowest first (little-endian), without gaps; of eight
bytes where keys of member numbers do not fit into four (the manifest says ``"form": 2`` then). The digest
of a tournament's games in a list is the SHA-256 of its pairings one after the other, by rating day, round, board, then
White's and Black's key (without one: by the rating given for them, the highest first), letters and id of the
pairing. The digest of all games of a list is the SHA-256 of the digests (32 bytes each) of its tournaments, by start
(else end), name, town, each by its Unicode numbers, and where these are equal by digest of all their games. Where
tournaments are rated as a whole (`archive`) the last day of each is the rating day of its games and comes before its
start; its pairings keep the order of the days on which they would count by themselves, and `OF_TOURNAMENTS` stand after
the `COLUMNS` of each.
"""

from hashlib import sha256
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ratings.games.players import People
from ratings.systems.period import Ints

# A pairing with at least one member, no bye, as lists and bundles have it: whole numbers.
GAME = np.dtype(
    [
        (name, "i8")
        for name in (
            "id",
            "day",  # rating day as date ordinal: 1 January of the year 1 is 1
            "round",
            "rounds",  # of the tournament, and who were paired in it: 0 but where tournaments are rated as a whole
            "participants",
            "board",  # -1 = none
            "tournament",  # running number, from 0, in order of play
            "white",  # rows of `People`, NONE for a player who is not a member
            "black",
            "white_given",  # rating that the file gives for a player who is not a member, in go the level; 0 = none
            "black_given",
            "white_letter",  # ASCII code of the letter of the result; 0 = none
            "black_letter",
            "handicap",  # stones; 0 = even or chess
            "board_size",  # lines; 0 = not known or chess
            "tempo",  # 0 standard, 1 rapid, 2 blitz
            "reason",  # systems.period.Reason: why it cannot count; 0 = it may
            "white_entry",  # go: level that the file gives for a member; 0 = none
            "black_entry",
            "white_guest",  # go: number in the tournament of a non-member; 0 = unknown
            "black_guest",
            "minute",  # of the day, when the game ended; 0 = not known
            "white_partner",  # bughouse: as the players
            "black_partner",
        )
    ]
)
NO_LETTER = 0
# The columns of a digest. Seats are keys in it, 0 = no member, and what the file gives is of members, too.
COLUMNS = (
    *("day", "round", "board", "white", "black", "white_given", "black_given", "white_letter", "black_letter"),
    *("handicap", "board_size", "tempo", "reason", "white_guest", "black_guest", "minute"),
    *("white_partner", "black_partner"),
)
OF_TOURNAMENTS = ("rounds", "participants")
RECORD, WIDE_RECORD = np.dtype("<i4"), np.dtype("<i8")


def records_of(games: np.ndarray, people: People, *, whole: bool, wide: bool = False) -> NDArray[np.signedinteger]:
    """Return the records of these games, a row each. If ``whole``, tournaments are rated as a whole; if ``wide``,
    numbers have eight bytes.
    """
    names = (*COLUMNS, *OF_TOURNAMENTS) if whole else COLUMNS
    found = np.empty((len(games), len(names)), WIDE_RECORD if wide else RECORD)
    for place, name in enumerate(names):
        found[:, place] = games[name]
    for seat in ("white", "black", "white_partner", "black_partner"):
        found[:, names.index(seat)] = keys_of(games[seat], people)
    for side in ("white", "black"):
        found[:, names.index(f"{side}_given")] += games[f"{side}_entry"].astype(found.dtype)
    return found


def digest(data: Any) -> bytes:
    """Return the SHA-256 of records, or of digests."""
    return sha256(data).digest()


def keys_of(rows: NDArray[np.integer], people: People) -> Ints:
    """Return the member numbers of rows of ``people``; 0 for NONE."""
    return np.append(people.keys, 0)[rows]
