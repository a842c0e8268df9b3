"""Compare a list of FIDE, the FFG or the EGF with the members, and copy what a person chose to the members.

The list may have hundreds of megabytes: it stays on disk only until a worker has read it, player by player.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import BinaryIO

from django.contrib.auth.models import User
from django.core.files import File
from django.core.files.storage import default_storage
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.background import jobs
from federation.background.kinds import Report
from federation.database import bulk
from federation.files import pending_uploads
from federation.foreign_lists import fide, fide_match, fide_text, go_match
from federation.foreign_lists import go as go_lists
from federation.hooks import rated_facts_changed
from federation.i18n.errors import UserError
from federation.models import Job, Licence, Member
from federation.models.list_comparisons import FIDE, ComparedPlayer, ListComparison, Verdict

FOLDER = "compared-lists"
MAX_BYTES = 1 << 30  # FIDE's XML of all three ratings is half a gigabyte
PLAYERS_A_REPORT = 20_000  # players between two reports of progress

NEITHER = noop(
    "This list cannot be compared: it is neither FIDE's rating list (TXT, XML or zip), nor the FFG scale "
    "(ech_ffg_V3), nor the European go list (allworld_lp)."
)

FILE_GONE = noop("The file is no longer stored. Send the list again.")


def receive(comparison: ListComparison, file: File, by: User | None) -> None:
    """Store the file, and have a worker compare it (see `compare`)."""
    pending_uploads.purge(FOLDER)  # of a worker that died three times
    comparison.name, comparison.size, comparison.made_by = file.name[:200], file.size, by
    comparison.save()
    default_storage.save(_path(comparison.pk), file)
    comparison.job = jobs.submit("compare_list", f"compare_list:{comparison.pk}", {"comparison": comparison.pk}, by)
    comparison.save(update_fields=["job"])


def compare(comparison: ListComparison, job: Job, report: Report) -> int:
    """Read the list, store what it says about the members, delete the file, and return the number of lines stored.

    Raise `UserError` if it is not such a list.
    """
    report(1, noop("Reading the list"))
    if not default_storage.exists(_path(comparison.pk)):
        if comparison.players is None:  # refused by an earlier attempt, or deleted after a day
            raise UserError(FILE_GONE)
        return comparison.compared.count()  # an earlier attempt stored everything, then died
    try:
        with default_storage.open(_path(comparison.pk)) as kept:
            found = _compared(comparison, kept.file, report)
    except UserError:
        forget(comparison.pk)
        raise
    report(95, noop("Storing the data"))
    with jobs.writing(job):
        comparison.compared.all().delete()  # from an attempt that was cut off
        bulk.insert(found)
        comparison.save(update_fields=["issuer", "day", "players", "unread"])  # the page that sent it adds the job
    forget(comparison.pk)
    return len(found)


def forget(comparison: int) -> None:
    """Delete the file of the comparison with this id."""
    default_storage.delete(_path(comparison))


def _path(comparison: int) -> str:
    return f"{FOLDER}/{comparison}"


def _compared(comparison: ListComparison, file: BinaryIO, report: Report) -> list[ComparedPlayer]:
    listed = go_list_in(file)
    if listed is None:
        players = _with_progress(fide.players(file, comparison.name), file, comparison.size, report)
        rows = fide_match.compare(comparison, players)
    else:
        rows = go_match.compare(comparison, listed)
    for row in rows:
        row.name = row.name.replace("\0", "")[:200]  # as both databases accept it
    return rows


def go_list_in(file: BinaryIO) -> go_lists.GoList | None:
    """Return the list of go in the file, None if it is FIDE's list. Raise `UserError` if it is neither."""
    beginning = file.read(fide_text.LONGEST_LINE)
    file.seek(0)
    if fide.seems_one(beginning):
        return None
    try:
        return go_lists.read_file(file)
    except go_lists.NoGoList:
        raise UserError(NEITHER) from None


def _with_progress(
    players: Iterable[fide.FidePlayer], file: BinaryIO, size: int, report: Report
) -> Iterator[fide.FidePlayer]:
    """Yield the players and report how much of the file is read."""
    for count, player in enumerate(players):
        if count % PLAYERS_A_REPORT == 0:
            report(min(94, 1 + 93 * file.tell() // size), noop("Reading the list"))
        yield player


# -- What a person copies to members -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Taken:
    """What changes for the member of a listed player: (ours, theirs) by name of a field, or of ``licences``."""

    row: ComparedPlayer
    changes: dict[str, tuple[object, object]]


Choice = Callable[[Sequence[ComparedPlayer]], list[Taken]]


def numbers(rows: Sequence[ComparedPlayer]) -> list[Taken]:
    """Return the suggested numbers that can be filled in: the member has none, nobody has this one. Three queries."""
    rows = [row for row in rows if row.verdict == Verdict.SUGGESTION and row.member.merged_into_id is None]
    ids = Member.objects.filter(fide_id__in={row.fide_id for row in rows if row.fide_id})
    licences = Licence.objects.filter(issuer__in={row.comparison.issuer for row in rows} - {FIDE})
    given = {(FIDE, str(number)) for number in ids.values_list("fide_id", flat=True)}
    given |= set(licences.filter(number__in={row.number for row in rows}).values_list("issuer", "number"))
    having = set(licences.filter(member__in={row.member_id for row in rows}).values_list("issuer", "member"))
    having |= {(FIDE, row.member_id) for row in rows if row.member.fide_id is not None}
    found = []
    for row in rows:
        issuer = row.comparison.issuer
        if (issuer, row.number) not in given and (issuer, row.member_id) not in having:
            given.add((issuer, row.number))
            having.add((issuer, row.member_id))
            change = {"fide_id": (None, row.fide_id)} if issuer == FIDE else {"licences": (None, row.number)}
            found.append(Taken(row, change))
    return found


def news(rows: Sequence[ComparedPlayer]) -> list[Taken]:
    """Return what differs at FIDE for matched members: rating, title, federation. No query."""
    return [Taken(row, row.news) for row in rows if row.news]


@transaction.atomic
def take_over(rows: Iterable[ComparedPlayer], choice: Choice) -> list[Taken]:
    """Write to the members what ``choice`` (`numbers`, `news`) finds in these rows; return what was written."""
    rows = list(rows)
    people = Member.objects.select_for_update(no_key=True).order_by("pk").in_bulk({row.member_id for row in rows})
    for row in rows:
        row.member = people[row.member_id]
    taken = choice(rows)
    licences = []
    for each in taken:
        each.row.taken_at = timezone.now()
        for name, (_ours, theirs) in each.changes.items():
            if name == "licences":
                licences.append(Licence(member=each.row.member, issuer=each.row.comparison.issuer, number=theirs))
            else:
                setattr(each.row.member, name, theirs)
    bulk.update([each.row.member for each in taken], ["fide_id", "fide_rating", "title", "fide_federation"])
    bulk.insert(licences)
    bulk.update([each.row for each in taken], ["taken_at"])
    if any("fide_rating" in each.changes for each in taken):
        rated_facts_changed()
    return taken
