"""Move a whole federation in from another system: clubs, members, affiliations and old lists, in one transaction.

A row that is wrong is refused with its line and one sentence, and the others are stored: rows = stored + refused. A
file that cannot be read at all stops everything, and nothing is written.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.files import spreadsheets
from federation.files.limits import SheetError
from federation.identity.member_numbers import form
from federation.imports import clubs, member_columns, member_files, members
from federation.imports.columns import Reading, Row
from federation.imports.plan import Plan
from federation.models import Member
from ratings.errors import RatingError
from ratings.models import RatingPool
from ratings.starting_lists.create import floor, start_from
from ratings.starting_lists.file import StartingRating, read

NO_MEMBER = noop("Line %(line)s: no member has the number %(number)s.")
TWICE = noop("Line %(line)s: member %(number)s is in the file twice.")


class OldList(NamedTuple):
    """A list that another system published."""

    pool: RatingPool
    date: dt.date
    file: Path


@dataclass(frozen=True)
class Sources:
    """The files of the old federation. ``members`` and ``affiliations`` are read by the same columns."""

    clubs: Path | None = None
    members: Path | None = None
    affiliations: Path | None = None
    lists: Sequence[OldList] = ()
    day: dt.date | None = None  # on which the affiliations of members without days hold


@dataclass
class Moved:
    """What became of a file."""

    file: str
    rows: int
    refused: list[str] = field(default_factory=list)  # a sentence each, with the line
    stored: int = 0
    remarks: list[str] = field(default_factory=list)  # what was left out of rows that were stored


def move_in(sources: Sources, *, only_look: bool = False) -> list[Moved]:
    """Store the files and return what became of each; if ``only_look``, store nothing.

    Raise `SheetError` or `RatingError` if a file cannot be read; then nothing is stored.
    """
    with transaction.atomic():
        done = [moved for step in (_clubs, _members, _affiliations) if (moved := step(sources))]
        done += [_list(old) for old in sorted(sources.lists, key=lambda old: old.date)]
        transaction.set_rollback(only_look)
    return done


def _clubs(sources: Sources) -> Moved | None:
    if sources.clubs is None:
        return None
    return _stored(sources.clubs, [clubs.read(sources.clubs.read_bytes())], clubs.take_over)


def _members(sources: Sources) -> Moved | None:
    if sources.members is None:
        return None
    reading, day = member_files.read(sources.members.name, sources.members.read_bytes(), sources.day)
    return _stored(sources.members, [reading], lambda reading: members.take_over(reading, day))


def _affiliations(sources: Sources) -> Moved | None:
    if sources.affiliations is None:
        return None
    reading = member_columns.from_sheet(spreadsheets.read(sources.affiliations.read_bytes()))
    day = sources.day or timezone.localdate()
    return _stored(sources.affiliations, _layers(reading), lambda layer: members.take_over(layer, day))


def _layers(reading: Reading) -> list[Reading]:
    """Return the rows in parts in which nobody is twice: the first affiliation of each member, the second ..."""
    seen: dict[object, int] = defaultdict(int)
    layers: list[list[Row]] = [[]]
    for row in reading.rows:
        place = seen[row.values.get("number")]
        seen[row.values.get("number")] += 1
        layers += [[]] if place == len(layers) else []
        layers[place].append(row)
    rest = {"columns": reading.columns, "unknown": reading.unknown, "header_line": reading.header_line}
    first = Reading(layers[0], reading.problems, remarks=reading.remarks, **rest)
    return [first, *(Reading(rows, **rest) for rows in layers[1:])]


def _stored(file: Path, readings: Iterable[Reading], take_over: Callable[[Reading], Plan]) -> Moved:
    """Store the rows without a problem."""
    moved = Moved(file.name, 0)
    for reading in readings:
        found = list(reading.problems)
        lines = {row.line for row in reading.rows} | {problem.line for problem in found}
        moved.rows += len(lines)
        while True:
            wrong = {problem.line for problem in found}
            if wrong & {0, reading.header_line}:
                raise SheetError(f"{file.name}: {min(found)}")
            moved.refused += map(str, sorted(found))
            lines -= wrong
            reading.rows = [row for row in reading.rows if row.line not in wrong]
            reading.problems = []
            plan = take_over(reading)
            if not plan.problems:
                break
            found = plan.problems
        moved.stored += len(lines)
        moved.remarks += map(str, plan.remarks)
    return moved


def _list(old: OldList) -> Moved:
    """Publish the ratings of the members who are known."""
    refused: list[RatingError] = []
    try:
        found = read(old.file.read_bytes(), floor(old.pool, old.date), refused)
        known = _known(found, refused)
        start_from(old.pool, old.date, known)
    except RatingError as problem:
        raise SheetError(f"{old.file.name}: {problem}") from problem
    return Moved(old.file.name, len(known) + len(refused), list(map(str, refused)), len(known))


def _known(found: list[StartingRating], refused: list[RatingError]) -> list[StartingRating]:
    """Return the ratings of members, each once; the others are refused."""
    left, kept = set(Member.objects.values_list("key", flat=True)), []
    keys = frozenset(left)
    for each in found:
        if each.key in left:
            left.remove(each.key)
            kept.append(each)
        else:
            facts = {"line": each.line, "number": form().number(each.key)}
            refused.append(RatingError(TWICE if each.key in keys else NO_MEMBER, **facts))
    return kept


def summary(moved: Moved) -> str:
    """Return how many rows of a file were stored and refused."""
    facts = {"file": moved.file, "rows": moved.rows, "stored": moved.stored, "refused": moved.rows - moved.stored}
    return _("%(file)s: %(rows)s rows, %(stored)s stored, %(refused)s refused.") % facts
