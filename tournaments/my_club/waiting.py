"""What waits for a club about tournaments, for the first page of "My club" (the hook `MY_CLUB_WAITING`)."""

from collections.abc import Iterator, Sequence

from django.contrib.auth.models import User
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.access import held_offices
from federation.desk.waiting import Waiting
from federation.i18n.dates import long_date
from federation.models import Club
from tournaments import access
from tournaments.models import Stage, Tournament, Upload
from tournaments.review.problems import problems_of

SHOWN = 20


def tournaments(user: User, clubs: Sequence[Club]) -> Iterator[Waiting]:
    """Yield the files that could not be read, and the tournaments to check, to pass on or sent back."""
    units = held_offices(user).filter(unit__isnull=False).values("unit")
    failed = access.uploads_of(user).filter(
        Q(club__in=clubs) | Q(unit__in=units), state=Upload.State.FAILED, superseded=False, dismissed=False
    )
    for upload in failed.order_by("uploaded_at")[:SHOWN]:
        title = _("“%(name)s” could not be read") % {"name": upload.name}
        sent = _("Sent on %(day)s.") % {"day": long_date(timezone.localdate(upload.uploaded_at))}
        since = timezone.localdate(upload.uploaded_at)
        yield Waiting(title, sent, _("View the file"), reverse("upload", args=[upload.receipt]), since=since)
    waiting = access.tournaments_of(user).filter(access.waiting_for(user), on_site_visibility="")
    found = list(waiting.select_related("club", "unit", "upload").order_by("end", "pk")[:SHOWN])
    findings = problems_of(found) if found else {}
    for tournament in found:
        yield _line(tournament, sum(each.blocks_club for each in findings.get(tournament.pk, [])))


def _line(tournament: Tournament, blocking: int) -> Waiting:
    address = reverse("my_club_tournament", args=[tournament.pk])
    facts = {"name": tournament.name}
    since = timezone.localdate(tournament.upload.uploaded_at) if tournament.upload else None
    day = long_date(tournament.end) if tournament.end else ""
    detail = " · ".join(filter(None, [str(tournament.organiser or ""), day]))
    if tournament.stage == Stage.WITH_LEAGUE:
        until = tournament.forward_last_day
        return Waiting(_("“%(name)s” waits for its league") % facts, detail, _("Pass it on"), address, until)
    if tournament.stage == Stage.SUBMITTED:
        return Waiting(_("“%(name)s” waits for a decision") % facts, detail, _("Decide"), address, since=since)
    if not blocking:
        return Waiting(_("“%(name)s” can be submitted") % facts, detail, _("Check and submit"), address, since=since)
    title = ngettext(
        "“%(name)s” has %(count)d problem to fix", "“%(name)s” has %(count)d problems to fix", blocking
    ) % {**facts, "count": blocking}
    return Waiting(title, detail, _("Fix them"), address, since=since)
