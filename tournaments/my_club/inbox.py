"""What the tournaments have for the officers' inbox: files to decide on or to pass on, claims to decide, tournaments to
register with FIDE or to report to it.
"""

from collections.abc import Iterator

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from federation.desk.waiting import Waiting
from federation.i18n.dates import long_date
from federation.office.inbox import SHOWN, Section, section
from tournaments import access
from tournaments.deadlines import fide
from tournaments.models import Announcement, Claim, Stage, Tournament
from tournaments.review.problems import problems_of


def inbox(user: User) -> Iterator[Section]:
    """Yield what the rating officer decides, or the officer of a league passes on. A constant number of queries."""
    if access.may_decide(user):
        yield section("decide", gettext_lazy("Decide"), [*_submitted(user), *_claims()])
        yield section("fide", gettext_lazy("FIDE rating"), _for_fide())
    else:
        yield section("decide", gettext_lazy("Pass on"), _with_league(user))


def _submitted(user: User) -> Iterator[Waiting]:
    waiting = access.tournaments_of(user).filter(stage=Stage.SUBMITTED).select_related("club", "unit", "upload")
    found = list(waiting.order_by("submitted_at", "pk")[:SHOWN])
    findings = problems_of(found) if found else {}
    for each in found:
        count = len(findings.get(each.pk, []))
        remark = ngettext("%(count)d finding", "%(count)d findings", count) % {"count": count} if count else ""
        since = timezone.localdate(each.submitted_at) if each.submitted_at else None
        detail = " · ".join(filter(None, [_about(each), remark]))
        title = _("“%(name)s” waits for a decision") % {"name": each.name}
        yield Waiting(title, detail, _("Decide"), _page(each), since=since)


def _with_league(user: User) -> Iterator[Waiting]:
    waiting = access.tournaments_of(user).filter(access.waiting_for(user), stage=Stage.WITH_LEAGUE)
    for each in waiting.select_related("club").order_by("forward_until", "pk")[:SHOWN]:
        until = each.forward_last_day
        title = _("“%(name)s” waits for its league") % {"name": each.name}
        yield Waiting(title, _about(each), _("Pass it on"), _page(each), until)


def _claims() -> Iterator[Waiting]:
    waiting = Claim.objects.filter(state__in=[Claim.State.LATE, Claim.State.OFFICER]).select_related("tournament")
    for each in waiting.order_by("decide_until", "pk")[:SHOWN]:
        title = _("%(claim)s: %(what)s") % {"claim": each, "what": each.get_kind_display()}
        until = each.decide_last_day
        since = None if until else timezone.localdate(each.raised_at)
        yield Waiting(title, each.tournament.name, _("Decide"), reverse("claim", args=[each.pk]), until, since)


def _for_fide() -> Iterator[Waiting]:
    """Yield what the office has to register with FIDE or to report to it. Two queries."""
    for found, page in zip(fide.unfinished(), ("fide_of_announcement", "fide_of_tournament"), strict=True):
        for each in found.select_related("club", "unit").order_by("start", "pk")[:SHOWN]:
            progress, address = fide.progress(each), reverse(page, args=[each.pk])
            if each.fide_registered_on:
                title, button, limit = _("Send FIDE the results of “%(name)s”"), _("Record it"), progress.results
            else:
                title, button, limit = _("Register “%(name)s” with FIDE"), _("Record it"), progress.registration
            yield Waiting(title % {"name": each.name}, _about(each), button, address, limit and limit.due)


def _about(tournament: Tournament | Announcement) -> str:
    day = long_date(tournament.end) if tournament.end else ""
    return " · ".join(filter(None, [str(tournament.organiser or ""), day]))


def _page(tournament: Tournament) -> str:
    return reverse("my_club_tournament", args=[tournament.pk])
