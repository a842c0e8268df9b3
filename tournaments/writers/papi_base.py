"""Writes the player base from which Papi takes the players of a tournament: tables JOUEUR and CLUB (.mdb).

Source: formats/papi, section 2; formats/belgium, 1.6 (players_Papi.mdb: the licence number NrFFE is the matricule).
Of the columns of JOUEUR those of the person are written, none of a tournament, an address or a payment. The same
players give the same bytes. No original was at hand: that Papi opens the base is not claimed.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from federation.dbase import plain_ascii
from federation.distinct import each_once
from tournaments.formats.jet4 import LONG, TEXT, Value
from tournaments.formats.papi import TITLES
from tournaments.writers import jet4
from tournaments.writers.jet4 import Field, Table
from tournaments.writers.papi import PLAYER_FIELDS, UNRATED

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
    """A person of the base. None, "": there is none."""

    matricule: int
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
    """The base. ``clubs``: name by number. Raises `ValueError` where the pages would be more than it can count."""
    return jet4.write(
        [
            Table("JOUEUR", JOUEUR, cells=_cells(players), map_pages=True),
            Table("CLUB", CLUB, [{"Ref": number, "NrFFE": str(number), "Nom": clubs[number]} for number in clubs]),
        ]
    )


def _cells(players: Sequence[BasePlayer]) -> dict[str, Sequence[Value]]:
    """``Ref`` 1 is EXEMPT, the opponent of who has a bye: people begin at 2."""
    ratings = [player.rating or UNRATED for player in players]
    kinds = [_kind(player) for player in players]
    return {
        "Ref": range(2, len(players) + 2),
        "RefFFE": [player.matricule for player in players],
        "NrFFE": [str(player.matricule) for player in players],
        "Nom": each_once(lambda name: plain_ascii(name).upper(), [player.last_name for player in players]),
        "Prenom": each_once(lambda name: plain_ascii(name) or None, [player.first_name for player in players]),
        "Sexe": [player.sex for player in players],
        "NeLe": each_once(_midnight, [player.birth_date for player in players]),
        **dict.fromkeys(("Elo", "Rapide", "Blitz"), ratings),
        "Federation": [player.federation for player in players],
        "ClubRef": [player.club for player in players],
        "Club": [player.club_name or None for player in players],
        **dict.fromkeys(("Fide", "RapideFide", "BlitzFide"), kinds),
        "FideCode": [str(player.fide_id) if player.fide_id else None for player in players],
        "FideTitre": each_once(lambda title: _TITLES.get(title.upper(), ""), [player.title for player in players]),
        "AffType": [LICENSED if player.affiliated else NOT_LICENSED for player in players],
    }


def _kind(player: BasePlayer) -> str:
    """Whose the rating is."""
    if not player.rating:
        return ESTIMATED
    return FROM_FIDE if player.is_fide_rating else NATIONAL


def _midnight(day: dt.date | None) -> dt.datetime | None:
    return dt.datetime(day.year, day.month, day.day) if day else None
