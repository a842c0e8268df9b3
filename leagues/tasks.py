"""The kinds of jobs of the leagues."""

import datetime as dt

from django.utils.translation import gettext_lazy as _

from federation.background import jobs
from federation.background.kinds import Report, job_kind
from federation.models import Job
from leagues.matches import match_mails
from leagues.to_rating import queue
from leagues.to_rating.hand_over import hand_over


@job_kind(queue.KIND, _("Passing on league matches to be rated"), urgent=False)
def hand_over_leg(job: Job, report: Report) -> dict[str, int]:
    """Hand over the closed matches of a series, a round and a day. Arguments: {"series", "round", "day"}."""
    given = job.arguments
    with jobs.writing(job):
        leg = hand_over(given["series"], given["round"], dt.date.fromisoformat(given["day"]))
    return {"matches": leg.matches.count() if leg else 0}


@job_kind(queue.ALL, _("Passing on the matches of a season to be rated"), urgent=False)
def hand_over_legs(job: Job, report: Report) -> dict[str, int]:
    """Hand over the closed matches of many legs, one after the other. Arguments: {"legs": [[series, round, day]]}."""
    legs = job.arguments["legs"]
    for number, (series, of_round, day) in enumerate(legs, start=1):
        with jobs.writing(job):
            hand_over(series, of_round, dt.date.fromisoformat(day), job.created_by)
        report(100 * number // len(legs), "")
    return {"legs": len(legs)}


@job_kind(match_mails.KIND, _("Mails about league matches"), urgent=False)
def match_mail(job: Job, report: Report) -> None:
    """Mail a user what was said of matches. Arguments: {"user", "matches"}."""
    match_mails.send(job, job.arguments["user"], job.arguments["matches"])
