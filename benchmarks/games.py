"""A games CSV of 30 000 games over 500 events, from the upload to accepted tournaments.

Ours is the whole way: kept, read, matched to 4 000 members, stored, checked, affiliations looked at, accepted, all
committed. Raw is ``csv`` and ``executemany`` of the same tournaments, participants and pairings, nothing checked. The
usual Django way, on a slice, is ``get_or_create`` and ``save()`` for each row, in one transaction, nothing checked.
"""

from __future__ import annotations

import csv
import io
from functools import partial

from django.core.files.base import ContentFile
from django.db import transaction

from benchmarks import raw
from benchmarks.events import ROUNDS, games_csv
from benchmarks.measure import Row, medians
from benchmarks.people import members_csv, store_clubs, store_raw
from federation.models import Job, Member
from tournaments.intake import receive
from tournaments.models import PackedGames, Pairing, Participant, Stage, Tournament, Upload
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
    """The rows of this subject."""
    store_clubs()
    with transaction.atomic():
        store_raw(members_csv(MEMBERS))
    whole = games_csv(50 if quick else 500, GAMES_OF_AN_EVENT, MEMBERS)
    few = games_csv(5 if quick else 40, GAMES_OF_AN_EVENT, MEMBERS)
    repetitions = 1 if quick else 3
    ways = {"ours": partial(_ours, whole), "raw": partial(_raw, whole)}
    seconds = medians(ways, repetitions, _forget)
    slow = medians({"ours": partial(_ours, few), "usual": partial(_usual, few)}, repetitions, _forget)
    games, slice_games = (data.count(b"\n") - 1 for data in (whole, few))
    return [
        Row(
            f"intake and acceptance of {games:,} games of {games // GAMES_OF_AN_EVENT} events",
            "csv and raw executemany of the same rows",
            seconds["ours"] / seconds["raw"],
            at_most=10,
        ),
        Row(
            f"intake and acceptance of {slice_games:,} games",
            "save() for each row, nothing checked",
            slow["usual"] / slow["ours"],
            at_least=3,
        ),
    ]


def _ours(data: bytes) -> None:
    upload, _is_new = receive.receive(ContentFile(data), "games.csv", None, None)
    receive.read(upload)
    decision = decisions.accept_many(upload.tournaments.values_list("pk", flat=True), None)
    assert decision.moved, "no tournament was accepted"
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
    members = dict(Member.objects.order_by().values_list("matricule", "pk"))
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
    """The participants of an event, in the order in which they are named."""
    names = dict.fromkeys(row[side] for row in rows for side in ("white", "black"))
    return {name: number for number, name in enumerate(names, 1)}


def _pairing(row: dict[str, str], tournament: int, sides: dict[tuple[int, str], int]) -> tuple[object, ...]:
    white, black = sides[tournament, row["white"]], sides[tournament, row["black"]]
    return (tournament, row["round"], row["board"], row["date"], white, black, *LETTERS[row["result"]], "")


@transaction.atomic
def _usual(data: bytes) -> None:
    upload = Upload.objects.create(name="games.csv", size=len(data), sha256="0" * 64)
    for position, (name, rows) in enumerate(_by_event(data).items(), 1):
        first = rows[0]
        dates = {"start": first["start"], "end": first["end"]}
        tournament = Tournament.objects.create(upload=upload, position=position, name=name, **dates)
        numbers = _numbers(rows)
        for row in rows:
            sides = {}
            for side in ("white", "black"):
                known = {"number": numbers[row[side]], "file_matricule": row[side]}
                member = Member.objects.get(matricule=row[side])
                sides[side], _made = Participant.objects.get_or_create(
                    tournament=tournament, **known, defaults={"member": member}
                )
            ours, theirs = LETTERS[row["result"]]
            facts = {"round": row["round"], "board": row["board"], "date": row["date"]}
            Pairing(tournament=tournament, **facts, **sides, white_result=ours, black_result=theirs).save()


def _forget() -> None:
    raw.empty(PackedGames, Pairing, Participant, Tournament, Upload, Job)
