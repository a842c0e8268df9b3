"""Remind organisers two days before the results of an announced tournament are due, unless they were sent."""

import datetime as dt
from collections.abc import Collection, Iterator, Sequence

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Q
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.access import clubs_among, held_units, may_everywhere, officers_for, offices_for
from federation.accounts import mail
from federation.desk.waiting import Waiting
from federation.i18n.dates import long_date, long_days
from federation.models import Club, Job
from federation.profiles.reading import profile
from federation.regulations import due
from federation.structure.federation_unit import is_of_federation
from federation.structure.rights import Verb
from tournaments.mail_text import News, one_line, send_news
from tournaments.models import Announcement, Tournament

KIND = "deadline_mail"
BEFORE = dt.timedelta(days=2)
LONGEST = dt.timedelta(days=93)  # after the last day, no deadline for results ends later
PAUSE = dt.timedelta(minutes=3)
SUBJECTS = noop("Results due soon: %(name)s"), noop("Results due soon: %(count)s tournaments")
NOT_SENT = noop(
    "The mail to the account “%(user)s” about results that are due (%(names)s) could not be sent: the mail server "
    "refused it. Its answer is in the administrator's log."
)


def results_due(announcement: Announcement) -> dt.date | None:
    """Return the last day for the results; None if the profile has no deadline."""
    clock = profile().on(announcement.end).clocks.get("results")
    return due.last_day(clock, announcement.end) if clock else None


def unsent(today: dt.date, *, reminded: bool = True) -> list[tuple[Announcement, dt.date]]:
    """Return the announced tournaments that are over, whose results nobody sent and are still due, with the last day.

    ``reminded``: also those of which the organiser was reminded. Two queries.
    """
    over = Announcement.objects.standing().filter(end__lte=today, end__gt=today - LONGEST)
    over = over.select_related("club", "unit")
    known = [
        (each, last) for each in (over if reminded else over.filter(reminded_at=None)) if (last := results_due(each))
    ]
    pending = [(each, last) for each, last in known if today <= last]
    if not pending:
        return []
    theirs = Q(club__in={each.club_id for each, _last in pending if each.club_id})
    theirs |= Q(unit__in={each.unit_id for each, _last in pending if each.unit_id})
    first = min(each.start for each, _last in pending)
    days = Q(end__gte=first) | Q(end=None, start__gte=first)
    sent = list(Tournament.objects.filter(days, theirs).only("club", "unit", "start", "end"))
    return [(each, last) for each, last in pending if not any(_fits(each, event) for event in sent)]


def _fits(announcement: Announcement, event: Tournament) -> bool:
    first, last = event.start or event.end, event.end or event.start
    if first is None or last is None or not event.has_organiser_of(announcement):
        return False
    return first <= announcement.end and last >= announcement.start


def queue() -> Job | None:
    """Queue mails about results that are due within two days, one to a user, each event once. One of NIGHTLY."""
    if not mail.are_sent():
        return None
    today, job = timezone.localdate(), None
    for announcement, last in unsent(today, reminded=False):
        if last - today <= BEFORE:
            job = _remind(announcement) or job
    return job


@transaction.atomic
def _remind(announcement: Announcement) -> Job | None:
    marked = Announcement.objects.filter(pk=announcement.pk, reminded_at=None).update(reminded_at=timezone.now())
    for user in mail.wanted_by(_senders(announcement)).order_by("pk") if marked else ():
        arguments = {"user": user.pk, "announcements": [announcement.pk]}
        mail.gather(KIND, f"{KIND} {user.pk}", arguments, "announcements", PAUSE)
    return Job.objects.filter(kind=KIND).order_by("-pk").first() if marked else None


def _senders(announcement: Announcement) -> list[int]:
    """Return the accounts (ids) that send results for the organiser. For a unit whose offices nobody holds, such as the
    federation itself, they are those of the officers who may send all results.
    """
    place = {"club": announcement.club_id} if announcement.club_id else {"unit": announcement.unit_id}
    held = offices_for(Verb.SEND_RESULTS, timezone.localdate()).filter(**place)
    found = list(held.values_list("account", flat=True))
    if found or announcement.club_id:
        return found
    return list(officers_for(Verb.SEND_RESULTS).values_list("pk", flat=True))


def send(job: Job, user_id: int, ids: Collection[int]) -> None:
    """Mail the user which results are due, if they still are. Raise what `mail.deliver` raises."""
    user = mail.wanted_by([user_id]).first()
    found = [pair for pair in unsent(timezone.localdate()) if pair[0].pk in set(ids)]
    if user is None or not found:
        return
    with mail.in_language_of(user):
        news = [_news(announcement, last) for announcement, last in found]
        send_news(job, user, news, names=[each.name for each in news], subjects=SUBJECTS, not_sent=NOT_SENT)


def _news(announcement: Announcement, last: dt.date) -> News:
    title = one_line(f"{announcement.name}, {long_days(announcement.start, announcement.end)}")
    return News(title, _("Its results can be sent until %(day)s.") % {"day": long_date(last)}, mail.link("send"))


def announced(user: User, clubs: Sequence[Club]) -> Iterator[Waiting]:
    """Yield the announced tournaments whose results are due (the hook `MY_CLUB_WAITING`): those of the clubs, of the
    units in which the user holds an office, and, for the federation's officers, of the federation itself.
    """
    sending = {club.pk for club in clubs_among(user, Verb.SEND_RESULTS, clubs)}
    units = held_units(user, Verb.SEND_RESULTS)
    for_federation = may_everywhere(user, Verb.SEND_RESULTS)
    for announcement, last in unsent(timezone.localdate()) if sending or units or for_federation else ():
        is_own = announcement.club_id in sending or announcement.unit_id in units
        if is_own or (for_federation and is_of_federation(announcement.unit)):
            title = _("The results of “%(name)s” are due") % {"name": announcement.name}
            detail = f"{announcement.organiser.name} · {long_days(announcement.start, announcement.end)}"
            yield Waiting(title, detail, _("Send a tournament file"), reverse("send"), last)
