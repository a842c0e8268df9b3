"""Receive a file, recognise and read it, and store its tournaments for a person to check.

What the file says stays in ``file_*`` beside what is made of it: see `intake.rows`.
"""

import hashlib
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import chain

from django.contrib.auth.models import User
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import transaction
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.background import jobs
from federation.background.kinds import Report, no_progress
from federation.database import bulk
from federation.files.limits import TOO_LARGE, too_large
from federation.models import Club, Unit
from tournaments import formats
from tournaments.errors import Refused
from tournaments.formats.report import FormatError, TournamentReport
from tournaments.intake import matching, open_points
from tournaments.intake import rows as intake_rows
from tournaments.intake.private import clean, unclean, without_private
from tournaments.intake.spreadsheets import as_text
from tournaments.models import Pairing, Participant, Stage, Tournament, TournamentUpdate, Upload, upload_path

Then = Callable[[Upload], None]
Rounds = tuple[int | None, int | None]
Organiser = Club | Unit | None
Made = tuple[Tournament, TournamentReport]  # a tournament and what the file says of it
Ids = Mapping[int, Mapping[int, int]]  # of participants, by tournament and number
ALL_ROUNDS: Rounds = (None, None)
ERROR = ("error_template", "error_facts", "error_place")  # why an Upload could not be read

EMPTY = noop("The file is empty.")
REMOVED = noop("The file “%(name)s” was removed on %(day)s: only what was read of it is kept.")
ALREADY_USED = noop("Tournaments from this file have been submitted: it cannot be read again.")
GAVE_WAY = noop("This file was sent again for another club: it is no longer read for this one.")
NOT_TO_DELETE = noop(
    "“%(name)s” has been submitted and stays. Withdraw the submission first, if the federation has not decided yet."
)


def _nothing(upload: Upload) -> None:
    """Do nothing after reading: the default for ``then``."""


def receive(
    file: File, name: str, organiser: Organiser, by: User | None, rounds: Rounds = ALL_ROUNDS
) -> tuple[Upload, bool]:
    """Store a file; return its Upload and whether it is new. The same bytes are stored once (see `_answers`).

    ``rounds``: the first and the last round to take. Raise `Refused` if the file is empty or too large. Nothing is read
    yet: see `read`.
    """
    [received] = receive_together([(file, name)], organiser, by, rounds)
    return received


def check(file: File) -> None:
    """Raise `Refused` if the file is empty or too large."""
    if not file.size:
        raise Refused(EMPTY)
    if facts := too_large(file.size):
        raise Refused(TOO_LARGE, **facts)


def receive_together(
    files: Sequence[tuple[File, str]], organiser: Organiser, by: User | None, rounds: Rounds = ALL_ROUNDS
) -> list[tuple[Upload, bool]]:
    """Store many files, each with its name, in one transaction and a constant number of queries.

    Raise `Refused` if one of them is empty or too large (see `check`), or cannot be kept without what is private; then
    none is stored.
    """
    for file, _name in files:
        check(file)
    digests = [sha256_of(file) for file, _name in files]
    files = [(without_private(file), name) for file, name in files]
    sent = [
        _upload(file, name, Upload(**_of(organiser), uploaded_by=by, sent_sha256=digest), rounds)
        for (file, name), digest in zip(files, digests, strict=True)
    ]
    for digest in unclean([upload.sent_sha256 for upload in sent if upload.sent_sha256 != upload.sha256]):
        clean(digest)  # an earlier version stored it as it came
    earlier = kept = _kept(sent)
    if not _unanswered(sent, kept):
        return [(next(_answers(upload, kept)), False) for upload in sent]
    with transaction.atomic():
        while new := _unanswered(sent, kept):
            if not _make_way(new, kept):
                # In one order, so that two people who send the same files at the same time do not deadlock.
                bulk.insert_new(sorted(new, key=lambda upload: upload.sha256))
            kept = _kept(sent)
        found = [next(_answers(upload, kept)) for upload in sent]
        received = [(one, one.receipt == upload.receipt) for one, upload in zip(found, sent, strict=True)]
        for (upload, is_new), (file, _name) in zip(received, files, strict=True):
            if is_new and not any(known.file for known in earlier.get(upload.sha256, ())):
                default_storage.delete(upload.file.name)  # from an upload that was cut off
                default_storage.save(upload.file.name, file)
    return received


def _of(organiser: Organiser) -> dict[str, Club | Unit]:
    """Return the organiser as a field of uploads."""
    if organiser is None:
        return {}
    return {"club": organiser} if isinstance(organiser, Club) else {"unit": organiser}


def sha256_of(file: File) -> str:
    digest = hashlib.sha256()
    for chunk in file.chunks():
        digest.update(chunk)
    return digest.hexdigest()


def _upload(file: File, name: str, upload: Upload, rounds: Rounds) -> Upload:
    upload.name, upload.size, upload.sha256 = intake_rows.text(name, 200), file.size, sha256_of(file)
    upload.first_round, upload.last_round = rounds
    upload.file = upload_path(upload, "")
    return upload


