"""Renew the members of a club for a season: whom the page proposes, at what cost, and the act (A02, A06)."""

import datetime as dt
from collections import Counter
from collections.abc import Collection, Mapping
from typing import NamedTuple

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _
from django.utils.translation import gettext_noop as noop
from django.utils.translation import ngettext_lazy

from federation.database import bulk
from federation.enrolment import receipts
from federation.i18n.errors import UserError
from federation.identity import age_categories
from federation.identity.seasons import bounds, enrolment_year
from federation.members.affiliations import lock, overlapping
from federation.members.season_renewal import renewable
from federation.models import Affiliation, Charge, Club, ClubAct, Member, TransferRequest
from federation.money.balances import balances
from federation.money.charges import quoted, raise_for
from federation.money.tariff import fee_class
from federation.overdue.measures import SUSPENDED, is_suspended
from federation.profiles.membership import Kind
from federation.profiles.reading import profile

NOBODY = noop("Choose at least one member.")
NOT_OPEN = noop("Renewals for this season open on %(day)s.")
OWES = noop("Renewals wait until the club has paid what it owes.")
CHANGED = ngettext_lazy(
    "%(count)d member changed since this page was shown. Nothing was renewed: check the list and confirm again.",
    "%(count)d members changed since this page was shown. Nothing was renewed: check the list and confirm again.",
    "count",
)
# Why a member of last season is not proposed.
DECEASED, TRANSFER, RESIGNED, ELSEWHERE = (
    _("deceased"),
    _("a transfer was requested"),
    _("resigned"),
    _("affiliated to another club"),
)


class RenewalError(UserError):
    """The members cannot be renewed."""


class Changed(RenewalError):
    """What the page showed was changed meanwhile."""

    def __init__(self, count: int) -> None:
        super().__init__("", count=count)

    @property
    def sentence(self) -> str:
        return str(CHANGED % {"count": self.facts["count"]})


class Line(NamedTuple):
    """A member who can be renewed."""

    affiliation: Affiliation  # of last season, with its member
    kind: str  # for this one: chosen, or proposed
    fee_class: str
    former_class: str  # of last season
    category: str  # of age
    cents: int | None  # None: the tariff has no row
    mark: str  # of what is proposed: it changes with everything that the line shows

    @property
    def member(self) -> Member:
        return self.affiliation.member


class Case(NamedTuple):
    """What a club can renew for a season."""

    club: Club
    season: int
    lines: list[Line]
    left_out: list[tuple[Member, str]]  # not proposed, and why
    renewed: list[Affiliation]  # done already, each with its member

    @property
    def digest(self) -> str:
        """Return what the page showed, a mark for each member: `renew` compares it with what is true then."""
        left_out = (f"{member.pk}.-" for member, _why in self.left_out)
        return " ".join(sorted([*(line.mark for line in self.lines), *left_out]))

    @property
    def sums(self) -> list[tuple[str, int, int]]:
        """Return fee class, number of members and cents of each class, in the order of the profile."""
        counts, cents = Counter(), Counter()
        for line in self.lines:
            counts[line.fee_class] += 1
            cents[line.fee_class] += line.cents or 0
        return [(each, counts[each], cents[each]) for each in sorted(counts)]

    @property
    def total(self) -> int:
        return sum(line.cents or 0 for line in self.lines)

    @property
    def unpriced(self) -> int:
        return sum(line.cents is None for line in self.lines)


def opens_on(season: int) -> dt.date:
    """Return the day from which clubs may renew for the season."""
    first = bounds(season)[0]
    rules = profile().on(first - dt.timedelta(days=1))
    opens = rules.renewal.opens or rules.season.enrol_from
    return opens.on_or_before(first) if opens else first


def season_to_renew(day: dt.date | None = None) -> int:
    """Return the season for which clubs renew on the day (today)."""
    return enrolment_year(day or timezone.localdate())


def case_of(club: Club, season: int, kinds: Mapping[int, str] | None = None) -> Case:
    """Return whom the club can renew: who was in it on the last day of the season before. Eight queries at most.

    ``kinds``: chosen ones by member (id), in place of those that are proposed.
    """
    first_day, last_day = bounds(season)
    before = Affiliation.objects.on(bounds(season - 1)[1]).filter(club=club, member__merged_into=None)
    rows = list(before.select_related("member").order_by("member__search_name", "member__key"))
    if not rows:
        return Case(club, season, [], [], [])
    members = bulk.in_values([row.member_id for row in rows])
    again = {row.member_id: row for row in overlapping(first_day, last_day).filter(member__in=members)}
    leaving = set(TransferRequest.objects.waiting().filter(member__in=members).values_list("member", flat=True))
    left_out, open_rows, renewed = [], [], []
    for row in rows:
        other = again.get(row.member_id)
        why = _why_not(row, other, club, row.member_id in leaving)
        if other is not None and other.club_id == club.pk:
            other.member = row.member
            renewed.append(other)
        elif why:
            left_out.append((row.member, why))
        else:
            open_rows.append(row)
    allowed = {kind.code for kind in kinds_on(first_day)}
    wanted = {member: kind for member, kind in (kinds or {}).items() if kind in allowed}
    return Case(club, season, _lines(open_rows, (first_day, last_day), wanted), left_out, renewed)


