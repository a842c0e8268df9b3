"""The kinds of jobs of the ratings: each reads its rows by id and calls one verb."""

import datetime as dt
from collections.abc import Callable
from functools import partial
from typing import Any

from django.db import transaction
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from federation.background import jobs
from federation.background.kinds import Report, job_kind
from federation.models import Job
from ratings.backtests import backtest, what_if
from ratings.errors import NothingToTest
from ratings.lists import list_notices, rating_run, revise_all
from ratings.lists.job_queue import LOG_KIND, queue_rendering_again
from ratings.living import job_queue as living_queue
from ratings.living.renew import renew
from ratings.models import RatingList, RatingPool, WhatIf
from ratings.open_data import nightly as open_data
from ratings.public import page_index, pages, rendering
from ratings.public_log import files as log_files
from ratings.public_log.append import append_news
from ratings.statistics import counting
from ratings.verification import mails, nightly

Result = dict[str, Any]
Run = Callable[..., RatingList | list[RatingList]]


@job_kind("rate", _("Calculating a list"), error_on_page=True)
def rate(job: Job, report: Report) -> Result:
    """Calculate a list, with ``revise`` or ``from_zero`` the lists up to it. The result has the ids of the drafts."""
    arguments = job.arguments
    pool = RatingPool.objects.get(slug=arguments["pool"])
    run: Run = rating_run.revise if arguments["revise"] else rating_run.rate
    if arguments["from_zero"]:
        run = partial(rating_run.rate_from_zero, publish=arguments["publish"], by=job.created_by)
        if "days" in arguments:  # a job of an earlier version has none
            run = partial(run, days=[dt.date.fromisoformat(day) for day in arguments["days"]])
    date = dt.date.fromisoformat(arguments["date"])
    writing = partial(jobs.writing, job)
    made = run(pool, date, reason=arguments["reason"], job=job, report=report, writing=writing)
    drafts = made if isinstance(made, list) else [made]
    return {"lists": [draft.pk for draft in drafts]}


@job_kind(revise_all.CALCULATE, _("Calculating revisions"), error_on_page=True)
def calculate_revisions(job: Job, report: Report) -> Result:
    """Calculate the revisions of all stale lists. The result has the drafts, and who moves in each."""
    writing = partial(jobs.writing, job)
    moves = revise_all.revise_all(job.arguments["reasons"], job=job, report=report, writing=writing)
    return {"lists": list(moves), "moves": moves}


@job_kind(revise_all.PUBLISH, _("Publishing revisions"), error_on_page=True)
def publish_revisions(job: Job, report: Report) -> Result:
    """Publish the drafts of revisions that an officer looked at."""
    writing = partial(jobs.writing, job)
    return {"lists": revise_all.publish_all(job.arguments["lists"], job.created_by, report=report, writing=writing)}


@job_kind(living_queue.KIND, _("Calculating the ratings of today"))
def renew_living(job: Job, report: Report) -> Result:
    """Calculate what the next list of a pool would say today."""
    pool = RatingPool.objects.get(slug=job.arguments["pool"])
    return {"members": renew(pool, writing=partial(jobs.writing, job))}


@job_kind("render", _("Writing the pages and files of a list"), urgent=False)
def render(job: Job, report: Report) -> Result:
    """Write the pages and downloads of a published list. Divide a large one among the workers."""
    rating_list = _published(job)
    list_notices.tell(rating_list)
    if pages.page_count(rating_list) <= rendering.PAGES:
        return {"files": len(rendering.render(rating_list, report, writing=partial(jobs.writing, job)))}
    with jobs.writing(job):
        run = rendering.begin(rating_list)
        for number, part in enumerate(run.parts, 1):
            arguments = {"list": rating_list.pk, "run": run.id, "part": part}
            jobs.submit("render_part", f"render:{rating_list.pk}:{run.id}:{number}", arguments, by=job.created_by)
    return {"parts": len(run.parts)}


@job_kind("render_part", _("Writing the pages and files of a list"), urgent=False)
def render_part(job: Job, report: Report) -> Result:
    """Write a part of the pages and files of a large list. Do nothing if they are no longer wanted."""
    run, part = job.arguments["run"], job.arguments["part"]
    return {"written": rendering.write(_published(job), run, part, writing=partial(jobs.writing, job))}


def _published(job: Job) -> RatingList:
    return RatingList.objects.select_related("pool", "previous").get(pk=job.arguments["list"])


@job_kind("hide", _("Regenerating public files"))
def hide(job: Job, report: Report) -> Result:
    """Withdraw all files after a member was hidden or shown again, and write the published lists again.

    The transaction that hid them has withdrawn what was stored then. This finds what was being written meanwhile.
    """
    rendering.clear_withdrawn()
    rendering.wait_for_writers()
    page_index.remove()
    written = Q(files__isnull=False) | Q(rendered_at__isnull=False) | Q(rendering__has_key="left")
    lists = RatingList.objects.filter(written).distinct().order_by("-date")
    for rating_list in (found := list(lists.defer("manifest"))):
        with transaction.atomic():  # a later attempt would not find it without files
            rendering.withdraw(rating_list)
            if rating_list.state == RatingList.State.PUBLISHED:
                queue_rendering_again(rating_list)
    return {"lists": len(found)}


@job_kind(LOG_KIND, _("Updating the public log"), urgent=False)
def update_public_log(job: Job, report: Report) -> Result:
    """Append what was published since, and sign the log."""
    with jobs.writing(job):
        appended = append_news()
    return {"appended": appended, "size": log_files.publish().size}


@job_kind(counting.KIND, _("Counting members and games"), urgent=False)
def count_statistics(job: Job, report: Report) -> None:
    """Count what the statistics say: {}."""
    counting.count()


@job_kind(open_data.KIND, _("Writing the open data"), urgent=False)
def write_open_data(job: Job, report: Report) -> Result:
    """Write all lists and games as one archive."""
    return {"size": open_data.write(partial(jobs.writing, job))}


@job_kind("backtest", _("Calculating a back-test"), urgent=False, error_on_page=True)
def compute_backtest(job: Job, report: Report) -> Result:
    """Calculate the back-test of a pool. Repeat it if a list was published meanwhile, which asked for this very job."""
    pool = RatingPool.objects.get(slug=job.arguments["pool"])
    compute = partial(backtest.compute, pool, report=report, writing=partial(jobs.writing, job))
    try:
        kept = compute()
        while not backtest.is_of_today(kept):
            kept = compute()
    except NothingToTest:
        if job.created_by_id is None:  # a publication started it: normal for a new pool
            return {}
        raise
    return {"backtest": kept.pk}


@job_kind("what_if", _("Calculating a scenario"), error_on_page=True)
def compute_what_if(job: Job, report: Report) -> Result:
    """Calculate a what-if. It may have been deleted in the meantime."""
    asked = WhatIf.objects.select_related("pool").filter(pk=job.arguments["what_if"]).first()
    if asked is None:
        return {}
    what_if.compute(asked, report=report, writing=partial(jobs.writing, job))
    return {"what_if": asked.pk}


@job_kind(nightly.KIND, _("Verifying the published lists"), urgent=False)
def verify_lists(job: Job, report: Report) -> Result:
    """Verify the published lists that were not verified since the last night began."""
    return nightly.run(job, report)


@job_kind(mails.KIND, _("Mailing about a list that fails verification"), urgent=False)
def send_verification_mail(job: Job, report: Report) -> None:
    """Mail an administrator what differs. Arguments: {"user": id, "list": id}."""
    mails.send(job, job.arguments["user"], job.arguments["list"])