def _kept(sent: Iterable[Upload]) -> dict[str, list[Upload]]:
    """Return the stored uploads of the same bytes, by SHA-256, the oldest first."""
    kept: dict[str, list[Upload]] = defaultdict(list)
    same = Upload.objects.with_activity().filter(sha256__in=[upload.sha256 for upload in sent])
    for upload in same.order_by("pk"):
        kept[upload.sha256].append(upload)
    return kept


def _answers(sent: Upload, kept: Mapping[str, Sequence[Upload]]) -> Iterator[Upload]:
    """Yield the stored uploads that make this one superfluous: a tournament must not be stored twice.

    An upload without tournaments only replaces another one of the same club and rounds.
    """
    for upload in kept.get(sent.sha256, ()):
        if upload.superseded:
            continue
        if upload.is_for_the_same(sent) or (
            not _is_void(upload) and (not upload.has_organiser_of(sent) or upload.has_rounds_of(sent))
        ):
            yield upload


def _unanswered(sent: Iterable[Upload], kept: Mapping[str, Sequence[Upload]]) -> list[Upload]:
    return [upload for upload in sent if not any(_answers(upload, kept))]


def _is_void(upload: Upload) -> bool:
    """Return whether nothing of the upload is stored or coming: it was unreadable, or everything was deleted or
    rejected.
    """
    return upload.state != Upload.State.RECEIVED and not upload.has_active_tournaments


def _make_way(new: Iterable[Upload], kept: Mapping[str, Sequence[Upload]]) -> bool:
    """Mark uploads of the same bytes by other clubs as superseded if nothing of them is stored.

    Return whether there was any. An upload that was read again meanwhile stays.
    """
    others = {
        upload.pk
        for sent in new
        for upload in kept.get(sent.sha256, ())
        if not upload.has_organiser_of(sent) and not upload.superseded
    }
    if others:
        held = Upload.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=others)
        list(held.order_by("pk").values_list("pk"))
        locked = Upload.objects.with_activity().filter(pk__in=others)
        Upload.objects.filter(pk__in=[upload.pk for upload in locked if _is_void(upload)]).update(superseded=True)
    return bool(others)


@transaction.atomic
def read_later(upload: Upload, by: User | None, *, again: bool = False) -> None:
    """Have a worker read the file (see `tasks.read_upload`); the upload's job shows the progress.

    Do nothing if another user had it read meanwhile, unless it is to be read ``again``.
    """
    # Locked, because the worker may already be reading it.
    locked = Upload.objects.select_for_update(of=("self",), no_key=True).get(pk=upload.pk)
    if again or locked.is_to_read:
        if locked.is_to_read:
            locked.state = Upload.State.RECEIVED
            locked.dismissed = False
            locked.error_template, locked.error_facts, locked.error_place = "", {}, {}
        arguments = {"upload": locked.pk, "again": again}
        locked.job = jobs.submit("read_upload", f"read_upload:{locked.pk}", arguments, by)
        locked.save(update_fields=["job", "state", "dismissed", *ERROR])
    upload.job_id, upload.state = locked.job_id, locked.state


@transaction.atomic
def dismiss(upload: Upload) -> bool:
    """Dismiss a file from its club's page until it is sent or read again. Return whether that was done.

    A file that was read, or that a worker is reading, cannot be dismissed.
    """
    locked = Upload.objects.select_for_update(of=("self",), no_key=True).get(pk=upload.pk)
    if locked.state == Upload.State.READ or locked.is_at_work:
        return False
    locked.dismissed = True
    locked.save(update_fields=["dismissed"])
    return True


def read(upload: Upload, report: Report = no_progress, then: Then = _nothing) -> None:
    """Read the file of an Upload and store its tournaments in one transaction; match the participants to members.

    If the file is no tournament, the Upload says why. An upload that was read before stays as it is. ``then``: what to
    do with the tournaments in the same transaction.
    """
    report(5, noop("Reading the file"))
    reports = _reports(upload)
    if reports:
        report(40, noop("Storing the data"))
        _store_once({upload.pk: reports}, then)
        upload.refresh_from_db()


def read_together(uploads: Iterable[Upload]) -> None:
    """Read the files of many Uploads, each as `read` does, and store all of them in one transaction.

    The number of queries is constant. The objects are not refreshed: the database says what became of each.
    """
    unread = [upload for upload in uploads if upload.state != Upload.State.READ]
    _store_once({upload.pk: reports for upload in unread if (reports := _reports(upload))})


def original(upload: Upload) -> File:
    """Return the stored file, opened. Raise `Refused` if only what was read of it is kept."""
    _require_original(upload)
    return upload.file.open("rb")


def _require_original(upload: Upload) -> None:
    if not upload.file:
        raise Refused(REMOVED, name=upload.name, day=timezone.localdate(upload.removed_at))


def _reports(upload: Upload) -> list[TournamentReport]:
    """Return the tournaments of the file; none if it could not be read, which is noted."""
    with original(upload) as file:
        data = file.read()
    try:
        return formats.read(upload.name, as_text(data))
    except FormatError as error:
        _fail(upload, error)
        return []


