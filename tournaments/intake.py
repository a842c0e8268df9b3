"""From a file to tournaments that a person can check: receive it, recognise and read it, store all that it says.

What the file said stays in ``file_*`` beside what is made of it. Values of hostile files are cut to what columns hold.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import math
from collections.abc import Callable, Sequence

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import IntegrityError, transaction
from django.template.defaultfilters import filesizeformat
from django.utils.translation import gettext_noop as noop

from federation import bulk, jobs
from federation.models import Club
from tournaments import formats, matching
from tournaments.formats.report import FormatError, ReportedPairing, ReportedPlayer, TournamentReport
from tournaments.models import Pace, Pairing, Participant, Stage, Tournament, Upload, upload_path
from tournaments.sentences import Refused

Report = Callable[[int, str], None]  # per cent, what is being done
Rounds = tuple[int | None, int | None]
ALL_ROUNDS: Rounds = (None, None)

SMALL, INTEGER, BIG = 32_767, 2_147_483_647, 9_223_372_036_854_775_807  # the highest value of each column type
SEATS = ("white", "black", "white_partner", "black_partner")
EMPTY = noop("The file is empty.")
TOO_LARGE = noop("The file has %(size)s; a tournament file may have %(limit)s.")
ALREADY_USED = noop("Tournaments of this file were submitted: it cannot be read again.")


def receive(
    file: File, name: str, club: Club | None, by: User | None, rounds: Rounds = ALL_ROUNDS
) -> tuple[Upload, bool]:
    """Keep a file as it came; return its Upload and whether it is new. The same bytes are one Upload for ever.

    ``rounds``: the first and the last round to take from it.

    Raises `Refused` where the file is empty or too large. Nothing is read yet: see `read`.
    """
    if not file.size:
        raise Refused(EMPTY)
    if file.size > settings.UPLOAD_LIMIT:
        raise Refused(TOO_LARGE, size=filesizeformat(file.size), limit=filesizeformat(settings.UPLOAD_LIMIT))
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    upload = Upload(name=_text(name, 200), size=file.size, sha256=digest.hexdigest(), club=club, uploaded_by=by)
    upload.first_round, upload.last_round = rounds
    upload.file = upload_path(upload, "")
    try:
        with transaction.atomic():
            upload.save(force_insert=True)
            default_storage.delete(upload.file.name)  # left by a receipt that was cut off
            default_storage.save(upload.file.name, file)
    except IntegrityError:
        return Upload.objects.get(sha256=upload.sha256), False
    return upload, True


def read_later(upload: Upload, by: User | None, *, again: bool = False) -> None:
    """Have a worker read the file (see `tasks.read_upload`); the upload's job shows how far it is."""
    arguments = {"upload": upload.pk, "again": again}
    upload.job = jobs.submit("read_upload", f"read_upload:{upload.pk}", arguments, by)
    upload.save(update_fields=["job"])


def read(upload: Upload, report: Report = lambda *_: None) -> None:
    """Read the file of an Upload and store all its tournaments, in one transaction; they are matched to members.

    A file that is no tournament leaves its sentence on the Upload. An upload that was read before stays as it is.
    """
    report(5, noop("Reading the file"))
    with upload.file.open("rb") as file:
        data = file.read()
    try:
        reports = formats.read(upload.name, data)
    except FormatError as error:
        _fail(upload, error)
        return
    report(40, noop("Storing what it says"))
    with transaction.atomic():
        locked = Upload.objects.select_for_update(of=("self",)).get(pk=upload.pk)
        if locked.state != Upload.State.READ:
            store(locked, reports)
    upload.refresh_from_db()


def read_again(upload: Upload, report: Report = lambda *_: None) -> None:
    """Forget what was read of the file and read it anew. Raises `Refused` where somebody built on it already."""
    with transaction.atomic():
        locked = Upload.objects.select_for_update(of=("self",)).get(pk=upload.pk)
        if locked.renewed.exists() or locked.tournaments.exclude(stage__in=[Stage.READ, Stage.REJECTED]).exists():
            raise Refused(ALREADY_USED)
        locked.tournaments.all().delete()
        Upload.objects.filter(pk=upload.pk).update(state=Upload.State.RECEIVED)
    read(upload, report)


def store(upload: Upload, reports: Sequence[TournamentReport]) -> None:
    """Write the tournaments of a file, matched to members. A constant number of queries, whatever the file's size."""
    tournaments = [_tournament(upload, position, found) for position, found in enumerate(reports, start=1)]
    participants = [[_participant(player) for player in found.players] for found in reports]
    matching.match([participant for field in participants for participant in field], upload.club_id)
    bulk.insert(tournaments)
    ids = dict(Tournament.objects.filter(upload=upload).order_by().values_list("position", "pk"))
    for tournament, field in zip(tournaments, participants, strict=True):
        for participant in field:
            participant.tournament_id = ids[tournament.position]
    bulk.insert([participant for field in participants for participant in field])
    rows = Participant.objects.filter(tournament__upload=upload).order_by().values_list("tournament", "number", "pk")
    numbers = {(tournament, number): pk for tournament, number, pk in rows}
    bulk.insert(
        [
            _pairing(pairing, found, ids[position], numbers)
            for position, found in enumerate(reports, start=1)
            for pairing in found.pairings
            if _is_chosen(pairing.round, upload)
        ]
    )
    upload.state = Upload.State.READ
    upload.format = reports[0].format
    upload.error_template, upload.error_facts, upload.error_place = "", {}, {}
    upload.save()


