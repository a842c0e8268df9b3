"""Tournaments of the cast, as reports of a file and as rows: all tests of the flow make them here."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections.abc import Iterable

from django.core.files.base import ContentFile

from federation.models import Club
from tests import cast
from tournaments.formats.games_csv import writer as games_csv
from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport
from tournaments.intake import receive
from tournaments.models import Tournament, Upload

DAY = dt.date(2026, 3, 14)
NEXT_DAY = dt.date(2026, 3, 15)


def player(number: int, who: int, **changes: object) -> ReportedPlayer:
    """Return a member of the cast (by member number) as a file has them, with changes."""
    last, first, sex, born, club, fide_id = cast.PEOPLE[who]
    said = {
        "number": number,
        "last_name": last,
        "first_name": first,
        "matricule": str(who),
        "birth_date": born,
        "fide_id": fide_id,
        "sex": sex,
        "club": cast.CLUBS[club][0],
    }
    return ReportedPlayer(**{**said, **changes})


def unknown(number: int, last_name: str = "Zonderling", first_name: str = "Zoë", **changes: object) -> ReportedPlayer:
    """Return a player whom no number of the file identifies."""
    return ReportedPlayer(number=number, last_name=last_name, first_name=first_name, **changes)


def game(number: int, white: int, black: int, letters: str = "10", **changes: object) -> ReportedPairing:
    """Return a game of two players of the report, in a round; ``letters``: both results."""
    said = {"round": number, "board": None, "white": white, "black": black}
    results = {"white_result": Result(letters[0]), "black_result": Result(letters[1])}
    return ReportedPairing(**{**said, **results, **changes})


def bye(number: int, who: int, letter: str = "U") -> ReportedPairing:
    """Return a round without an opponent."""
    return ReportedPairing(number, None, who, None, Result(letter), None)


def report(players: Iterable[ReportedPlayer] = (), pairings: Iterable[ReportedPairing] = (), **changes: object):
    """Return a tournament of two days: three rounds of four players of the cast, unless given otherwise."""
    said = {
        "format": "trf",
        "name": "Tower Cup",
        "city": "Gent",
        "start": DAY,
        "end": NEXT_DAY,
        "rounds": 3,
        "pace": "standard",
        "players": tuple(players) or four(),
        "pairings": tuple(pairings) or three_rounds(),
    }
    return TournamentReport(**{**said, **changes})


def four() -> tuple[ReportedPlayer, ...]:
    """Return the first four of the cast."""
    return tuple(player(number, 10000 + number) for number in range(1, 5))


def three_rounds() -> tuple[ReportedPairing, ...]:
    """Return a round robin of four: 1 wins all, 2 and 3 draw, 4 loses all."""
    return (
        game(1, 1, 4, "10", board=1),
        game(1, 2, 3, "==", board=2),
        game(2, 4, 3, "01", board=1),
        game(2, 1, 2, "10", board=2),
        game(3, 2, 4, "10", board=1),
        game(3, 3, 1, "01", board=2),
    )


def csv_file(*reports: TournamentReport) -> bytes:
    """Return the reports as a games CSV."""
    return games_csv.write(reports)


def received(data: bytes, name: str = "games.csv", club: Club | None = None) -> Upload:
    """Return the upload of these bytes, by the club of the cast unless given otherwise; not read yet."""
    return receive.receive(ContentFile(data), name, club or cast.club(), None)[0]


def read(data: bytes, name: str = "games.csv", club: Club | None = None) -> Upload:
    """Return the upload of these bytes, read."""
    upload = received(data, name, club)
    receive.read(upload)
    return upload


def stored(*reports: TournamentReport, club: Club | None = None, everybody: bool = True) -> list[Tournament]:
    """Return the tournaments of a file with these reports, read and matched."""
    if everybody:
        cast.everybody()
    digest = hashlib.sha256(repr(reports).encode() + bytes(Upload.objects.count())).hexdigest()
    upload = Upload.objects.create(name="event.trf", size=1, sha256=digest, file="none", club=club or cast.club())
    receive.store([(upload, reports)])
    return list(upload.tournaments.order_by("position"))


def tournament(*players: ReportedPlayer, pairings: Iterable[ReportedPairing] = (), **changes: object) -> Tournament:
    """Return one stored tournament."""
    return stored(report(players, pairings, **changes))[0]
