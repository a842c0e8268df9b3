"""Take over a club's own list: contact data of its members, and new members. Nothing is ever deleted.

A row is matched by member number, else by name and birth date. A club changes contact data only; a row whose name or
birth date differs from the member's is refused, and an officer changes that. A person whom the federation may know is
refused, too: the page "Enrol a member" asks who it is.
"""

import datetime as dt
import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import cast

from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import validate_email
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.enrolment import duplicates, receipts
from federation.enrolment.new_members import EnrolmentError, Person, enrol
from federation.enrolment.renewal import kinds_on
from federation.files import spreadsheets
from federation.files.limits import SheetError
from federation.files.spreadsheets import Sheet
from federation.i18n.errors import UserError
from federation.identity.column_names import names_of
from federation.identity.names import PersonName, folded, same_person
from federation.imports import columns, member_columns
from federation.imports.columns import CellError
from federation.members.affiliations import lock
from federation.members.numbers import gives_numbers
from federation.models import Affiliation, Club, ClubAct, ClubColumns, Member, PersonalDetail
from federation.profiles.reading import profile

MOST_ROWS = 2000
DETAILS = PersonalDetail.What
PEOPLE = ("number", "last_name", "first_name", "birth_date", "sex", "nationality", "fide_federation")
COLUMNS = (*PEOPLE, *DETAILS.values)
TOO_LONG = noop("The list has more than %(most)d rows. Send it in parts.")
CHANGED = noop("Members changed since the preview. Nothing was saved: look at it again and confirm.")
NO_NAME = noop("Say which columns hold the member number, or the last name and the birth date.")
READ = {
    "number": columns.member_number,
    "last_name": columns.text(60),
    "first_name": columns.text(60),
    "birth_date": member_columns.birth_date,
    "sex": columns.sex,
    "nationality": columns.code,
    "fide_federation": columns.code,
    **dict.fromkeys(DETAILS.values, columns.text(200)),
    "telephone": columns.telephone,
}


class ListError(UserError):
    """The list of a club cannot be used."""


@dataclass
class Line:
    """A row of the list: a change of a member, a new one, or why it is refused."""

    line: int
    name: str
    member: Member | None = None
    person: Person | None = None  # to be enrolled
    details: dict[str, str] = field(default_factory=dict)  # that change
    refused: str = ""

    @property
    def changes(self) -> list[str]:
        """Return the changed details in words: "e-mail: anna@example.org"."""
        return [
            _("%(what)s: %(said)s") % {"what": DETAILS(what).label, "said": value}
            for what, value in self.details.items()
        ]


@dataclass
class Plan:
    """What the list would do."""

    new: list[Line] = field(default_factory=list)
    changed: list[Line] = field(default_factory=list)
    unchanged: int = 0
    refused: list[Line] = field(default_factory=list)

    @property
    def digest(self) -> str:
        """Return what the preview showed; `take_over` compares it."""
        said = [(each.line, each.changes, bool(each.person)) for each in (*self.new, *self.changed)]
        return hashlib.sha256(repr((said, [(each.line, each.refused) for each in self.refused])).encode()).hexdigest()


def sheet_of(data: bytes) -> Sheet:
    """Return the table of the list. Raise `ListError`."""
    try:
        sheet = spreadsheets.read(data)
    except SheetError as error:
        raise ListError(str(error)) from error  # a sentence already
    if len(sheet) > MOST_ROWS:
        raise ListError(TOO_LONG, most=MOST_ROWS)
    return sheet


def columns_of(club: Club, sheet: Sheet) -> dict[str, int]:
    """Return the place of each column: as the club chose it for these headings before, else by their names."""
    known = ClubColumns.objects.filter(club=club, header=_digest(sheet)).first()
    return known.columns if known else guessed(sheet)


def guessed(sheet: Sheet) -> dict[str, int]:
    """Return the places of the columns whose headings are known, in four languages."""
    found: dict[str, int] = {}
    for name in COLUMNS:
        entry = "member number" if name == "number" else name.replace("_", " ")
        wanted = {folded(each) for each in (entry, name, *names_of(entry))}
        place = next((place for place, header in enumerate(sheet.header) if folded(header) in wanted), None)
        if place is not None and place not in found.values():
            found[name] = place
    return found


def remember(club: Club, sheet: Sheet, chosen: Mapping[str, int]) -> None:
    """Remember the columns for the next list of the club with these headings."""
    ClubColumns.objects.update_or_create(club=club, header=_digest(sheet), defaults={"columns": dict(chosen)})


def _digest(sheet: Sheet) -> str:
    return hashlib.sha256("\0".join(sheet.header).encode()).hexdigest()


def plan(club: Club, sheet: Sheet, places: Mapping[str, int]) -> Plan:
    """Return what the list would do, row by row. Raise `ListError` if the columns name nobody.

    Three queries, and two for each row that would be a new member.
    """
    if "number" not in places and not {"last_name", "birth_date"} <= places.keys():
        raise ListError(NO_NAME)
    own = _own_members(club)
    stored: dict[int, dict[str, str]] = {member.pk: {} for member in own.values()}
    for detail in PersonalDetail.objects.filter(member__in=list(stored)):
        stored[detail.member_id][detail.what] = detail.value
    made, seen = Plan(), set()
    for number, cells in sheet.rows:
        line = _line(club, number, cells, places, own)
        if line.member is not None and not line.refused:
            if line.member.pk in seen:
                line.refused = _("This member is on an earlier line already.")
            seen.add(line.member.pk)
            known = stored[line.member.pk]
            line.details = {what: value for what, value in line.details.items() if known.get(what) != value}
        _keep(made, line)
    return made


