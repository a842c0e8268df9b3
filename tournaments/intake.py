"""From a file to tournaments that a person can check: receive it, recognise and read it, store all that it says.

What the file said stays in ``file_*`` beside what is made of it. Values of hostile files are cut to what columns hold.
"""

from __future__ import annotations

import datetime as dt
import hashlib
import math
from collections.abc import Callable, Iterable, Mapping, Sequence

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
PAIRING = (
    *("tournament", "round", "board", "date", "ended", "white", "black", "white_partner", "black_partner"),
    *("white_result", "black_result", "file_result", "handicap", "board_size", "komi"),
)
EMPTY = noop("The file is empty.")
TOO_LARGE = noop("The file has %(size)s; a tournament file may have %(limit)s.")
ALREADY_USED = noop("Tournaments of this file were submitted: it cannot be read again.")


def receive(
    file: File, name: str, club: Club | None, by: User | None, rounds: Rounds = ALL_ROUNDS
) -> tuple[Upload, bool]:
    """Keep a file as it came; return its Upload and whether it is new.

    ``rounds``: the first and the last round to take from it. The same bytes are new only where the club that sent them
    wants rounds that it did not want before; the file itself is kept once.

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
    earlier = list(Upload.objects.filter(sha256=upload.sha256).order_by("pk"))
    for each in earlier:
        if each.club_id != upload.club_id or each.has_rounds_of(upload):
            return each, False
    try:
        with transaction.atomic():
            upload.save(force_insert=True)
            if not earlier:
                default_storage.delete(upload.file.name)  # left by a receipt that was cut off
                default_storage.save(upload.file.name, file)
    except IntegrityError:
        return Upload.objects.get(sha256=upload.sha256, first_round=rounds[0], last_round=rounds[1]), False
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
    reports = _reports(upload)
    if reports:
        report(40, noop("Storing what it says"))
        _store_once({upload.pk: reports})
        upload.refresh_from_db()


def read_together(uploads: Iterable[Upload]) -> None:
    """Read the files of many Uploads, each as `read` does, and store all of them in one transaction.

    A constant number of queries, whatever the number of files. What became of each stands in the database alone.
    """
    _store_once({upload.pk: reports for upload in uploads if (reports := _reports(upload))})


def _reports(upload: Upload) -> list[TournamentReport]:
    """The tournaments of the file; none where it is no tournament, which is then noted."""
    with upload.file.open("rb") as file:
        data = file.read()
    try:
        return formats.read(upload.name, data)
    except FormatError as error:
        _fail(upload, error)
        return []


@transaction.atomic
def _store_once(found: Mapping[int, Sequence[TournamentReport]]) -> None:
    """Store what was found in the files, by id of the Upload, where nobody did so before."""
    locked = Upload.objects.select_for_update(of=("self",)).filter(pk__in=found).exclude(state=Upload.State.READ)
    if unread := [(upload, found[upload.pk]) for upload in locked.order_by("pk")]:
        store(unread)


def read_again(upload: Upload, report: Report = lambda *_: None) -> None:
    """Forget what was read of the file and read it anew. Raises `Refused` where somebody built on it already."""
    with transaction.atomic():
        locked = Upload.objects.select_for_update(of=("self",)).get(pk=upload.pk)
        if locked.renewed.exists() or locked.tournaments.exclude(stage__in=[Stage.READ, Stage.REJECTED]).exists():
            raise Refused(ALREADY_USED)
        locked.tournaments.all().delete()
        Upload.objects.filter(pk=upload.pk).update(state=Upload.State.RECEIVED)
    read(upload, report)


def store(found: Sequence[tuple[Upload, Sequence[TournamentReport]]]) -> None:
    """Write the tournaments of files, matched to members. A constant number of queries, however many and large."""
    made = [
        (_tournament(upload, position, told), [_participant(player) for player in told.players], told)
        for upload, reports in found
        for position, told in enumerate(reports, start=1)
    ]
    for club in {upload.club_id for upload, _reports in found}:
        matching.match([one for event, field, _told in made if event.club_id == club for one in field], club)
    bulk.insert([event for event, _field, _told in made])
    uploads = [upload for upload, _reports in found]
    rows = Tournament.objects.filter(upload__in=uploads).order_by().values_list("upload", "position", "pk")
    ids = {(upload, position): pk for upload, position, pk in rows}
    for event, field, _told in made:
        event.pk = ids[event.upload_id, event.position]
        for participant in field:
            participant.tournament_id = event.pk
    bulk.insert([participant for _event, field, _told in made for participant in field])
    rows = Participant.objects.filter(tournament__upload__in=uploads).order_by()
    numbers = {(event, number): pk for event, number, pk in rows.values_list("tournament", "number", "pk")}
    bulk.write(
        Pairing,
        PAIRING,
        (
            _pairing(pairing, told, event.pk, numbers)
            for event, _field, told in made
            for pairing in told.pairings
            if _is_chosen(pairing.round, event.upload)
        ),
    )
    for upload, reports in found:
        upload.state, upload.format = Upload.State.READ, reports[0].format
        upload.error_template, upload.error_facts, upload.error_place = "", {}, {}
    bulk.update(uploads, ["state", "format", "error_template", "error_facts", "error_place"])


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
    pairing: ReportedPairing, found: TournamentReport, tournament_id: int, numbers: Mapping[tuple[int, int], int]
) -> tuple[object, ...]:
    """The row of `PAIRING`."""
    date = pairing.date or _round_date(found, pairing.round)
    return (
        tournament_id,
        _number(pairing.round, SMALL) or 0,
        _number(pairing.board, INTEGER),
        date.isoformat() if date else None,
        pairing.ended.isoformat() if pairing.ended else None,
        numbers[tournament_id, pairing.white],
        *(
            None if seat is None else numbers[tournament_id, seat]
            for seat in (pairing.black, pairing.white_partner, pairing.black_partner)
        ),
        pairing.white_result.value,
        pairing.black_result.value if pairing.black_result else "",
        "",
        _number(pairing.handicap, SMALL),
        _number(pairing.board_size, SMALL),
        _real(pairing.komi),
    )


def _is_chosen(number: int, upload: Upload) -> bool:
    """Whether the sender wants the round to be taken."""
    return (upload.first_round or number) <= number <= (upload.last_round or number)


def _round_date(found: TournamentReport, number: int) -> dt.date | None:
    return found.round_dates[number - 1] if 0 < number <= len(found.round_dates) else None


def _text(text: str, limit: int) -> str:
    """What a text column of either database takes: no NUL, no half of a surrogate pair."""
    if text.isascii() and "\0" not in text:
        return text[:limit]
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
