"""What waits for the people of a club, in the order of its clock (the hook `MY_CLUB_WAITING` collects it)."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Q, Value
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation import hooks
from federation.access import clubs_among
from federation.enrolment.renewal import opens_on, season_to_renew, unrenewed
from federation.i18n.dates import long_date
from federation.identity.seasons import bounds, season_name
from federation.members.guardians import lacking
from federation.models import Affiliation, Club, Member, Office, TransferRequest
from federation.money.amounts import amount
from federation.money.statements import due_day
from federation.overdue.amounts_due import Owed, deadline
from federation.profiles.reading import profile
from federation.profiles.words import named
from federation.structure.rights import Verb

SOON = dt.timedelta(days=60)  # an office that ends within so many days needs a successor
NAMED = 3
GROWN_UP = 19  # years: an older member needs no guardian in any profile


@dataclass(frozen=True)
class Waiting:
    """Something to do: a sentence, a hint, the last day, and the button."""

    title: str
    detail: str
    button: str
    address: str
    until: dt.date | None = None
    since: dt.date | None = None  # how long it has been open, where it has no last day

    @property
    def is_late(self) -> bool:
        day = self.since or self.until
        return day is not None and day < timezone.localdate()

    @property
    def clock(self) -> str:
        """Return the clock in words, "" without one."""
        today = timezone.localdate()
        if self.until is not None and self.until < today:
            return _("Since %(day)s") % {"day": long_date(self.until)}
        if self.until is not None:
            return _("Until %(day)s") % {"day": long_date(self.until)}
        if self.since is None:
            return ""
        days = (today - self.since).days
        if not days:
            return _("Open since today")
        return ngettext("Open for %(days)d day", "Open for %(days)d days", days) % {"days": days}


def waiting_for(user: User, clubs: Sequence[Club], accounts: Iterable[tuple[Club, Owed]]) -> list[Waiting]:
    """Return what waits for the user, the most urgent first. A constant number of queries for each app.

    ``accounts``: what the clubs owe whose account the user sees.
    """
    asked = (line for lines in hooks.functions("MY_CLUB_WAITING") for line in lines(user, clubs))
    return in_order([*asked, *_money(accounts)])


def in_order(lines: Iterable[Waiting]) -> list[Waiting]:
    """Return the lines with the most urgent first: late ones, those with a last day, the others."""
    today = timezone.localdate()
    return sorted(
        lines, key=lambda line: (not line.is_late, line.until or line.since or today + dt.timedelta(days=366))
    )


def members(user: User, clubs: Sequence[Club]) -> Iterator[Waiting]:
    """Yield what waits about members and offices of the clubs. Five queries at most."""
    acting = {club.pk: club for club in clubs_among(user, Verb.ENROL, clubs)}
    if acting:
        yield from _transfers(acting)
        yield from _affiliated(acting)
        yield from _offices(acting)


def _names(members: Sequence[Member]) -> str:
    return " · ".join(member.name for member in members[:NAMED]) + (" …" if len(members) > NAMED else "")


def _transfers(clubs: Mapping[int, Club]) -> Iterator[Waiting]:
    waiting = TransferRequest.objects.waiting().filter(Q(old_club__in=clubs) | Q(new_club__in=clubs))
    for each in waiting.select_related("member", "old_club", "new_club").order_by("asked_on", "pk"):
        address = reverse("transfer", args=[each.pk])
        facts = {"member": each.member.name, "club": each.new_club.name, "old": each.old_club.name}
        if each.old_club_id in clubs and each.state == TransferRequest.State.ASKED:
            detail = (
                _("You can agree or object. Without an answer the transfer happens on %(day)s.")
                if each.object_until
                else _("You can agree or object until an officer decides. It would take effect on %(day)s.")
            )
            title = _("%(member)s wants to leave for %(club)s") % facts
            until = each.object_until or each.effective
            yield Waiting(title, detail % {"day": long_date(each.effective)}, _("Answer"), address, until)
        elif each.new_club_id in clubs and each.state == TransferRequest.State.OBJECTED:
            title = _("%(old)s objects to the transfer of %(member)s") % facts
            yield Waiting(title, each.objection, _("View the transfer"), address, each.effective)


def _money(accounts: Iterable[tuple[Club, Owed]]) -> Iterator[Waiting]:
    today, currency, last = timezone.localdate(), profile().federation.currency, deadline()
    following = due_day(profile().on(today).billing, season_to_renew())
    for club, owed in accounts:
        if owed.cents <= 0:
            continue
        until, detail = following if following and following >= today else None, _("The statement says how to pay.")
        if last and owed.overdue > 0:
            until = last.day
            if owed.overdue < owed.cents:
                late = _("%(amount)s of it was due by %(day)s.")
                detail = f"{late % {'amount': amount(owed.overdue, currency), 'day': long_date(last.day)}} {detail}"
        title = _("%(club)s owes %(amount)s") % {"club": club, "amount": amount(owed.cents, currency)}
        address = reverse("current_club_account", args=[club.pk])
        yield Waiting(title, detail, _("Open the account"), address, until)


def _affiliated(clubs: Mapping[int, Club]) -> Iterator[Waiting]:
    """Yield whom to renew, and of whom data are missing. Two queries at most: one for the members of both."""
    season, today = season_to_renew(), timezone.localdate()
    unknown_or_young = Q(member__birth_date=None) | Q(member__birth_date__year__gte=today.year - GROWN_UP)
    rows = Affiliation.objects.on(today).filter(unknown_or_young, club__in=clubs).select_related("member")
    rows = rows.annotate(to_renew=Value(value=False)).order_by()
    if today >= opens_on(season):
        ending = unrenewed(season).filter(club__in=clubs).select_related("member").order_by()
        rows = rows.union(ending.annotate(to_renew=Value(value=True)), all=True)
    found = sorted(rows, key=lambda row: (row.member.search_name, row.member.key))
    yield from _renewals(_by_club(row for row in found if row.to_renew), season)
    yield from _gaps(_by_club(row for row in found if not row.to_renew))


def _renewals(ending: Mapping[int, list[Member]], season: int) -> Iterator[Waiting]:
    for club, members in ending.items():
        title = ngettext(
            "%(count)d member is not renewed for %(season)s",
            "%(count)d members are not renewed for %(season)s",
            len(members),
        )
        facts = {"count": len(members), "season": season_name(season)}
        address = reverse("desk_renewal", args=[club])
        yield Waiting(title % facts, _names(members), _("Renew them"), address, bounds(season - 1)[1])


def _by_club(rows: Iterable[Affiliation]) -> dict[int, list[Member]]:
    """Return the members of the affiliations by club (id), each once."""
    found: dict[int, dict[int, Member]] = defaultdict(dict)
    for row in rows:
        found[row.club_id].setdefault(row.member_id, row.member)
    return {club: list(members.values()) for club, members in found.items()}


def _gaps(affiliated: Mapping[int, list[Member]]) -> Iterator[Waiting]:
    """Yield members without a birth date, and minors to whose data nobody consented. One query at most."""
    missing = lacking([member for members in affiliated.values() for member in members])
    for club, members in affiliated.items():
        address = reverse("desk_members", args=[club])
        if unknown := [member for member in members if member.birth_date is None]:
            title = ngettext(
                "%(count)d member has no birth date", "%(count)d members have no birth date", len(unknown)
            ) % {"count": len(unknown)}
            yield Waiting(title, _names(unknown), _("Show them"), f"{address}?lacks=birth_date")
        if young := [member for member in members if member.pk in missing]:
            title = ngettext(
                "The consent of a guardian is missing for %(count)d member",
                "The consent of a guardian is missing for %(count)d members",
                len(young),
            ) % {"count": len(young)}
            yield Waiting(title, _names(young), _("Show them"), f"{address}?lacks=consent")


def _offices(clubs: Mapping[int, Club]) -> Iterator[Waiting]:
    """Yield the roles whose last office ends soon."""
    today = timezone.localdate()
    ends: dict[tuple[int, str], list[dt.date]] = defaultdict(list)
    held = Office.objects.on(today).of_accounts().filter(club__in=clubs).order_by("club", "role")
    for club, role, end in held.values_list("club", "role", "end"):
        ends[club, role].append(end or dt.date.max)
    for (club, role), days in ends.items():
        if max(days) <= today + SOON:
            title = _("The office of %(role)s ends soon") % {"role": named("roles", role, Office.Role)}
            detail = _("Appoint a successor, or the same person again.")
            yield Waiting(title, detail, _("Open the offices"), reverse("club_offices", args=[club]), max(days))
