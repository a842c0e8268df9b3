"""Decades of accepted games in the database: members, affiliations, tournaments, participants, pairings."""

from __future__ import annotations

import datetime as dt
import io
import json
from collections.abc import Iterable, Iterator, Sequence

import numpy as np
from django.core.management.color import no_style
from django.db import connection, models, transaction

from benchmarks.invented.careers import Careers
from benchmarks.invented.people import CLUBS, store_clubs
from federation.database import bulk
from federation.models import Affiliation, Club, Member
from tournaments.models import GamesDigest, Pairing, Participant, Tournament

FIRST = 10_001  # matricule of the first player
BORN = dt.date(1930, 1, 1)  # the first of them; the others over seventy years
LETTERS = {0: ("0", "1"), 1: ("=", "="), 2: ("1", "0")}


@transaction.atomic
def store(found: Careers) -> None:
    """Store all of it in one transaction, as fast as rows can be written."""
    members = int(found.known[-1])
    store_clubs()
    clubs = list(Club.objects.values_list("pk", flat=True))
    people = range(1, members + 1)
    _write(Member, MEMBER, map(_member, people))
    _write(Affiliation, AFFILIATION, ((pk, clubs[pk % len(CLUBS)], "1970-01-01") for pk in people))
    number, white, black = (found.games[name] for name in ("tournament", "white", "black"))
    starts = np.flatnonzero(np.diff(number, prepend=-1))
    days = [dt.date.fromordinal(day).isoformat() for day in found.games["day"][starts].tolist()]
    _write(Tournament, TOURNAMENT, ((pk, f"Open {pk}", "accepted", day, day, 9) for pk, day in enumerate(days, 1)))
    seats, places = np.unique(
        np.concatenate((number, number)) * members + np.concatenate((white, black)), return_inverse=True
    )
    _write(Participant, PARTICIPANT, _participants(seats, members))
    _write(Pairing, PAIRING, _pairings(found, places + 1))
    _go_on_counting()
    for first in range(1, len(days) + 1, 500):
        GamesDigest.renew(range(first, min(first + 500, len(days) + 1)))


def founders_csv(found: Careers) -> bytes:
    """Return the founders as the starting list of a pool."""
    players = found.founders()
    rows = zip((players.number + FIRST - 1).tolist(), players.rating.tolist(), players.games.tolist(), strict=True)
    file = io.StringIO("matricule,rating,games\n")
    file.seek(0, io.SEEK_END)
    file.writelines(f"{number},{rating},{games}\n" for number, rating, games in rows)
    return file.getvalue().encode()


MEMBER = ("id", "number", "key", "last_name", "first_name", "search_name", "sex", "birth_date")
AFFILIATION = ("member", "club", "start")
TOURNAMENT = ("id", "name", "stage", "start", "end", "rounds")
PARTICIPANT = ("id", "tournament", "number", "member", "matched_by", "certainty")
PAIRING = ("tournament", "round", "board", "date", "white", "black", "white_result", "black_result")


def _member(pk: int) -> tuple[object, ...]:
    born = BORN + dt.timedelta(days=pk * 7919 % 25_000)
    number = FIRST + pk - 1
    return pk, str(number), number, f"Player{pk}", "Ana", f"player{pk} ana", "FMMM"[pk % 4], born.isoformat()


def _write(model: type[models.Model], columns: Sequence[str], rows: Iterable[tuple[object, ...]]) -> None:
    """Write the rows, with the model's default in columns that are not named."""
    rest = [
        field for field in model._meta.concrete_fields if not (field.name in columns or field.null or field.primary_key)
    ]
    values = tuple(_default(field) for field in rest)
    bulk.write(model, (*columns, *(field.name for field in rest)), ((*row, *values) for row in rows))


def _default(field: models.Field) -> object:
    if getattr(field, "auto_now_add", False) or getattr(field, "auto_now", False):
        return "2026-01-01"
    value = field.get_default()
    return json.dumps(value) if isinstance(value, dict | list) else value


def _participants(seats: np.ndarray, members: int) -> Iterator[tuple[object, ...]]:
    """Return the participants. ``seats``: tournament times ``members`` plus player, ascending."""
    events, players = seats // members, seats % members
    firsts = np.searchsorted(events, events)
    columns = (events, np.arange(len(seats)) - firsts + 1, players)
    for pk, (event, number, player) in enumerate(zip(*(column.tolist() for column in columns), strict=True), 1):
        yield pk, event + 1, number, player + 1, "matricule", 100


def _pairings(found: Careers, seats: np.ndarray) -> Iterator[tuple[object, ...]]:
    games = found.games
    white, black = np.split(seats, 2)
    boards = np.arange(len(white)) - np.searchsorted(games["tournament"], games["tournament"]) + 1
    columns = (games["tournament"], games["round"], boards, games["day"], white, black, games["white_half_points"])
    days: dict[int, str] = {}
    for event, number, board, day, left, right, points in zip(*(column.tolist() for column in columns), strict=True):
        if day not in days:
            days[day] = dt.date.fromordinal(day).isoformat()
        yield event + 1, number, board, days[day], left, right, *LETTERS[points]


def _go_on_counting() -> None:
    """Let PostgreSQL count on from the ids with which rows were written."""
    with connection.cursor() as cursor:
        for statement in connection.ops.sequence_reset_sql(no_style(), [Member, Tournament, Participant]):
            cursor.execute(statement)
