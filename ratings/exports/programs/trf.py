"""Registrations as TRF26: one tournament file without rounds for each club, with its members as players.

TRF numbers at most 9999 players, fewer than a federation has, and an organiser begins with the members of one club.
"""

from collections.abc import Iterator
from itertools import pairwise

import numpy as np

from federation.database.columns import take
from federation.profiles.reading import profile
from ratings.exports.formatted_columns import federations, or_zero, titles
from ratings.exports.snapshot import Columns, Snapshot, chosen
from ratings.exports.zip import zipped
from tournaments.formats.trf import writer as trf

SAME = ("matricule", "last_name", "first_name", "birth_date", "fide_id", "sex")
WITHIN = ("title", "fide_federation", "nationality", "affiliated", "club", "club_name", "rating", "fide_rating")


def write_zip(snapshot: Snapshot) -> bytes:
    """Return ``101.trf`` and so on: the affiliated members of each club, the strongest first."""
    return zipped(snapshot.list, _files(snapshot))


def _files(snapshot: Snapshot) -> Iterator[tuple[str, list[bytes]]]:
    found = snapshot.for_pairing
    people = _by_club({name: found[name] for name in (*SAME, *WITHIN)})
    columns = {
        **{name: people[name] for name in SAME},
        "title": titles(people),
        "federation": federations(people),
        "rating": people["fide_rating"],
        "national_rating": people["rating"],
    }
    clubs = np.array(people["club"])
    bounds = [*np.flatnonzero(np.diff(clubs, prepend=0)).tolist(), len(clubs)]
    for start, end in pairwise(bounds):
        name = f"{people['club_name'][start]} ({snapshot.list.pool.name} {snapshot.list.date})"
        theirs = {column: values[start:end] for column, values in columns.items()}
        yield f"{clubs[start]}.trf", [trf.write_registrations(name, theirs, federation=profile().federation.country)]


def _by_club(people: Columns) -> Columns:
    """Return the members with a club, by its number, the strongest first."""
    facts = zip(people["affiliated"], people["club"], strict=True)
    theirs = chosen(people, [affiliated and club is not None for affiliated, club in facts])
    strength = np.array(or_zero(theirs["rating"]))
    order = np.lexsort((np.array(theirs["matricule"]), -strength, np.array(theirs["club"])))
    return {name: take(column, order) for name, column in theirs.items()}
