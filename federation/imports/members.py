"""Import members: plan what would change, then change it. All or nothing; a blank cell changes nothing.

Rows are compared in memory with what is stored; the number of SQL statements does not grow with the list.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from django.db import models
from django.utils.translation import gettext as _

from federation.database import bulk
from federation.files.dbase import plain_ascii
from federation.i18n.dates import long_date
from federation.identity.member_numbers import club_key_of, key_of
from federation.identity.names import PersonName, folded, same_person, search_key
from federation.identity.seasons import bounds, season_year
from federation.imports import affiliations as affiliation_import
from federation.imports.columns import Problem, Reading, Row
from federation.imports.missing_numbers import give_numbers
from federation.imports.plan import Change, Plan, PlannedRow, carried_out, labels
from federation.members.affiliations import AffiliationError
from federation.members.hiding import rewrite_public_files
from federation.models import Affiliation, Club, FormerNumber, Licence, Member
from federation.money.charges import credit_affiliations

FIELDS = (
    *("last_name", "first_name", "sex", "birth_date", "nationality", "fide_federation", "fide_id", "fide_rating"),
    *("title", "resides_abroad", "keeps_national_rating", "deceased", "hidden"),
)
Stored = TypeVar("Stored", bound=models.Model)
_LISTED = 32  # letters that a PLAYER list has for a name since 2014


@dataclass
class MemberPlan(Plan[Member]):
    freed: list[int] = field(default_factory=list)  # members who lose a FIDE id that another may get
    clubs: list[Club] = field(default_factory=list)  # to be created
    affiliations: affiliation_import.Changes = field(default_factory=affiliation_import.Changes)
    licences: list[Licence] = field(default_factory=list)
    former_numbers: list[FormerNumber] = field(default_factory=list)
    hides: bool = False  # or makes a known member visible again
    undated: int = 0  # members who were never affiliated and of whom the list says no day


def plan(reading: Reading, day: dt.date, since: dt.date | None = None) -> MemberPlan:
    """Return what importing the rows would change. ``day``: the day on which the list's affiliations hold.

    ``since``: the first day of members who were never affiliated, if the list does not say it.
    """
    give_numbers(reading)
    return _Planner(reading, day, since).plan()


def take_over(reading: Reading, day: dt.date, since: dt.date | None = None) -> MemberPlan:
    """Carry out the plan in one transaction, unless it has problems; return it."""

    def make() -> MemberPlan:
        give_numbers(reading)
        return _Planner(reading, day, since, lock=True).plan()

    return carried_out(make, _write)


def _write(made: MemberPlan) -> None:
    Club.objects.bulk_create(made.clubs)
    _having(Member.objects.all(), "pk", made.freed).update(fide_id=None)
    for member, pk in zip(made.new, bulk.reserved_ids(Member, len(made.new)), strict=True):
        member.pk = pk
    bulk.insert(made.new)
    bulk.update(made.changed, [*FIELDS, "search_name"])
    affiliations = made.affiliations
    removed = [interval.pk for interval in affiliations.removed]
    credit_affiliations(removed, _("Removed by an import."))
    _having(Affiliation.objects.all(), "pk", removed).delete()
    for interval in affiliations.added:  # planned before the members and clubs had their ids
        interval.member_id = interval.member.pk
    for interval in (*affiliations.added, *affiliations.changed):
        interval.club_id = interval.club.pk if interval.club else None
    bulk.update(affiliations.changed, ["club", "end", "end_cause"])
    bulk.insert(affiliations.added)
    for row in (*made.licences, *made.former_numbers):
        row.member_id = row.member.pk
    bulk.insert(made.licences)
    bulk.insert(made.former_numbers)
    if made.hides:
        rewrite_public_files()


def _having(rows: models.QuerySet[Stored], name: str, keys: Sequence[Any]) -> models.QuerySet[Stored]:
    """Return the rows with one of the keys: one statement, or none without keys."""
    return rows.filter(**{f"{name}__in": bulk.in_values(keys)}) if keys else rows.none()


class _Planner:
    """Compare the rows of one list with what is stored."""

    def __init__(self, reading: Reading, day: dt.date, since: dt.date | None, lock: bool = False) -> None:
        self.reading = reading
        self.day, self.since = day, since
        self.made = MemberPlan.of(reading)
        members = Member.objects.select_for_update(no_key=True).order_by("pk") if lock else Member.objects.all()
        numbers = [row.values["number"] for row in reading.rows if "number" in row.values]
        self.members = {member.number: member for member in _having(members, "number", numbers)}
        self.clubs = {club.key: club for club in Club.objects.all()}
        self.intervals = self._stored_intervals(numbers)
        self.fide_ids = self._stored_fide_ids()
        self.new_fide_ids: dict[str, object] = {}
        for row in reading.rows:
            if "fide_id" in row.values and "number" in row.values:
                self.new_fide_ids[str(row.values["number"])] = row.values["fide_id"]
        self.licences = self._stored_licences()
        self.former_numbers = self._stored_former_numbers()
        self.labels = labels(Member, FIELDS) | {
            "affiliation": _("affiliation"),
            "licence": _("licence"),
            "former_number": _("former number"),
        }

    def plan(self) -> MemberPlan:
        seen: dict[object, int] = {}
        for row in self.reading.rows:
            number = row.values.get("number")
            if number in seen:
                facts = {"number": number, "line": seen[number]}
                self._object(row, "number", _("%(number)s is already on line %(line)s.") % facts)
            elif number is not None:
                seen[number] = row.line
                self._plan_row(row, str(number))
        self._remark_namesakes()
        return self.made

    def _remark_namesakes(self) -> None:
        """Remark on new members who may already have another member number; that does not stop the import."""
        new = [row for row in self.made.rows if row.is_new]
        stored: dict[str, list[Member]] = defaultdict(list)
        for other in _having(Member.objects.current(), "search_name", [row.record.search_name for row in new]):
            stored[other.search_name].append(other)
        sentence = _("%(member)s has the same name. If they are the same person, merge the two records.")
        for row in new:
            for other in stored.get(row.record.search_name, ()):
                if None in (born := (row.record.birth_date, other.birth_date)) or born[0] == born[1]:
                    self.made.remarks.append(Problem(row.line, "", sentence % {"member": other}))

    def _stored_intervals(self, numbers: list[object]) -> dict[int, list[Affiliation]]:
        by_id = {club.pk: club for club in self.clubs.values()}
        intervals: dict[int, list[Affiliation]] = defaultdict(list)
        for interval in _having(Affiliation.objects.order_by("start"), "member__number", numbers):
            interval.club = by_id.get(interval.club_id)
            intervals[interval.member_id].append(interval)
        return intervals

    def _stored_fide_ids(self) -> dict[object, str]:
        """Return the member number of the holder of each FIDE id."""
        wanted = [row.values["fide_id"] for row in self.reading.rows if "fide_id" in row.values]
        return dict(_having(Member.objects.all(), "fide_id", wanted).values_list("fide_id", "number"))

    def _stored_licences(self) -> dict[tuple[str, str], str]:
        """Return the member number of the holder of each licence (issuer, number)."""
        wanted = [number for row in self.reading.rows for _issuer, number in row.values.get("licences", ())]
        stored = _having(Licence.objects.all(), "number", wanted).values_list("issuer", "number", "member__number")
        return {(issuer, number): holder for issuer, number, holder in stored}

    def _stored_former_numbers(self) -> dict[tuple[int, dt.date], str]:
        """Return the member number of the one who had each number (key) up to each day."""
        wanted = [key_of(number) for row in self.reading.rows for number, _end in row.values.get("former_numbers", ())]
        stored = _having(FormerNumber.objects.all(), "key", wanted).values_list("key", "end", "member__number")
        return {(key, end): holder for key, end, holder in stored}

    def _object(self, row: Row, column: str, text: str) -> None:
        """Report a contradiction: it stops the import, or is only left out of a patient list."""
        found = self.made.remarks if self.reading.patient else self.made.problems
        found.append(Problem(row.line, self.reading.header(column), text))

    def _plan_row(self, row: Row, number: str) -> None:
        stored = self.members.get(number)
        if stored is None and not row.values.get("last_name"):
            self._object(row, "last_name", _("A new member needs a name."))
            return
        if stored is not None and stored.merged_into_id:
            text = _("%(member)s was merged into another member; the row was skipped.") % {"member": stored}
            self.made.remarks.append(Problem(row.line, self.reading.header("number"), text))
            return
        if stored is not None and stored.erased_at:
            text = _("The person with number %(number)s was erased; the row was skipped.") % {"number": number}
            self.made.remarks.append(Problem(row.line, self.reading.header("number"), text))
            return
        planned = PlannedRow(row.line, stored or Member(number=number), stored is None)
        self._plan_fields(planned, self._settled(row, planned.record))
        self._plan_affiliation(planned, row)
        self._plan_licences(planned, row)
        self._plan_former_numbers(planned, row)
        self.made.keep(planned)

    def _settled(self, row: Row, member: Member) -> dict[str, object]:
        """Return the values of the row without contradictions and without poorer spellings of the stored name."""
        values = {name: row.values[name] for name in FIELDS if name in row.values}
        if "plain_name" in row.values and member.pk and _is_poorer_spelling(values, member):
            values.pop("last_name", None)
            values.pop("first_name", None)
        fide_id = values.get("fide_id")
        if fide_id is not None and not self._is_free(fide_id, member.number):
            facts = {"fide_id": fide_id, "number": self.fide_ids[fide_id]}
            self._object(row, "fide_id", _("%(number)s already has the FIDE ID %(fide_id)s.") % facts)
            values.pop("fide_id")
        return values

    def _is_free(self, fide_id: object, number: str) -> bool:
        """Return whether the member may have the id: nobody holds it, or its holder gets another one in this list."""
        holder = self.fide_ids.get(fide_id, number)
        if holder != number and self.new_fide_ids.get(holder, fide_id) == fide_id:
            return False
        self.fide_ids[fide_id] = number
        self.new_fide_ids[number] = fide_id
        return True

    def _plan_fields(self, planned: PlannedRow[Member], values: dict[str, object]) -> None:
        member = planned.record
        fide_id_before, was_hidden = member.fide_id, member.hidden
        planned.set_fields(values, self.labels)
        if not planned.changes:
            return
        if fide_id_before is not None and fide_id_before != member.fide_id:
            self.made.freed.append(member.pk)
        member.search_name = search_key(member.last_name, member.first_name)
        if not planned.is_new:
            self.made.changed.append(member)
            self.made.hides |= member.hidden != was_hidden

    def _plan_affiliation(self, planned: PlannedRow[Member], row: Row) -> None:
        intervals = self.intervals.get(planned.record.pk, [])
        values = row.values if intervals else self._dated(row.values)
        try:
            found = affiliation_import.changes(planned.record, intervals, values, self._club(row), self.day)
        except AffiliationError as error:
            self._object(row, "affiliated", str(error))
            return
        self.made.affiliations.added += found.added
        self.made.affiliations.changed += found.changed
        self.made.affiliations.removed += found.removed
        planned.changes += [Change(self.labels["affiliation"], before, after) for before, after in found.shown]

    def _dated(self, values: dict[str, object]) -> dict[str, object]:
        """Return the values with the first day that the user chose, and the end of the season, if they have no day."""
        is_out = values.get("affiliated") is False or values.get("deceased")
        if is_out or {"affiliated_from", "affiliated_to"} & values.keys():
            return values
        self.made.undated += 1
        if self.since is None:
            return values
        end = bounds(season_year(max(self.since, self.day)))[1]
        return values | {"affiliated_from": self.since, "affiliated_to": end}

    def _club(self, row: Row) -> Club | None:
        """Return the row's club, new if it is unknown; None if the row affiliates nobody."""
        number = row.values.get("club")
        affiliates = row.values.get("affiliated", True) or {"affiliated_from", "affiliated_to"} & row.values.keys()
        key = club_key_of(number) if affiliates else 0
        if key and key not in self.clubs:
            self.clubs[key] = Club(number=number, name=f"Club {number}")
            self.made.clubs.append(self.clubs[key])
        return self.clubs.get(key)

    def _plan_licences(self, planned: PlannedRow[Member], row: Row) -> None:
        own = planned.record.number
        for issuer, number in row.values.get("licences", ()):
            holder = self.licences.setdefault((issuer, number), "")
            if not holder:
                self.licences[issuer, number] = own
                self.made.licences.append(Licence(member=planned.record, issuer=issuer, number=number))
                planned.changes.append(Change(self.labels["licence"], None, f"{issuer} {number}"))
            elif holder != own:
                facts = {"licence": f"{issuer} {number}", "number": holder}
                self._object(row, "licences", _("%(number)s already has the licence %(licence)s.") % facts)

    def _plan_former_numbers(self, planned: PlannedRow[Member], row: Row) -> None:
        own = planned.record.number
        for number, end in row.values.get("former_numbers", ()):
            had = self.former_numbers.setdefault((key_of(number), end), "")
            if not had:
                self.former_numbers[key_of(number), end] = own
                made = FormerNumber(member=planned.record, number=number, end=end)
                self.made.former_numbers.append(made)
                planned.changes.append(Change(self.labels["former_number"], None, str(made)))
            elif had != own:
                facts = {"number": number, "day": long_date(end), "holder": had}
                text = _("%(holder)s already had the number %(number)s until %(day)s.")
                self._object(row, "former_numbers", text % facts)


def _is_poorer_spelling(values: dict[str, object], member: Member) -> bool:
    """Return whether it is the same name without accents, in capitals or cut off, as dBase lists have it."""
    last, first = str(values.get("last_name", "")), str(values.get("first_name", ""))
    if search_key(last, first) in {member.search_name, folded(plain_ascii(member.name)[:_LISTED])}:
        return True
    return same_person(PersonName(last, first), PersonName(member.last_name, member.first_name))
