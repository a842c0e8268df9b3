"""What waits for the people of a club, in the order of its clock (the hook `MY_CLUB_WAITING` collects it)."""

import datetime as dt
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db.models import Count, Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation import hooks
from federation.access import clubs_of
from federation.enrolment.renewal import case_of, opens_on, season_to_renew
from federation.i18n.dates import long_date
from federation.identity.seasons import bounds, season_name
from federation.members.guardians import lacking
from federation.models import Affiliation, Club, Member, Office, TransferRequest
from federation.money.amounts import amount
from federation.money.balances import balances
from federation.money.statements import due_day
from federation.profiles.reading import profile
from federation.profiles.words import named
from federation.structure.rights import Verb

SOON = dt.timedelta(days=60)  # an office that ends within these days waits for its successor
NAMED = 3


@dataclass(frozen=True)
class Waiting:
    """Something to do: a sentence, what else helps, the day until which, and the button."""

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


def waiting_for(user: User, clubs: Sequence[Club]) -> list[Waiting]:
    """Return what waits for the user, the most urgent first. A constant number of queries for each app and club."""
    return in_order(line for lines in hooks.functions("MY_CLUB_WAITING") for line in lines(user, clubs))


def in_order(lines: Iterable[Waiting]) -> list[Waiting]:
    """Return the lines with the most urgent first: late ones, those with a last day, the others."""
    today = timezone.localdate()
    return sorted(
        lines, key=lambda line: (not line.is_late, line.until or line.since or today + dt.timedelta(days=366))
    )


def members(user: User, clubs: Sequence[Club]) -> Iterator[Waiting]:
    """Yield what waits about members, money and offices of the clubs. Eight queries for each club, five for all."""
    yield from _money(user, clubs)
    acting = set(clubs_of(user, Verb.ENROL).filter(pk__in=[club.pk for club in clubs]).values_list("pk", flat=True))
    for club in clubs:
        if club.pk in acting:
            yield from _transfers(club)
            yield from _renewals(club)
            yield from _gaps(club)
            yield from _offices(club)


def _names(people: Iterable[str]) -> str:
    listed = list(people)
    return " · ".join(listed[:NAMED]) + (" …" if len(listed) > NAMED else "")


def _transfers(club: Club) -> Iterator[Waiting]:
    waiting = TransferRequest.objects.waiting().filter(Q(old_club=club) | Q(new_club=club))
    for each in waiting.select_related("member", "old_club", "new_club").order_by("asked_on", "pk"):
        address = reverse("transfer", args=[each.pk])
        facts = {"member": each.member.name, "club": each.new_club.name, "old": each.old_club.name}
        if each.old_club_id == club.pk and each.state == TransferRequest.State.ASKED:
            detail = (
                _("You can agree or object. Without an answer the transfer happens on %(day)s.")
                if each.object_until
                else _("You can agree or object until an officer decides. It would take effect on %(day)s.")
            )
            title = _("%(member)s wants to leave for %(club)s") % facts
            until = each.object_until or each.effective
            yield Waiting(title, detail % {"day": long_date(each.effective)}, _("Answer"), address, until)
        elif each.new_club_id == club.pk and each.state == TransferRequest.State.OBJECTED:
            title = _("%(old)s objects to the transfer of %(member)s") % facts
            yield Waiting(title, each.objection, _("View the transfer"), address, each.effective)


def _money(user: User, clubs: Sequence[Club]) -> Iterator[Waiting]:
    """Yield what the clubs owe. Two to four queries."""
    seen = clubs_of(user, Verb.SEE_STATEMENTS).filter(pk__in=[club.pk for club in clubs])
    by_id, season = {club.pk: club for club in seen}, season_to_renew()
    currency = profile().federation.currency
    due = due_day(profile().on(timezone.localdate()).billing, season)
    for pk, cents in balances(by_id).items() if by_id else ():
        if cents > 0:
            title = _("%(club)s owes %(amount)s") % {"club": by_id[pk], "amount": amount(cents, currency)}
            address = reverse("current_account", args=[pk])
            yield Waiting(title, _("The statement says how to pay."), _("Open the account"), address, due)


def _renewals(club: Club) -> Iterator[Waiting]:
    season = season_to_renew()
    if timezone.localdate() < opens_on(season):
        return
    lines = case_of(club, season).lines
    if not lines:
        return
    title = ngettext(
        "%(count)d member is not renewed for %(season)s", "%(count)d members are not renewed for %(season)s", len(lines)
    )
    facts = {"count": len(lines), "season": season_name(season)}
    last = bounds(season - 1)[1]
    detail = _names(line.member.name for line in lines)
    yield Waiting(title % facts, detail, _("Renew them"), reverse("desk_renewal", args=[club.pk]), last)


def _gaps(club: Club) -> Iterator[Waiting]:
    """Yield members without a birth date, and minors to whose data nobody consented."""
    today = timezone.localdate()
    here = Affiliation.objects.on(today).filter(club=club)
    people = list(Member.objects.filter(pk__in=here.values("member")))
    address = reverse("desk_members", args=[club.pk])
    if unknown := [member for member in people if member.birth_date is None]:
        title = ngettext("%(count)d member has no birth date", "%(count)d members have no birth date", len(unknown)) % {
            "count": len(unknown)
        }
        yield Waiting(title, _names(each.name for each in unknown), _("Show them"), f"{address}?lacks=birth_date")
    missing = lacking(people)
    if young := [member for member in people if member.pk in missing]:
        title = ngettext(
            "The consent of a guardian is missing for %(count)d member",
            "The consent of a guardian is missing for %(count)d members",
            len(young),
        ) % {"count": len(young)}
        yield Waiting(title, _names(each.name for each in young), _("Show them"), f"{address}?lacks=consent")


def _offices(club: Club) -> Iterator[Waiting]:
    """Yield the roles whose last office ends soon."""
    today = timezone.localdate()
    held = Office.objects.on(today).of_accounts().filter(club=club)
    lasting = Q(end=None) | Q(end__gt=today + SOON)
    for role, count in held.order_by("role").values_list("role").annotate(lasting=Count("pk", filter=lasting)):
        if count:
            continue
        last = max(each for each in held.filter(role=role).values_list("end", flat=True))
        title = _("The office of %(role)s ends soon") % {"role": named("roles", role, Office.Role)}
        detail = _("Appoint a successor, or the same person again.")
        yield Waiting(title, detail, _("Open the offices"), reverse("club_offices", args=[club.pk]), last)