def _keep(made: Plan, line: Line) -> None:
    if line.refused:
        made.refused.append(line)
    elif line.person:
        made.new.append(line)
    elif line.details:
        made.changed.append(line)
    else:
        made.unchanged += 1


def _own_members(club: Club) -> dict[str, Member]:
    """Return the members of the club today, by number, without those who were erased."""
    here = Affiliation.objects.on(timezone.localdate()).filter(club=club).values("member")
    return {member.number: member for member in Member.objects.filter(pk__in=here, erased_at=None)}


def _line(
    club: Club, number: int, cells: Sequence[object], places: Mapping[str, int], own: Mapping[str, Member]
) -> Line:
    values: dict[str, object] = {}
    line = Line(number, "")
    for name, place in places.items():
        text = str(cells[place] if place < len(cells) and cells[place] is not None else "").strip()
        if not text:
            continue
        try:
            if (value := READ[name](text)) is not None:
                values[name] = value
            if name == DETAILS.EMAIL:
                validate_email(text)
        except (CellError, ValidationError) as error:
            no_address = _("“%(cell)s” is not an e-mail address.") % {"cell": text[:40]}
            line.refused = line.refused or (str(error) if isinstance(error, CellError) else no_address)
    line.name = str(PersonName(str(values.get("last_name", "")), str(values.get("first_name", "")))) or str(
        values.get("number", "")
    )
    line.details = {what: str(values[what]) for what in DETAILS.values if what in values}
    if not line.refused:
        _identify(line, club, values, own)
    return line


def _identify(line: Line, club: Club, values: Mapping[str, object], own: Mapping[str, Member]) -> None:
    """Find the member of the row among those of the club, or make a new one of it, or refuse it."""
    name = PersonName(str(values.get("last_name", "")), str(values.get("first_name", "")))
    born = values.get("birth_date")
    if number := values.get("number"):
        line.member = own.get(str(number))
        if line.member is None:
            line.refused = _("Member number %(number)s is not of a member of the club.") % {"number": number}
            return
    else:
        found = [each for each in own.values() if each.birth_date == born and _is_same(each, name)]
        line.member = found[0] if len(found) == 1 and born else None
    if line.member is None:
        _enrol_later(line, club, values, name)
    elif (name.last and not _is_same(line.member, name)) or (born and line.member.birth_date not in (None, born)):
        line.refused = _(
            "Name or birth date differs from that of member %(number)s: only an officer can change these."
        ) % {"number": line.member.number}


def _is_same(member: Member, name: PersonName) -> bool:
    return same_person(name, PersonName(member.last_name, member.first_name))


def _enrol_later(line: Line, club: Club, values: Mapping[str, object], name: PersonName) -> None:
    asked = dict.fromkeys(("last_name", "birth_date", *profile().on(timezone.localdate()).new_member.required))
    missing = [_label(each) for each in asked if each not in values and each != "birth_year"]
    if not gives_numbers():
        line.refused = _("This person is not a member of the club, and member numbers come from another system.")
    elif missing:
        line.refused = _("A new member needs more data: %(what)s.") % {"what": ", ".join(missing)}
    else:
        known = {each: str(values.get(each, "")) for each in ("sex", "nationality", "fide_federation")}
        person = Person(name.last, name.first, cast(dt.date, values["birth_date"]), **known, details=line.details)
        if duplicates.find(club, person.last_name, person.first_name, person.birth_date):
            line.refused = _("The federation may know this person: enrol them on the page, which asks who it is.")
        else:
            line.person = person


def _label(field: str) -> str:
    """Return what a field of a new member is called."""
    if field in DETAILS.values:
        return str(DETAILS(field).label)
    return str(Member._meta.get_field(field).verbose_name)


@transaction.atomic
def take_over(club: Club, sheet: Sheet, places: Mapping[str, int], *, seen: str, by: User | None) -> ClubAct:
    """Carry out the plan: store contact data, enrol new members. Rows that are refused stay out.

    ``seen``: the digest of the preview. Raise `ListError` if anything is different now.
    """
    lock(member.pk for member in _own_members(club).values())
    made = plan(club, sheet, places)
    if made.digest != seen:
        raise ListError(CHANGED)
    for line in made.changed:
        for what, value in line.details.items():
            PersonalDetail.objects.update_or_create(member=line.member, what=what, defaults={"value": value})
    kinds = kinds_on(timezone.localdate())
    kind = kinds[0].code if kinds else Affiliation.Kind.FULL.value
    cents = unpriced = 0
    for line in made.new:
        try:
            act = enrol(club, line.person, kind, timezone.localdate(), seen="", by=by)
        except EnrolmentError as error:
            raise ListError(CHANGED) from error
        cents, unpriced = cents + act.made["cents"], unpriced + act.made["unpriced"]
    remember(club, sheet, places)
    facts = {
        "new": len(made.new),
        "changed": len(made.changed),
        "refused": len(made.refused),
        "cents": cents,
        "unpriced": unpriced,
    }
    return receipts.kept(club, ClubAct.Kind.IMPORT, by, facts)
