"""What waits for the officers of the federation, in sections, the most urgent first (the hook `OFFICE_INBOX`)."""

import datetime as dt
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from federation import hooks
from federation.access import may_everywhere
from federation.dashboard import background_work
from federation.desk.waiting import Waiting, in_order
from federation.erasure.waiting import erasures
from federation.i18n.dates import long_date
from federation.models import BankLine, Charge, DeathReport, Rectification, TransferRequest
from federation.structure.rights import Verb

SHOWN = 20  # lines of one sort


@dataclass(frozen=True)
class Section:
    """What waits for one office, the most urgent first."""

    code: str
    title: str | Promise
    lines: list[Waiting]


def section(code: str, title: str | Promise, lines: Iterable[Waiting]) -> Section:
    """Return a section with its lines in the order of their clocks."""
    return Section(code, title, in_order(lines))


def inbox(user: User) -> list[Section]:
    """Return what waits for the user, without empty sections. A constant number of queries for each app."""
    found = [each for sections in hooks.functions("OFFICE_INBOX") for each in sections(user)]
    return [each for each in found if each.lines]


def members(user: User) -> Iterator[Section]:
    """Yield the transfers, deaths, requests for correction and erasures that wait for the user. Four queries."""
    lines = [*_transfers(), *_deaths(), *_rectifications()] if may_everywhere(user, Verb.DECIDE_TRANSFER) else []
    due = [Waiting(each.text, "", _("Decide"), each.address) for each in erasures(user)]
    yield section("members", gettext_lazy("Members"), [*lines, *due])


def _transfers() -> Iterator[Waiting]:
    waiting = TransferRequest.objects.waiting().select_related("member", "old_club", "new_club")
    for each in waiting.order_by("asked_on", "pk")[:SHOWN]:
        facts = {"member": each.member.name, "club": each.new_club.name, "old": each.old_club.name}
        is_disputed = each.state == TransferRequest.State.OBJECTED
        title = (
            _("%(old)s objects to the transfer of %(member)s") if is_disputed else _("%(member)s wants to change clubs")
        )
        detail = each.objection if is_disputed else _("From %(old)s to %(club)s.") % facts
        yield Waiting(title % facts, detail, _("Decide"), reverse("transfer", args=[each.pk]), each.effective)


def _deaths() -> Iterator[Waiting]:
    reports = DeathReport.objects.filter(decided_on=None).select_related("member", "club")
    for each in reports.order_by("reported_on", "pk")[:SHOWN]:
        title = _("%(club)s reports the death of %(member)s") % {"club": each.club.name, "member": each.member.name}
        died = _("Died on %(day)s.") % {"day": long_date(each.died_on)} if each.died_on else ""
        yield Waiting(title, died, _("Decide"), reverse("desk_decisions"), since=each.reported_on)


def _rectifications() -> Iterator[Waiting]:
    for each in Rectification.objects.open().select_related("member")[:SHOWN]:
        title = _("%(member)s asks for a correction") % {"member": each.member.name}
        yield Waiting(title, each.get_field_display(), _("Decide"), reverse("rectifications"), each.due)


def money(user: User) -> Iterator[Section]:
    """Yield the bank lines to book and the charges without an amount. Two queries."""
    if not may_everywhere(user, Verb.BOOK_MONEY):
        return
    lines = []
    days = BankLine.objects.waiting().order_by("booked_on").values_list("booked_on", flat=True)
    if waiting := list(days):
        title = ngettext("%(count)d bank line to book", "%(count)d bank lines to book", len(waiting))
        lines.append(_at_the_treasury(title % {"count": len(waiting)}, _("Book the bank lines"), waiting[0]))
    if count := Charge.objects.unpriced().count():
        title = ngettext("%(count)d charge without an amount", "%(count)d charges without an amount", count)
        lines.append(_at_the_treasury(title % {"count": count}, _("Open the charges"), None))
    yield section("money", gettext_lazy("Money"), lines)


def _at_the_treasury(title: str, button: str, since: dt.date | None) -> Waiting:
    return Waiting(title, "", button, reverse("treasury"), since=since)


def server(user: User) -> Iterator[Section]:
    """Yield the jobs that failed or wait. One query."""
    lines = [Waiting(each.text, "", _("Open the jobs"), each.address) for each in background_work(user)]
    yield Section("server", gettext_lazy("Server"), lines)