def unrenewed(season: int) -> QuerySet[Affiliation]:
    """Return the affiliations of last season whose members `case_of` proposes, of all clubs at once."""
    leaving = TransferRequest.objects.waiting().filter(member=OuterRef("member"))
    return renewable(season).exclude(end_cause=Affiliation.EndCause.RESIGNED).filter(~Exists(leaving))


def _why_not(row: Affiliation, other: Affiliation | None, club: Club, is_leaving: bool) -> str:
    if row.member.deceased:
        return str(DECEASED)
    if other is not None:
        return "" if other.club_id == club.pk else str(ELSEWHERE)
    if is_leaving:
        return str(TRANSFER)
    return str(RESIGNED) if row.end_cause == Affiliation.EndCause.RESIGNED else ""


def kinds_on(day: dt.date) -> tuple[Kind, ...]:
    """Return the kinds in which a club can affiliate members on the day."""
    return tuple(kind for kind in profile().on(day).kinds if kind.main)


def _kind(before: str, birth_date: dt.date | None, day: dt.date) -> str:
    """Return the kind that is proposed: that of before, unless its members are younger."""
    kinds = {kind.code: kind for kind in kinds_on(day)}
    found = kinds.get(before)
    if found is None or found.to_age is None or birth_date is None or day.year - birth_date.year <= found.to_age:
        return before
    return next((kind.code for kind in kinds.values() if kind.to_age is None), before)


def _lines(rows: list[Affiliation], days: tuple[dt.date, dt.date], wanted: Mapping[int, str]) -> list[Line]:
    members = {row.member_id: row.member for row in rows}
    proposed = {row.member_id: _kind(row.kind, row.member.birth_date, days[0]) for row in rows}
    charges = _charges([_new(row, proposed[row.member_id], *days) for row in rows], members)
    lines = [_line(row, proposed[row.member_id], charges.get(row.member_id), days[0]) for row in rows]
    other = {line.member.pk for line in lines if wanted.get(line.member.pk, line.kind) != line.kind}
    chosen = [_new(row, wanted[row.member_id], *days) for row in rows if row.member_id in other]
    changed = _charges(chosen, members)
    for place, (row, line) in enumerate(zip(rows, lines, strict=True)):
        if row.member_id in other:
            another = _line(row, wanted[row.member_id], changed.get(row.member_id), days[0])
            lines[place] = another._replace(mark=line.mark)
    return lines


def _charges(new: list[Affiliation], members: Mapping[int, Member]) -> dict[int, Charge]:
    """Return what the affiliations would cost, by member (id)."""
    return {charge.member_id: charge for charge in quoted(new, members=members) if charge.member_id}


def _line(row: Affiliation, kind: str, charge: Charge | None, day: dt.date) -> Line:
    born, cents = row.member.birth_date, charge.cents if charge else 0
    own = charge.fee_class if charge else ""
    former = fee_class(born, row.start, enrolment_year(row.start)) if own else ""
    category = age_categories.category(born.year if born else None, day)
    shown = age_categories.shown(category, day) if category else ""
    mark = f"{row.member_id}.{row.pk}{kind}{own}{cents}"
    return Line(row, kind, own, former if former != own else "", shown, cents, mark)


def _new(row: Affiliation, kind: str, first_day: dt.date, last_day: dt.date) -> Affiliation:
    return Affiliation(member_id=row.member_id, club_id=row.club_id, kind=kind, start=first_day, end=last_day)


@transaction.atomic
def renew(
    club: Club,
    season: int,
    chosen: Collection[int],
    *,
    seen: str,
    by: User | None,
    kinds: Mapping[int, str] | None = None,
) -> ClubAct:
    """Renew the chosen members (ids) of the club for the season, in these ``kinds`` or the proposed ones.

    ``seen``: the digest of what the page showed. Raise `Changed` if anything of it is different now, `RenewalError` if
    nobody is chosen, it is too early, or the club owes money where the federation then waits.
    """
    today = timezone.localdate()
    if today < opens_on(season):
        raise RenewalError(NOT_OPEN, day=opens_on(season))
    held = Affiliation.objects.on(bounds(season - 1)[1]).filter(club=club)
    lock(held.values_list("member", flat=True))
    case = case_of(club, season, kinds)
    if case.digest != seen:
        differing = set(case.digest.split()) ^ set(seen.split())
        raise Changed(len({mark.partition(".")[0] for mark in differing}))
    lines = [line for line in case.lines if line.member.pk in set(chosen)]
    if not lines:
        raise RenewalError(NOBODY)
    if profile().on(today).billing.block and balances([club.pk]).get(club.pk, 0) > 0:
        raise RenewalError(OWES)
    if is_suspended(club):
        raise RenewalError(SUSPENDED)
    made = Affiliation.objects.bulk_create([_new(line.affiliation, line.kind, *bounds(season)) for line in lines])
    charges = raise_for(made, by=by)
    facts = {
        "season": season,
        "affiliations": [row.pk for row in made],
        "cents": sum(charge.cents or 0 for charge in charges),
        "unpriced": sum(charge.cents is None for charge in charges),
    }
    return receipts.kept(club, ClubAct.Kind.RENEWAL, by, facts)
