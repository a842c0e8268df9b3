"""The members of a club in a season, as the table and the file show them."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass

from django.db.models import Exists, OuterRef, Subquery, Sum
from django.utils import timezone
from django.utils.translation import gettext as _

from federation import hooks
from federation.identity import age_categories
from federation.identity.names import folded
from federation.identity.seasons import bounds, enrolment_year, season_name, season_year
from federation.members.guardians import lacking
from federation.models import Affiliation, Charge, Club, Member, TransferRequest
from federation.money.tariff import fee_class
from federation.profiles.reading import profile
from federation.profiles.words import name_of

STANDARD = "standard"


@dataclass(frozen=True)
class Row:
    """A member of the club in the season."""

    affiliation: Affiliation
    category: str
    fee_class: str
    rating: int | None
    cents: int | None  # charged; None: nothing, or without an amount yet
    is_leaving: bool  # a transfer was requested

    @property
    def member(self) -> Member:
        return self.affiliation.member

    @property
    def kind(self) -> str:
        return name_of("kinds", self.affiliation.kind)

    @property
    def fee_class_name(self) -> str:
        return name_of("fee_classes", self.fee_class) if self.fee_class else ""


def seasons_of(club: Club) -> list[tuple[int, str]]:
    """Return the seasons in which the club had members, this one and the next, the latest first. One query."""
    days = Affiliation.objects.filter(club=club).order_by().values_list("start", flat=True).distinct()
    years = {season_year(day) for day in days} | {
        enrolment_year(timezone.localdate()),
        season_year(timezone.localdate()),
    }
    return [(year, season_name(year)) for year in sorted(years, reverse=True)]


def rows_of(club: Club, season: int) -> list[Row]:
    """Return the members of the club in the season by name; of two affiliations the last. Four queries at most."""
    first, last = bounds(season)
    leaving = TransferRequest.objects.waiting().filter(member=OuterRef("member"))
    held = Affiliation.objects.filter(club=club, start__lte=last).exclude(end__lt=first)
    held = held.annotate(charged=_charged(), is_leaving=Exists(leaving))
    found = {row.member_id: row for row in held.select_related("member").order_by("start")}
    rows = sorted(found.values(), key=lambda row: (row.member.search_name, row.member.key))
    if not rows:
        return []
    ratings = _ratings(list(found))
    today = min(max(timezone.localdate(), first), last)
    return [
        Row(
            row,
            _category(row.member.birth_date, today),
            fee_class(row.member.birth_date, row.start, season),
            ratings.get(row.member_id),
            row.charged,
            row.is_leaving,
        )
        for row in rows
    ]


def _category(born: dt.date | None, day: dt.date) -> str:
    category = age_categories.category(born.year if born else None, day)
    return age_categories.shown(category, day) if category else ""


def _ratings(members: list[int]) -> Mapping[int, int]:
    """Return what the members are rated in the list in force."""
    pools = profile().on(timezone.localdate()).pools
    pace = pools[0].paces[0] if pools and pools[0].paces else STANDARD
    found: dict[int, int] = {}
    for ratings in hooks.functions("RATINGS_IN_FORCE"):
        found |= ratings(members, pace, timezone.localdate())
    return found


def _charged() -> Subquery:
    """Return what was charged for an affiliation, credit notes taken off; None if no amount is known."""
    priced = Charge.objects.filter(affiliation=OuterRef("pk"), cents__isnull=False).order_by()
    return Subquery(priced.values("affiliation").annotate(sum=Sum("cents")).values("sum"))


def chosen(rows: list[Row], asked: Mapping[str, str]) -> list[Row]:
    """Return the rows that fit the filters: name or number, kind, category, fee class, what is lacking."""
    words = folded(asked.get("q", "")).split()
    if words:
        rows = [row for row in rows if all(each in f"{row.member.search_name} {row.member.number}" for each in words)]
    for name in ("category", "fee_class"):
        if wanted := asked.get(name):
            rows = [row for row in rows if getattr(row, name) == wanted]
    if kind := asked.get("kind"):
        rows = [row for row in rows if row.affiliation.kind == kind]
    if asked.get("lacks") == "birth_date":
        rows = [row for row in rows if row.member.birth_date is None]
    if asked.get("lacks") == "consent":
        missing = lacking([row.member for row in rows])
        rows = [row for row in rows if row.member.pk in missing]
    return rows


def header(*, with_births: bool) -> list[str]:
    """Return the headings of the file."""
    return [
        _("member number"), _("last name"), _("first name"), _("sex"),
        _("birth date") if with_births else _("year of birth"),
        _("category"), _("kind"), _("fee class"), _("rating"), _("from"), _("to"),
    ]  # fmt: skip


def cells(row: Row, *, with_births: bool) -> list[str | int | None]:
    """Return the line of a member in the file: the year of birth, the whole date only if it is asked for."""
    member, born = row.member, row.member.birth_date
    end = row.affiliation.end
    return [
        member.number, member.last_name, member.first_name, member.sex,
        (born.isoformat() if with_births else born.year) if born else "",
        row.category, row.kind, row.fee_class, row.rating or "",
        row.affiliation.start.isoformat(), end.isoformat() if end else "",
    ]  # fmt: skip
