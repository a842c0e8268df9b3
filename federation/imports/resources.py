"""Import and export members and clubs as spreadsheets: django-import-export with our own readers and writers.

The library's own take most of a minute for 20 000 rows, build any grid that a workbook asks for and write formulas.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from django.db import models
from django.utils import timezone
from import_export.fields import Field
from import_export.formats.base_formats import Format
from import_export.resources import Resource
from import_export.results import Result

from federation.files import spreadsheets
from federation.files.limits import SheetError
from federation.files.workbook_reader import Cell
from federation.imports import clubs, member_files, members
from federation.imports.columns import Problem
from federation.imports.member_columns import COLUMNS as MEMBER_COLUMNS
from federation.imports.plan import Plan
from federation.members.numbers import gives_numbers
from federation.models import Affiliation, Club, FormerNumber, Licence, Member
from federation.structure.memberships import with_league


class ListFile(NamedTuple):
    """The bytes of a list; the resource reads them."""

    data: bytes


class Table(NamedTuple):
    title: str
    header: list[str]
    rows: list[Sequence[Cell]]


class _ListFormat(Format):
    """A file format. Imports detect it by the content."""

    name = ""
    content_type = ""

    def __init__(self, encoding: str | None = None) -> None:
        """Ignore the encoding that the library names; the readers detect it."""

    def get_title(self) -> str:
        return self.name

    def get_extension(self) -> str:
        return self.name

    def get_content_type(self) -> str:
        return self.content_type

    def can_import(self) -> bool:
        return True

    def create_dataset(self, in_stream: bytes) -> ListFile:
        return ListFile(in_stream)


class CsvFormat(_ListFormat):
    name = "csv"
    content_type = "text/csv; charset=utf-8"

    def can_export(self) -> bool:
        return True

    def export_data(self, dataset: Table, **_kwargs: Any) -> bytes:
        return spreadsheets.write_csv(dataset.header, dataset.rows)


class XlsxFormat(_ListFormat):
    """A spreadsheet. Imports also accept XLS and ODS."""

    name = "xlsx"
    content_type = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

    def can_export(self) -> bool:
        return True

    def export_data(self, dataset: Table, **_kwargs: Any) -> bytes:
        return spreadsheets.write_xlsx(dataset.title, dataset.header, dataset.rows)


class PlayerListFormat(_ListFormat):
    """The PLAYER list (dBase), for imports only."""

    name = "dbf"


class PlannedResult(Result):
    """The plan of an import, as the library's pages expect a result."""

    def __init__(self, plan: Plan) -> None:
        super().__init__()
        self.plan = plan
        self.total_rows = len(plan.rows) + plan.unchanged

    def has_errors(self) -> bool:
        return bool(self.plan.problems)


class _ListResource(Resource):
    """A list whose rows are planned and written by our own import."""

    columns: Sequence[str]
    model: type[models.Model]

    @classmethod
    def get_display_name(cls) -> str:
        return str(cls.model._meta.verbose_name_plural)

    def get_user_visible_fields(self) -> list[Field]:
        return [Field(column_name=name) for name in self.columns]

    def plan(self, file: ListFile, name: str, only_look: bool, **chosen: dt.date | None) -> Plan:
        """Return what the file changes, carried out unless ``only_look``. Raise `SheetError` if it cannot be read.

        ``chosen``: the ``day`` of the list, and ``since`` when members are affiliated, if a form asks for them.
        """
        raise NotImplementedError

    def import_data(self, dataset: ListFile, dry_run: bool = False, **kwargs: Any) -> PlannedResult:
        """Import all rows at once; ``file_name``, ``day`` and ``since`` come from the form."""
        chosen = {name: kwargs.get(name) for name in ("day", "since")}
        try:
            plan = self.plan(dataset, kwargs.get("file_name") or "", dry_run, **chosen)
        except SheetError as error:
            plan = Plan(problems=[Problem(0, "", str(error))])
        return PlannedResult(plan)


class MemberResource(_ListResource):
    """Members. An exported list can be imported again and changes nothing."""

    model = Member
    columns = [column.name for column in MEMBER_COLUMNS]

    def plan(self, file: ListFile, name: str, only_look: bool, **chosen: dt.date | None) -> Plan:
        reading, day = member_files.read(name, file.data, chosen["day"], may_lack_numbers=gives_numbers())
        step = members.plan if only_look else members.take_over
        return step(reading, day, chosen["since"])

    def export(self, queryset: models.QuerySet[Member], **kwargs: Any) -> Table:
        """Return the members with today's affiliation; four statements for any number of them."""
        today = Affiliation.objects.on(timezone.localdate()).values_list("member", "club__number", "start", "end")
        affiliations = {member: facts for member, *facts in today}
        licences = _by_member(Licence.objects.values_list("member", "issuer", "number"))
        former = _by_member(FormerNumber.objects.order_by("end").values_list("member", "number", "end"))
        fields = ["number", *members.FIELDS]
        rows = [
            (*facts, *affiliations.get(pk, (None, None, None)), licences.get(pk, ""), former.get(pk, ""))
            for pk, *facts in queryset.values_list("pk", *fields)
        ]
        header = [*fields, "club", "affiliated_from", "affiliated_to", "licences", "former_numbers"]
        return Table(self.get_display_name(), header, rows)


def _by_member(rows: Iterable[tuple[int, object, object]]) -> dict[int, str]:
    """Return the pairs of each member as one cell: ``FFE A12345; FFG 0812345``."""
    pairs: dict[int, list[str]] = defaultdict(list)
    for member, first, second in rows:
        pairs[member].append(f"{first} {second}")
    return {member: "; ".join(found) for member, found in pairs.items()}


class ClubResource(_ListResource):
    """Clubs. An exported list can be imported again and changes nothing."""

    model = Club
    columns = [column.name for column in clubs.COLUMNS]

    def plan(self, file: ListFile, name: str, only_look: bool, **chosen: dt.date | None) -> Plan:
        reading = clubs.read(file.data)
        return clubs.plan(reading) if only_look else clubs.take_over(reading)

    def export(self, queryset: models.QuerySet[Club], **kwargs: Any) -> Table:
        """Return the clubs with today's league, in one statement."""
        paths = ["league_code" if name == "league" else name for name in self.columns]
        found = with_league(queryset, timezone.localdate()).values_list(*paths)
        return Table(self.get_display_name(), list(self.columns), list(found))