@transaction.atomic
def _store_once(found: Mapping[int, Sequence[TournamentReport]], then: Then = _nothing) -> None:
    """Store what was found in the files, by id of the Upload, if nobody did so before."""
    locked = Upload.objects.select_for_update(of=("self",), no_key=True).filter(pk__in=found, superseded=False)
    locked = locked.exclude(state=Upload.State.READ)
    if unread := [(upload, found[upload.pk]) for upload in locked.order_by("pk")]:
        store(unread)
        for upload, _reports_of_it in unread:
            then(upload)


def read_again(upload: Upload, report: Report = no_progress, then: Then = _nothing) -> None:
    """Delete what was read of the file and read it again.

    Raise `Refused` if it was worked on already, or sent for another club since.
    """
    with transaction.atomic():
        locked = Upload.objects.select_for_update(of=("self",), no_key=True).get(pk=upload.pk)
        list(locked.tournaments.select_for_update(of=("self",)).order_by("pk").values_list("pk"))
        if locked.superseded:
            raise Refused(GAVE_WAY)
        _require_original(locked)
        is_renewed = TournamentUpdate.objects.filter(Q(upload=locked) | Q(tournament__upload=locked)).exists()
        is_bound = ~Q(stage__in=[Stage.READ, Stage.REJECTED]) | Q(corrections__isnull=False)
        if is_renewed or locked.tournaments.filter(is_bound).exists():
            raise Refused(ALREADY_USED)
        locked.tournaments.all().delete()
        Upload.objects.filter(pk=upload.pk).update(state=Upload.State.RECEIVED)
    read(upload, report, then)


@transaction.atomic
def discard(tournament: Tournament) -> None:
    """Delete a tournament of a file that was sent by mistake. Raise `Refused` once it was submitted or accepted.

    The file is kept. When all its tournaments are deleted, it can be read again (`Upload.is_to_read`), or sent for
    another club.
    """
    locked = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
    if not locked.may_be_deleted:
        raise Refused(NOT_TO_DELETE, name=locked.name)
    locked.delete()


def store(found: Sequence[tuple[Upload, Sequence[TournamentReport]]]) -> None:
    """Store the tournaments of files, matched to members. A constant number of queries, however many and large."""
    made = [
        (intake_rows.tournament(upload, position, report), report)
        for upload, reports in found
        for position, report in enumerate(reports, start=1)
    ]
    open_points.answer_from_memory(event for event, _report in made)
    for (event, _report), pk in zip(made, bulk.reserved_ids(Tournament, len(made)), strict=True):
        event.pk = pk
    bulk.insert([event for event, _report in made])
    free = iter(bulk.reserved_ids(Participant, sum(len(report.players) for _event, report in made)))
    ids = {event.pk: {player.number: next(free) for player in report.players} for event, report in made}
    bulk.write(Participant, intake_rows.PARTICIPANT, _participants(made, ids))
    _write_pairings(made, ids)
    by_format = defaultdict(list)
    for upload, reports in found:
        by_format[reports[0].format].append(upload.pk)
    for key, pks in by_format.items():
        Upload.objects.filter(pk__in=pks).update(
            state=Upload.State.READ, format=key, error_template="", error_facts={}, error_place={}
        )


def _participants(made: Iterable[Made], ids: Ids) -> Iterator[tuple[object, ...]]:
    """Return the rows of all players. Their members are found first: a row takes no query."""
    by_club = defaultdict(list)
    for event, report in made:
        by_club[event.club_id] += [(event, player) for player in report.players]
    matched = []
    for club, players in by_club.items():
        claims = [intake_rows.claim(player) for _event, player in players]
        decided = matching.decide(claims, club, [event for event, _player in players])
        decisions = [
            matching.or_outsider(each, player.outsider) for each, (_, player) in zip(decided, players, strict=True)
        ]
        matched.append(zip(players, claims, decisions, strict=True))
    return (
        intake_rows.participant(ids[event.pk][player.number], event.pk, player, claim, decision)
        for (event, player), claim, decision in chain.from_iterable(matched)
    )


def _write_pairings(made: Iterable[Made], ids: Ids) -> None:
    of_a_kind = defaultdict(list)
    for event, report in made:
        of_a_kind[intake_rows.has_further(report)].append((event, report))
    for further, some in of_a_kind.items():
        rows = (
            intake_rows.pairings(report, event.upload, event.pk, ids[event.pk], further=further)
            for event, report in some
        )
        columns = intake_rows.PAIRING + (intake_rows.FURTHER if further else ())
        bulk.write(Pairing, columns, chain.from_iterable(rows))


def _fail(upload: Upload, error: FormatError) -> None:
    upload.state = Upload.State.FAILED
    upload.error_template = error.template[:500]
    upload.error_facts = intake_rows.plain(error.facts)
    upload.error_place = error.place.facts()
    upload.save(update_fields=["state", *ERROR])
