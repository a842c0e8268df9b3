"""A games CSV of 30 000 games over 500 events, from the upload to accepted tournaments.

Ours is the whole way: kept, read, matched to 4 000 members, stored, checked, affiliations looked at, accepted, all
committed. Raw is ``csv`` and ``executemany`` of the same tournaments, participants and pairings, nothing checked.
"""

from __future__ import annotations

import csv
import io
from functools import partial

from django.core.files.base import ContentFile
from django.db import transaction

from benchmarks.invented import raw
from benchmarks.invented.events import ROUNDS, games_csv
from benchmarks.invented.people import members_csv, store_clubs, store_raw
from benchmarks.measure import Row, medians
from federation.models import Job, Member
from tournaments.intake import receive
from tournaments.models import GamesDigest, Pairing, Participant, Stage, Tournament, Upload
from tournaments.review import decisions

MEMBERS, GAMES_OF_AN_EVENT = 4_000, 60
LETTERS = {"1-0": ("1", "0"), "1/2-1/2": ("=", "="), "0-1": ("0", "1")}
TOURNAMENT = (
    *("position", "format", "name", "city", "start", "end", "rounds", "pace", "time_control", "kind", "discipline"),
    *("stage", "file_facts", "file_problems", "duplicate_allowed", "created_at", "rejection", "upload_id"),
)
PARTICIPANT = (
    *("tournament_id", "number", "file_last_name", "file_first_name", "file_matricule", "file_federation"),
    *("file_licence", "file_club", "file_title", "file_sex", "member_id", "matched_by", "certainty", "outsider"),
    "irregular",
)
PAIRING = (
    *("tournament_id", "round", "board", "date", "white_id", "black_id", "white_result", "black_result"),
    "file_result",
)
RowsOfEvents = dict[str, list[dict[str, str]]]


def measure(quick: bool) -> list[Row]:
    """Return the rows of this subject."""
    store_clubs()
    with transaction.atomic():
        store_raw(members_csv(MEMBERS))
    whole = games_csv(50 if quick else 500, GAMES_OF_AN_EVENT, MEMBERS)
    seconds = medians({"ours": partial(_ours, whole), "raw": partial(_raw, whole)}, 1 if quick else 3, _forget)
    games = whole.count(b"\n") - 1
    return [
        Row(
            f"intake and acceptance of {games:,} games of {games // GAMES_OF_AN_EVENT} events",
            "csv and raw executemany of the same rows",
            seconds["ours"] / seconds["raw"],
            at_most=10,
        )
    ]


def _ours(data: bytes) -> None:
    upload, _is_new = receive.receive(ContentFile(data), "games.csv", None, None)
    receive.read(upload)
    decision = decisions.accept_many(upload.tournaments.values_list("pk", flat=True), None)
    assert decision.changed, "no tournament was accepted"
    assert not decision.blocked, "some tournaments were not accepted"


def _by_event(data: bytes) -> RowsOfEvents:
    events: RowsOfEvents = {}
    for row in csv.DictReader(io.StringIO(data.decode())):
        events.setdefault(row["event"], []).append(row)
    return events


@transaction.atomic
def _raw(data: bytes) -> None:
    events = _by_event(data)
    upload = Upload.objects.create(name="games.csv", size=len(data), sha256="0" * 64)
    members = dict(Member.objects.order_by().values_list("key", "pk"))
    raw.insert(Tournament, TOURNAMENT, (_tournament(i, rows[0], upload) for i, rows in enumerate(events.values(), 1)))
    ids = dict(Tournament.objects.order_by().values_list("name", "pk"))
    numbers = {name: _numbers(rows) for name, rows in events.items()}
    raw.insert(
        Participant,
        PARTICIPANT,
        (
            (ids[name], number, "", "", who, "", "", "", "", "", members[int(who)], "matricule", 100, False, False)
            for name in events
            for who, number in numbers[name].items()
        ),
    )
    found = Participant.objects.order_by().values_list("tournament_id", "file_matricule", "pk")
    sides = {(tournament, who): pk for tournament, who, pk in found}
    raw.insert(Pairing, PAIRING, (_pairing(row, ids[name], sides) for name, rows in events.items() for row in rows))


def _tournament(position: int, row: dict[str, str], upload: Upload) -> tuple[object, ...]:
    dates = (row["start"], row["end"], ROUNDS, row["pace"])
    rest = (Stage.ACCEPTED.value, "{}", "[]", False, row["start"], "", upload.pk)
    return (position, "games_csv", row["event"], row["city"], *dates, "", "", "chess", *rest)


def _numbers(rows: list[dict[str, str]]) -> dict[str, int]:
    """Return the participants of an event, in the order in which they are named."""
    names = dict.fromkeys(row[side] for row in rows for side in ("white", "black"))
    return {name: number for number, name in enumerate(names, 1)}


def _pairing(row: dict[str, str], tournament: int, sides: dict[tuple[int, str], int]) -> tuple[object, ...]:
    white, black = sides[tournament, row["white"]], sides[tournament, row["black"]]
    return (tournament, row["round"], row["board"], row["date"], white, black, *LETTERS[row["result"]], "")


def _forget() -> None:
    raw.empty(GamesDigest, Pairing, Participant, Tournament, Upload, Job)
