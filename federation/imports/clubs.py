"""Import clubs from a spreadsheet, all or nothing; a blank cell changes nothing."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from django.core.exceptions import ValidationError
from django.core.validators import EmailValidator, URLValidator
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.database import bulk
from federation.files import spreadsheets
from federation.identity.member_numbers import club_key_of
from federation.imports import columns
from federation.imports.columns import CellError, Column, Problem, Reading, Row
from federation.imports.plan import Change, Plan, PlannedRow, carried_out, labels
from federation.models import Club, Unit
from federation.structure import kinds, memberships

FIELDS = ("name", "short_name", "city", "website", "email", "active")


@dataclass
class ClubPlan(Plan[Club]):
    units: list[Unit] = field(default_factory=list)  # to be created, as leagues
    moves: list[tuple[Club, Unit]] = field(default_factory=list)  # clubs and the units that they come to


def _website(cell: str) -> str:
    """Read an address, with its scheme, which people leave out."""
    address = cell if "://" in cell else f"https://{cell}"
    return _valid(address, URLValidator(schemes=["http", "https"]), _("“%(cell)s” is not a web address."))


def _email(cell: str) -> str:
    return _valid(cell, EmailValidator(), _("“%(cell)s” is not an e-mail address."))


def _valid(cell: str, validator: URLValidator | EmailValidator, sentence: str) -> str:
    try:
        validator(cell)
    except ValidationError as error:
        raise CellError(sentence % {"cell": cell[:30]}) from error
    return columns.text(200)(cell)


COLUMNS: Sequence[Column] = (
    columns.listed("number", columns.club_number, "club number"),
    columns.listed("name", columns.text(80), "club name"),
    columns.listed("short_name", columns.text(30)),
    columns.listed("league", columns.text(8)),
    columns.listed("city", columns.text(60), "town"),
    columns.listed("website", _website),
    columns.listed("email", _email),
    columns.listed("active", columns.yes_or_no),
)


def read(data: bytes) -> Reading:
    """Return the clubs of a spreadsheet. Raise `SheetError`, and nothing else, if it cannot be read."""
    reading = columns.by_column(spreadsheets.read(data), COLUMNS)
    if "number" not in reading.columns:
        sentence = _("There is no column with club numbers: this line must name the columns.")
        reading.problems.append(Problem(1, "", sentence))
        return reading
    wrong = {problem.line for problem in reading.problems}
    missing = [row.line for row in reading.rows if "number" not in row.values and row.line not in wrong]
    reading.problems += [Problem(line, reading.header("number"), _("The number is missing.")) for line in missing]
    return reading


def plan(reading: Reading, lock: bool = False) -> ClubPlan:
    """Return what importing the rows would change. ``lock`` locks the clubs until the transaction ends."""
    made = ClubPlan.of(reading)
    stored = Club.objects.select_for_update(no_key=True).order_by("pk") if lock else Club.objects.all()
    clubs = {club.key: club for club in stored}
    units = {unit.code: unit for unit in Unit.objects.all()}
    codes = memberships.codes_by_club(timezone.localdate())
    seen: dict[object, int] = {}
    for row in reading.rows:
        number = row.values.get("number")
        if number in seen:
            facts = {"number": number, "line": seen[number]}
            made.object_to(row.line, "number", _("%(number)s is already on line %(line)s.") % facts)
        elif number is not None:
            seen[number] = row.line
            _plan_row(made, row, clubs.get(club_key_of(number)), units, codes)
    return made


def take_over(reading: Reading) -> ClubPlan:
    """Carry out the plan in one transaction, unless it has problems; return it."""
    return carried_out(lambda: plan(reading, lock=True), _write)


def _write(made: ClubPlan) -> None:
    Unit.objects.bulk_create(made.units)
    Club.objects.bulk_create(made.new)
    bulk.update(made.changed, FIELDS)
    memberships.join(made.moves)


def _plan_row(
    made: ClubPlan,
    row: Row,
    stored: Club | None,
    units: dict[str, Unit],
    codes: Mapping[int, Mapping[str, str]],
) -> None:
    """Plan a row."""
    if stored is None and "name" not in row.values:
        made.object_to(row.line, "name", _("A new club needs a name."))
        return
    planned = PlannedRow(row.line, stored or Club(number=row.values["number"]), stored is None)
    planned.set_fields({name: row.values[name] for name in FIELDS if name in row.values}, labels(Club, FIELDS))
    changed = bool(planned.changes)
    if "league" in row.values:
        _plan_move(made, planned, str(row.values["league"]), units, codes)
    made.keep(planned)
    if changed and stored is not None:
        made.changed.append(stored)


def _plan_move(
    made: ClubPlan,
    planned: PlannedRow[Club],
    code: str,
    units: dict[str, Unit],
    codes: Mapping[int, Mapping[str, str]],
) -> None:
    """Plan that the club comes to the unit. An unknown one is made, of the usual kind, with its code as name."""
    if code not in units:
        units[code] = Unit(kind=kinds.usual(timezone.localdate()), code=code, name=code)
        made.units.append(units[code])
    unit = units[code]
    before = codes.get(planned.record.pk, {}).get(unit.kind)
    if before != code:
        planned.changes.append(Change(unit.get_kind_display(), units.get(before or ""), unit))
        made.moves.append((planned.record, unit))
