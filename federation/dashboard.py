"""The first page of the admin: what waits for the staff, and what a new site still lacks, each with a link.

Every app gives its own lines (`settings.DASHBOARD`, `settings.FIRST_STEPS`), and people see what they may act on.
"""

import datetime as dt
from collections.abc import Iterator
from typing import NamedTuple

from django.contrib.auth import get_user_model
from django.contrib.auth.models import AbstractBaseUser, AnonymousUser, PermissionsMixin
from django.db.models import Count, Q
from django.db.models.functions import Now
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation import hooks
from federation.access import may_everywhere
from federation.audit import nightly
from federation.background import jobs
from federation.models import Club, DeathReport, Job, Member, TransferRequest
from federation.structure.rights import Verb

User = PermissionsMixin | AbstractBaseUser | AnonymousUser

STANDSTILL = dt.timedelta(minutes=5)  # no worker runs where a job waited longer and none is being done


class Waiting(NamedTuple):
    """A line: what waits, in the reader's language, the address of the page for it, and what its button says."""

    text: str
    address: str
    button: str = ""


def waiting_for(user: User) -> list[Waiting]:
    """Return all lines for this user. A constant number of queries for each app."""
    return [line for lines in hooks.functions("DASHBOARD") for line in lines(user)]


def state_of_things(user: User) -> list[Waiting]:
    """Return lines about what needs no action. A constant number of queries for each app."""
    return [line for lines in hooks.functions("STATE_OF_THINGS") for line in lines(user)]


def background_work(user: User) -> Iterator[Waiting]:
    """Yield jobs that wait for room on the disk or for a worker, or failed and wait for the staff. One query."""
    if not user.has_perm("federation.change_job"):
        return
    address = reverse("admin:federation_job_changelist")
    now = timezone.now()
    unfinished = Job.objects.filter(state__in=[Job.State.QUEUED, Job.State.RUNNING, Job.State.FAILED]).order_by()
    queued = Q(state=Job.State.QUEUED)
    # A mail that is to be tried again later waits for no worker.
    late = queued & Q(created_at__lt=now - STANDSTILL) & ~Q(sent_at__gt=now)
    stuck = unfinished.aggregate(
        full=Count("pk", filter=queued & Q(step=jobs.DISK_FULL)),
        late=Count("pk", filter=late),
        begun=Count("pk", filter=Q(state=Job.State.RUNNING, lease_until__gt=Now())),
        failed=Count("pk", filter=jobs.is_unresolved()),
    )
    if count := stuck["full"]:
        sentence = ngettext(
            "%(count)d job is waiting because the server's disk is full.",
            "%(count)d jobs are waiting because the server's disk is full.",
            count,
        )
        yield Waiting(sentence % {"count": count}, f"{address}?state__exact=queued")
    if (count := stuck["late"]) and not stuck["begun"]:  # a worker that is busy takes them in their turn
        sentence = ngettext(
            "%(count)d job has been waiting for a worker for more than five minutes: is one running?",
            "%(count)d jobs have been waiting for a worker for more than five minutes: is one running?",
            count,
        )
        yield Waiting(sentence % {"count": count}, f"{address}?state__exact=queued")
    if count := stuck["failed"]:
        sentence = ngettext("%(count)d job failed.", "%(count)d jobs failed.", count)
        yield Waiting(sentence % {"count": count}, f"{address}?unresolved=1")


def audit(user: User) -> Iterator[Waiting]:
    """Yield what the last verification of the audit found, for administrators. One query."""
    if user.is_superuser and (sign := nightly.last_sign()) and sign.facts["problems"]:
        sentence = _("The audit failed its last verification: %(first)s")
        page = reverse("admin:federation_auditentry_changelist")
        yield Waiting(sentence % {"first": sign.facts["problems"][0]}, page)


def server(user: User) -> Iterator[Waiting]:
    """Yield the pages about the server and its colours, for administrators. No query."""
    if user.is_superuser:
        yield Waiting(_("State of the server"), reverse("server_state"))
        yield Waiting(_("Colours and logo"), reverse("appearance"))


def money(user: User) -> Iterator[Waiting]:
    """Yield the treasurer's page, for who books money. No query."""
    if may_everywhere(user, Verb.BOOK_MONEY):
        yield Waiting(_("Money"), reverse("treasury"))


def club_requests(user: User) -> Iterator[Waiting]:
    """Yield what clubs ask officers to decide about members. Two queries."""
    if not may_everywhere(user, Verb.DECIDE_TRANSFER):
        return
    transfers = TransferRequest.objects.waiting().count()
    deaths = DeathReport.objects.filter(decided_on=None).count()
    if transfers:
        sentence = ngettext(
            "%(count)d transfer is waiting for a decision.",
            "%(count)d transfers are waiting for a decision.",
            transfers,
        )
        yield Waiting(sentence % {"count": transfers}, reverse("desk_decisions"))
    if deaths:
        sentence = ngettext(
            "%(count)d death was reported by a club.", "%(count)d deaths were reported by clubs.", deaths
        )
        yield Waiting(sentence % {"count": deaths}, reverse("desk_decisions"))


def first_steps(user: User) -> list[Waiting]:
    """Return the steps that this user may take until the site can be used. One query for each step.

    A line about accounts comes with them, but does not stand alone: one person may do everything.
    """
    found = [line for lines in hooks.functions("FIRST_STEPS") for line in lines(user)]
    return [*found, *_accounts(user)] if found else []


def people(user: User) -> Iterator[Waiting]:
    """Yield the import of clubs, and of members."""
    if user.has_perm("federation.add_club") and not Club.objects.exists():
        yield Waiting(_("Import the clubs, or add them one by one."), reverse("admin:federation_club_import"))
    if user.has_perm("federation.add_member") and not Member.objects.exists():
        sentence = _("Import the members with their clubs: from a spreadsheet, or from a PLAYER list.")
        yield Waiting(sentence, reverse("admin:federation_member_import"))


def _accounts(user: User) -> Iterator[Waiting]:
    if user.has_perm("auth.add_user") and not get_user_model().objects.exclude(pk=user.pk).exists():
        sentence = _("Create accounts: officers get a group and staff status, secretaries get their club.")
        yield Waiting(sentence, reverse("admin:auth_user_add"))