def _fail(upload: Upload, error: FormatError) -> None:
    upload.state = Upload.State.FAILED
    upload.error_template = error.template[:500]
    upload.error_facts = _plain(error.facts)
    upload.error_place = error.place.facts()
    upload.save(update_fields=["state", "error_template", "error_facts", "error_place"])


def _tournament(upload: Upload, position: int, found: TournamentReport) -> Tournament:
    dates = [date for date in (*found.round_dates, *(pairing.date for pairing in found.pairings)) if date]
    start = found.start or min(dates, default=None) or found.end
    end = found.end or max(dates, default=None) or start
    return Tournament(
        upload=upload,
        position=position,
        format=found.format,
        name=_text(found.name, 200) or _text(upload.name, 200),
        city=_text(found.city, 100),
        start=start,
        end=end,
        rounds=_number(found.rounds, SMALL) or 0,
        pace=found.pace or Pace.STANDARD,
        time_control=_text(found.time_control, 100),
        kind=_text(found.kind, 20),
        discipline=found.discipline,
        club_id=upload.club_id,
        file_facts=_file_facts(found),
        file_problems=[
            {"code": problem.code, "place": _plain(problem.place.facts()), "facts": _plain(problem.facts)}
            for problem in found.problems
        ],
    )


def _file_facts(found: TournamentReport) -> dict[str, object]:
    names = ("name", "city", "start", "end", "rounds", "pace", "time_control", "kind", "discipline", "program")
    return _plain({name: getattr(found, name) for name in names}) | {
        "round_dates": [date.isoformat() if date else None for date in found.round_dates],
        "tie_breaks": list(found.tie_breaks),
        "rounds_down": found.rounds_down,
    }


def _participant(player: ReportedPlayer) -> Participant:
    return Participant(
        number=player.number,
        file_last_name=_text(player.last_name, 100),
        file_first_name=_text(player.first_name, 100),
        file_matricule=_text(player.matricule, 20),
        file_birth_date=player.birth_date,
        file_birth_year=_number(player.birth_year, SMALL),
        file_federation=_text(player.federation, 10),
        file_fide_id=_number(player.fide_id, BIG),
        file_licence=_text(player.licence, 20),
        file_rating=_level(player.rating),
        file_club=_text(player.club, 100),
        file_title=_text(player.title, 10),
        file_sex=_text(player.sex, 1),
        file_points=_real(player.points),
        file_rank=_number(player.rank, INTEGER),
        file_grade=_text(player.grade, 10),
        file_pin=_text(player.pin, 20),
        file_start_score=_real(player.start_score),
        file_team=_text(player.team, 100),
    )


def _pairing(
    pairing: ReportedPairing, found: TournamentReport, tournament_id: int, numbers: dict[tuple[int, int], int]
) -> Pairing:
    return Pairing(
        tournament_id=tournament_id,
        round=_number(pairing.round, SMALL) or 0,
        board=_number(pairing.board, INTEGER),
        date=pairing.date or _round_date(found, pairing.round),
        ended=pairing.ended,
        **{f"{seat}_id": _seat(getattr(pairing, seat), tournament_id, numbers) for seat in SEATS},
        white_result=pairing.white_result.value,
        black_result=pairing.black_result.value if pairing.black_result else "",
        handicap=_number(pairing.handicap, SMALL),
        board_size=_number(pairing.board_size, SMALL),
        komi=_real(pairing.komi),
    )


def _seat(number: int | None, tournament_id: int, numbers: dict[tuple[int, int], int]) -> int | None:
    return None if number is None else numbers[tournament_id, number]


def _is_chosen(number: int, upload: Upload) -> bool:
    """Whether the sender wants the round to be taken."""
    return (upload.first_round or number) <= number <= (upload.last_round or number)


def _round_date(found: TournamentReport, number: int) -> dt.date | None:
    return found.round_dates[number - 1] if 0 < number <= len(found.round_dates) else None


def _text(text: str, limit: int) -> str:
    """What a text column of either database takes: no NUL, no half of a surrogate pair."""
    return text.replace("\0", "").encode("utf-8", "replace").decode()[:limit]


def _number(value: int | None, highest: int) -> int | None:
    return value if value is not None and 0 <= value <= highest else None


def _level(value: int | None) -> int | None:
    """A rating; levels of go may be negative."""
    return value if value is not None and -INTEGER <= value <= INTEGER else None


def _real(value: float | None) -> float | None:
    return value if value is not None and math.isfinite(value) else None


def _plain(facts: dict[str, object]) -> dict[str, object]:
    """Facts as JSON keeps them on both databases."""
    return {
        name: value if isinstance(value, int) else _text(str(value), 300)
        for name, value in facts.items()
        if value is not None
    }
