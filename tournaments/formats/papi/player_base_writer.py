"""Writes the player base from which Papi takes the players of a tournament: tables JOUEUR and CLUB (.mdb).

Source: formats/papi, section 2; formats/belgium, 1.6 (players_Papi.mdb: the licence number NrFFE is the matricule).
Of the columns of JOUEUR those of the person are written, none of a tournament, an address or a payment. The same
players give the same bytes. No original was at hand: that Papi opens the base is not claimed.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from federation.files.dbase import plain_ascii
from federation.files.unique_values import map_unique
from tournaments.formats.papi import jet4_writer
from tournaments.formats.papi.jet4_reader import LONG, TEXT, Value
from tournaments.formats.papi.jet4_writer import Field, Table
from tournaments.formats.papi.reader import TITLES
from tournaments.formats.papi.writer import PLAYER_FIELDS, UNRATED

PERSON = {
    *("Ref", "RefFFE", "NrFFE", "Nom", "Prenom", "Sexe", "NeLe", "Cat", "Elo", "Rapide", "Blitz", "Federation"),
    *("ClubRef", "Club", "Ligue", "Fide", "RapideFide", "BlitzFide", "FideCode", "FideTitre", "AffType"),
}
JOUEUR = tuple(field for field in PLAYER_FIELDS if field.name in PERSON)
CLUB = (Field("Ref", LONG), Field("NrFFE", TEXT, 6), Field("Nom", TEXT, 80))
LICENSED, NOT_LICENSED = "A", "N"
FROM_FIDE, NATIONAL, ESTIMATED = "F", "N", "E"
_TITLES = {title: letters for letters, title in TITLES.items() if letters}


class BasePlayer(NamedTuple):
    """A person of the base; None or "" for what is unknown."""

    matricule: int  # the key of the licence number
    licence: str  # six characters at most
    last_name: str
    first_name: str
    sex: str
    birth_date: dt.date | None
    rating: int | None
    federation: str  # three letters
    club: int | None
    club_name: str
    fide_id: int | None
    title: str
    affiliated: bool
    is_fide_rating: bool


def write(players: Sequence[BasePlayer], clubs: Mapping[int, str]) -> bytes:
    """Return the base. ``clubs``: name by number. Raise `ValueError` if there are more pages than it can count."""
    return write_columns(dict(zip(BasePlayer._fields, zip(*players, strict=True), strict=True)), clubs)


def write_columns(players: Mapping[str, Sequence[Any]], clubs: Mapping[int, str]) -> bytes:
    """Return the base of columns by the names of the fields of `BasePlayer`, as `write` does."""
    return jet4_writer.write(
        [
            Table("JOUEUR", JOUEUR, cells=_cells(players), map_pages=True),
            Table("CLUB", CLUB, [{"Ref": number, "NrFFE": str(number), "Nom": clubs[number]} for number in clubs]),
        ]
    )


def _cells(players: Mapping[str, Sequence[Any]]) -> dict[str, Sequence[Value]]:
    """Return the cells; ``Ref`` 1 is EXEMPT, the opponent of a bye, and people begin at 2."""
    matricules, ratings = players["matricule"], players["rating"]
    rated = [rating or UNRATED for rating in ratings]
    kinds = list(map(_kind, ratings, players["is_fide_rating"]))
    return {
        "Ref": range(2, len(matricules) + 2),
        "RefFFE": matricules,
        "NrFFE": players["licence"],
        "Nom": map_unique(lambda name: plain_ascii(name).upper(), players["last_name"]),
        "Prenom": map_unique(lambda name: plain_ascii(name) or None, players["first_name"]),
        "Sexe": players["sex"],
        "NeLe": map_unique(_midnight, players["birth_date"]),
        **dict.fromkeys(("Elo", "Rapide", "Blitz"), rated),
        "Federation": players["federation"],
        "ClubRef": players["club"],
        "Club": [name or None for name in players["club_name"]],
        **dict.fromkeys(("Fide", "RapideFide", "BlitzFide"), kinds),
        "FideCode": [str(number) if number else None for number in players["fide_id"]],
        "FideTitre": map_unique(lambda title: _TITLES.get(title.upper(), ""), players["title"]),
        "AffType": [LICENSED if affiliated else NOT_LICENSED for affiliated in players["affiliated"]],
    }


def _kind(rating: int | None, is_fide_rating: bool) -> str:
    """Return the origin of the ratings: F for FIDE's, N for national ones, E for estimates."""
    if not rating:
        return ESTIMATED
    return FROM_FIDE if is_fide_rating else NATIONAL


def _midnight(day: dt.date | None) -> dt.datetime | None:
    return dt.datetime(day.year, day.month, day.day) if day else None
