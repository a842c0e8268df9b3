"""A player list out of a table (CSV, XLSX, XLS, ODS): read, compared with the list of today, then stored."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.access import may
from federation.files import spreadsheets
from federation.files.spreadsheets import Sheet
from federation.identity.member_numbers import key_of
from federation.models import Club, Member
from federation.structure.rights import Verb
from leagues import access
from leagues.errors import Refused
from leagues.files.cells import text
from leagues.models import ListEntry, Season, Team, Window

HEADINGS = {
    "number": {"number", "member number", "matricule", "stamnummer", "mitgliedsnummer", "pk", "id"},
    "strength": {"strength", "force", "sterkte", "spielstärke", "elo", "assigned rating", "elo attribué", "zahl"},
    "titular": {"team", "regular player of", "titular", "titulaire", "titularis", "équipe", "ploeg", "mannschaft"},
    "kind": {"kind", "genre", "soort", "art"},
}
KINDS = {
    **dict.fromkeys(["", "own", "propre", "eigen", "eigener"], "own"),
    **dict.fromkeys(["loan", "on loan", "prêt", "prêté", "uitgeleend", "ausgeliehen"], "loan"),
    **dict.fromkeys(["guest", "invité", "gast", "gastspieler"], "guest"),
}
MOST = 2000
NO_NUMBERS = noop("The table needs a column with member numbers, headed “number”.")
TOO_MANY = noop("The table has more than %(most)s rows.")
CLOSED = noop("Player lists cannot be changed now: no window for changes is open.")
NOT_YOURS = noop("You may not change the player list of this club.")
WRONG = noop("The table has errors: correct them first.")


@dataclass(frozen=True)
class Row:
    """A line of the table: the player and the values for the list."""

    place: int
    member: Member
    strength: int | None
    titular_of: Team | None
    kind: str

    @property
    def kind_shown(self) -> str:
        return str(ListEntry.Kind(self.kind).label)


@dataclass
class Plan:
    """What a table changes in a list: new players, changed ones, those who leave it, and what is wrong in it."""

    rows: list[Row] = field(default_factory=list)
    added: list[Row] = field(default_factory=list)
    changed: list[tuple[ListEntry, Row]] = field(default_factory=list)
    left: list[ListEntry] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    @property
    def is_empty(self) -> bool:
        return not (self.added or self.changed or self.left)


def may_change(user: User, season: Season, club: Club) -> bool:
    """Return whether the user may change the list of the club."""
    return may(user, Verb.PLAY_LEAGUES, club) or access.may_run(user, season)


def plan(season: Season, club: Club, data: bytes) -> Plan:
    """Return what the table would change. Raise `SheetError` if it cannot be read, and `Refused`."""
    sheet = spreadsheets.read(data)
    columns = _columns(sheet)
    if "number" not in columns:
        raise Refused(NO_NUMBERS)
    if len(sheet) > MOST:
        raise Refused(TOO_MANY, most=MOST)
    found = Plan()
    _read(sheet, columns, season, club, found)
    there = {
        entry.member_id: entry
        for entry in ListEntry.objects.filter(season=season, club=club, listed_until=None).select_related(
            "member", "titular_of"
        )
    }
    for row in found.rows:
        entry = there.pop(row.member.pk, None)
        if entry is None:
            found.added.append(row)
        elif _differs(entry, row):
            found.changed.append((entry, row))
    found.left = sorted(there.values(), key=lambda entry: entry.position)
    return found


def _columns(sheet: Sheet) -> dict[str, int]:
    headings = [heading.strip().casefold() for heading in sheet.header]
    return {
        name: place for name, known in HEADINGS.items() for place, heading in enumerate(headings) if heading in known
    }


def _read(sheet: Sheet, columns: Mapping[str, int], season: Season, club: Club, found: Plan) -> None:
    cells = [(line, {name: text(row, place) for name, place in columns.items()}) for line, row in sheet.rows]
    keys = {key_of(row["number"]) for _line, row in cells}
    members = Member.objects.filter(merged_into=None).in_bulk(keys, field_name="key")
    teams = {team.name.casefold(): team for team in Team.objects.filter(series__division__season=season, club=club)}
    seen: set[int] = set()
    for line, row in cells:
        member = members.get(key_of(row["number"]))
        problem = _problem(row, member, teams, seen)
        if problem or member is None:
            found.problems.append(_("Line %(line)s: %(problem)s") % {"line": line, "problem": problem})
            continue
        seen.add(member.pk)
        strength = int(row["strength"]) if row.get("strength") else None
        team = teams.get(row.get("titular", "").casefold())
        found.rows.append(Row(len(found.rows) + 1, member, strength, team, KINDS[row.get("kind", "").casefold()]))


def _problem(row: Mapping[str, str], member: Member | None, teams: Mapping[str, Team], seen: set[int]) -> str:
    """Return what is wrong in a line, "" if nothing."""
    if member is None:
        return _("nobody has the member number %(number)s.") % {"number": row["number"]}
    if member.pk in seen:
        return _("%(number)s is in the table twice.") % {"number": row["number"]}
    strength, team = row.get("strength", ""), row.get("titular", "")
    if strength and not (strength.isdecimal() and len(strength) <= 4):
        return _("the strength “%(value)s” is not a number.") % {"value": strength}
    if team and team.casefold() not in teams:
        return _("the club has no team “%(value)s” in this season.") % {"value": team}
    if row.get("kind", "").casefold() not in KINDS:
        return _("the kind is “own”, “loan” or “guest”, not “%(value)s”.") % {"value": row["kind"]}
    return ""


def _differs(entry: ListEntry, row: Row) -> bool:
    strength = row.strength if row.strength is not None else entry.strength
    team = row.titular_of.pk if row.titular_of else None
    return (entry.position, entry.strength, entry.titular_of_id, entry.kind) != (row.place, strength, team, row.kind)


@transaction.atomic
def store(season: Season, club: Club, data: bytes, by: User, day: dt.date | None = None) -> Plan:
    """Replace the list of the club by the table, from a day on (default: today). Earlier lines stay and get a last day.

    Clubs do so in a window, or before the season. Raise `SheetError` and `Refused`.
    """
    held = Season.objects.select_for_update(of=("self",)).select_related("competition__unit").get(pk=season.pk)
    if not may_change(by, held, club):
        raise Refused(NOT_YOURS)
    today = day or timezone.localdate()
    if not access.may_run(by, held) and not is_open(held, today):
        raise Refused(CLOSED)
    found = plan(held, club, data)
    if found.problems:
        raise Refused(WRONG)
    start = max(today, held.start)
    ending = [entry for entry, _row in found.changed] + found.left
    for entry in ending:
        entry.listed_until = start - dt.timedelta(days=1)
    later = [entry for entry in ending if entry.listed_from < start]
    ListEntry.objects.bulk_update(later, ["listed_until"])
    ListEntry.objects.filter(pk__in=[entry.pk for entry in ending if entry.listed_from >= start]).delete()
    before = {row.member.pk: entry for entry, row in found.changed}
    new = {row.member.pk for row in found.added} | before.keys()
    entries = [_entry(row, before.get(row.member.pk)) for row in found.rows if row.member.pk in new]
    for entry in entries:
        entry.season, entry.club, entry.listed_from, entry.entered_by = held, club, start, by
    ListEntry.objects.bulk_create(entries)
    return found


def is_open(season: Season, day: dt.date) -> bool:
    """Return whether clubs may change their lists on a day: in a window, or before the season starts."""
    windows = Window.objects.filter(season=season)
    return day < season.start or windows.on(day).filter(additions=True).exists() or not windows.exists()


def _entry(row: Row, before: ListEntry | None) -> ListEntry:
    """Return a line of the list. What the table does not say stays as it was before."""
    entry = ListEntry(
        member=row.member, position=row.place, strength=row.strength, kind=row.kind, titular_of=row.titular_of
    )
    if before is not None:
        entry.transferred, entry.eligible_from = before.transferred, before.eligible_from
        if row.strength is None:
            entry.strength, entry.source = before.strength, before.source
    return entry


def as_table(season: Season, club: Club) -> bytes:
    """Return the list of today as a table that can be sent again. One query."""
    rows = ListEntry.objects.filter(season=season, club=club, listed_until=None).select_related("member", "titular_of")
    header = ("number", "name", "strength", "team", "kind")
    return spreadsheets.write_csv(
        header,
        (
            (row.member.number, row.member.name, row.strength, row.titular_of.name if row.titular_of else "", row.kind)
            for row in rows.order_by("position", "pk")
        ),
    )
