"""A folder of 500 TRF files of 60 games, from the upload to stored tournaments, v a bulk_create for each file.

Ours is the whole way: kept on disk, recognised, read, matched to 4 000 members by number and name, stored, so many
files together as `import_tournament` does. The usual Django way has a transaction for each file: the same reader,
the members by their matricules, `create`, and `bulk_create` for participants and for pairings. It keeps no file, looks
at no name, and stores half of the fields.
"""

from __future__ import annotations

from functools import partial
from itertools import islice

from django.core.files.base import ContentFile
from django.db import transaction
from msgspec.structs import replace

from benchmarks.invented import raw
from benchmarks.invented.events import tournament
from benchmarks.invented.people import members_csv, store_clubs, store_raw
from benchmarks.measure import Row, medians
from federation.models import Member
from tests.tournaments.formats.trf import files as trf_files
from tournaments.formats.report import TournamentReport
from tournaments.formats.trf import reader as trf
from tournaments.intake import receive
from tournaments.management.commands.import_tournament import TOGETHER
from tournaments.models import Pairing, Participant, Tournament, Upload

MEMBERS, GAMES = 4_000, 60
Names = dict[str, tuple[str, str]]


def measure(quick: bool) -> list[Row]:
    """Return the rows of this subject."""
    store_clubs()
    with transaction.atomic():
        store_raw(members_csv(MEMBERS))
    members = Member.objects.values_list("key", "last_name", "first_name")
    names = {str(matricule): (last, first) for matricule, last, first in members}
    reports = (_named(tournament(number, GAMES, MEMBERS), names) for number in range(50 if quick else 500))
    files = list(map(trf_files.write, reports))
    ways = {"ours": partial(_ours, files), "usual": partial(_usual, files)}
    seconds = medians(ways, 1 if quick else 3, _forget)
    return [
        Row(
            f"intake of {len(files)} files of {GAMES} games",
            "a transaction and bulk_create for each file, no file kept, no name looked at",
            seconds["usual"] / seconds["ours"],
            at_least=4,
        )
    ]


def _named(report: TournamentReport, names: Names) -> TournamentReport:
    """Return the report with the names that the members have."""
    players = ((player, *names[player.matricule]) for player in report.players)
    return replace(
        report, players=tuple(replace(who, last_name=last, first_name=first) for who, last, first in players)
    )


def _ours(files: list[bytes]) -> None:
    rest = enumerate(files)
    while together := list(islice(rest, TOGETHER)):
        named = [(ContentFile(data), f"{number}.trf") for number, data in together]
        receive.read_together([upload for upload, _is_new in receive.receive_together(named, None, None)])
    assert Tournament.objects.count() == len(files), "not all files were stored"


def _usual(files: list[bytes]) -> None:
    for number, data in enumerate(files):
        with transaction.atomic():
            _store(number, data)


def _store(number: int, data: bytes) -> None:
    [report] = trf.read(data)
    upload = Upload.objects.create(name=f"{number}.trf", size=len(data), sha256=f"{number:064}")
    facts = {"name": report.name, "city": report.city, "start": report.start, "end": report.end}
    event = Tournament.objects.create(upload=upload, position=1, rounds=report.rounds, pace=report.pace, **facts)
    numbers = [player.matricule for player in report.players]
    members = {str(row.number): row for row in Member.objects.filter(number__in=numbers)}
    field = Participant.objects.bulk_create(
        Participant(
            tournament=event,
            number=player.number,
            member=members[player.matricule],
            matched_by="matricule",
            certainty=100,
            file_last_name=player.last_name,
            file_first_name=player.first_name,
            file_matricule=player.matricule,
            file_rating=player.rating,
            file_points=player.points,
            file_rank=player.rank,
        )
        for player in report.players
    )
    by_number = {participant.number: participant for participant in field}
    Pairing.objects.bulk_create(
        Pairing(
            tournament=event,
            round=pairing.round,
            date=report.round_dates[pairing.round - 1],
            white=by_number[pairing.white],
            black=by_number[pairing.black] if pairing.black else None,
            white_result=pairing.white_result.value,
            black_result=pairing.black_result.value if pairing.black_result else "",
        )
        for pairing in report.pairings
    )


def _forget() -> None:
    raw.empty(Pairing, Participant, Tournament, Upload)
