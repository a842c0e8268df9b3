"""The way of submitted tournaments: through a league that passes them on, or straight to the federation (B37)."""

import datetime as dt
from collections import defaultdict
from collections.abc import Sequence

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils import timezone

from federation import access
from federation.background import jobs
from federation.models import Job, Unit
from federation.regulations import due
from federation.structure import forwarding
from federation.structure.rights import Verb
from tournaments.models import Stage, Tournament

KIND = "forward_overdue"


def routes(tournaments: Sequence[Tournament], by: User | None) -> dict[Unit | None, list[Tournament]]:
    """Return the tournaments by the unit to which they go first; None: the federation. Two queries.

    What somebody submits who may pass it on goes to the federation at once.
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
    """Queue what lets overdue tournaments go on; None if there are none. One of `settings.NIGHTLY`."""
    return jobs.submit(KIND, KIND, {}) if overdue(timezone.now()).exists() else None
