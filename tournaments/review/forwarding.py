"""The way of submitted tournaments: through a league that passes them on, or straight to the federation (B37).

The officers of a league get a mail about what waits for them, and about what went on because their time ran out.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Collection, Sequence
from enum import StrEnum

from django.contrib.auth.models import User
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation import access
from federation.accounts import mail
from federation.background import jobs
from federation.i18n.dates import long_date
from federation.models import Job, Unit
from federation.regulations import due
from federation.structure import forwarding
from federation.structure.rights import Verb
from tournaments.mail_text import News, one_line, send_news
from tournaments.models import Stage, Tournament
from tournaments.review.decision_mails import title

KIND = "forward_overdue"
MAIL, PAUSE = "league_mail", dt.timedelta(minutes=3)  # what comes meanwhile joins the same mail
NOT_SENT = noop("The mail to the account “%(user)s” about tournaments of its league (%(names)s) could not be sent.")


class Moment(StrEnum):
    WAITS = "waits"
    WENT_ON = "went_on"


STILL = {  # of the tournaments of a mail, those that it is still true of
    Moment.WAITS: Q(stage=Stage.WITH_LEAGUE),
    Moment.WENT_ON: Q(forwarded_by=None) & ~Q(forwarded_at=None),
}
SUBJECTS = {  # of one tournament, of several
    Moment.WAITS: (noop("To check for the federation: %(name)s"), noop("To check: %(count)s tournaments")),
    Moment.WENT_ON: (noop("Passed on automatically: %(name)s"), noop("Passed on automatically: %(count)s tournaments")),
}
SENTENCES = {
    Moment.WAITS: noop(
        "%(club)s submitted it. Pass it on or return it by %(day)s; after that it is passed on automatically."
    ),
    Moment.WENT_ON: noop("Passed on to the federation automatically on %(day)s: the time of %(unit)s had run out."),
}


def routes(tournaments: Sequence[Tournament], by: User | None) -> dict[Unit | None, list[Tournament]]:
    """Return the tournaments by the unit to which they go first; None: the federation. Two queries.

    What a user submits who may pass it on goes to the federation at once.
    """
    today = timezone.localdate()
    clubs = {tournament.club_id for tournament in tournaments if tournament.club_id}
    through = forwarding.forwarders(clubs, today)
    if through and by is not None:
        own = access.clubs_of(by, Verb.FORWARD_RESULTS, today).filter(pk__in=through)
        for club in own.values_list("pk", flat=True):
            del through[club]
    found: dict[Unit | None, list[Tournament]] = defaultdict(list)
    for tournament in tournaments:
        found[through.get(tournament.club_id or 0)].append(tournament)
    return found


def end_of_clock() -> dt.datetime:
    """Return when a league that gets a tournament now must have passed it on: at the end of its last day."""
    today = timezone.localdate()
    return due.ends_at(today + dt.timedelta(days=forwarding.days(today)))


def overdue(now: dt.datetime) -> QuerySet[Tournament]:
    """Return the tournaments that their league did not pass on in time."""
    return Tournament.objects.filter(stage=Stage.WITH_LEAGUE, forward_until__lte=now)


def queue() -> Job | None:
    """Queue the job that passes overdue tournaments on; None if there are none. One of `settings.NIGHTLY`."""
    return jobs.submit(KIND, KIND, {}) if overdue(timezone.now()).exists() else None


def mail_later(tournaments: Collection[int], moment: Moment) -> None:
    """Queue a mail to the officers of the league of each tournament (ids), or add to the one that waits.

    Three queries and a few for each mail; none if no mails are sent.
    """
    if not mail.are_sent():
        return
    through = dict(Tournament.objects.filter(pk__in=tournaments).values_list("pk", "forwarder"))
    held = access.offices_for(Verb.FORWARD_RESULTS, timezone.localdate()).filter(unit__in=set(through.values()))
    units: dict[int, set[int | None]] = defaultdict(set)
    for account, unit in held.values_list("account", "unit"):
        units[account].add(unit)
    for user in mail.wanted_by(units).order_by("pk"):
        ids = [pk for pk, unit in through.items() if unit in units[user.pk]]
        arguments = {"user": user.pk, "tournaments": ids, "moment": moment.value}
        mail.gather(MAIL, f"{MAIL} {user.pk} {moment}", arguments, "tournaments", PAUSE)


def send_mail(job: Job, user_id: int, tournaments: Sequence[int], moment: Moment) -> None:
    """Mail the officer about the tournaments (ids) for which it still holds. Raise what `mail.deliver` raises."""
    user = mail.wanted_by([user_id]).first()
    if user is None:
        return
    theirs = Q(club__in=access.clubs_of(user, Verb.FORWARD_RESULTS))
    found = Tournament.objects.filter(theirs, STILL[moment], pk__in=tournaments).select_related("club", "forwarder")
    rows = list(found.order_by("end", "pk"))
    if rows:
        with mail.in_language_of(user):
            news, names = [_news(each, moment) for each in rows], [each.name for each in rows]
            send_news(job, user, news, names=names, subjects=SUBJECTS[moment], not_sent=NOT_SENT, for_league=True)


def _news(tournament: Tournament, moment: Moment) -> News:
    day = tournament.forward_last_day if moment is Moment.WAITS else _day(tournament.forwarded_at)
    facts = {"club": tournament.organiser, "unit": tournament.forwarder, "day": long_date(day) if day else ""}
    sentence = one_line(_(SENTENCES[moment]) % facts)
    return News(title(tournament), sentence, mail.link("my_club_tournament", tournament.pk))


def _day(moment: dt.datetime | None) -> dt.date | None:
    return timezone.localdate(moment) if moment else None
