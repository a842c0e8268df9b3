"""rate POOL --date D: reckons a list and keeps it as a draft."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from ratings import diffs
from ratings.commands import RatingCommand, Said, add_date, find_pool, list_facts
from ratings.models import RatingList, RatingPool
from ratings.queue import queue_rating
from ratings.rating_run import rate, revise


class Command(RatingCommand):
    help = "Reckons the list of a day from the accepted games and keeps it as a draft."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_date(parser)
        parser.add_argument("--queue", action="store_true", help="hand it to the worker")
        parser.add_argument("--reason", default="", help="why a published list is revised; anyone can read it")
        parser.add_argument("--revise", action="store_true", help="revise the earlier lists that no longer fit, too")

    def run(self, options: dict[str, Any]) -> Said:
        pool, date = find_pool(options["pool"]), options["date"]
        wishes = {"reason": options["reason"]}
        if options["queue"]:
            return _queued(pool, date, revise=options["revise"], **wishes)
        drafts = revise(pool, date, **wishes) if options["revise"] else [rate(pool, date, **wishes)]
        said = [_said(draft) for draft in drafts]
        return Said(
            said[-1][0] | {"drafts": [facts for facts, _sentence in said]}, [sentence for _facts, sentence in said]
        )


def _queued(pool: RatingPool, date: Any, **wishes: Any) -> Said:
    job = queue_rating(pool, date, **wishes)
    facts = {"job": str(job.pk), "state": job.state, "pool": pool.slug, "date": date}
    return Said(facts, [_("The worker has it: job %(job)s.") % facts])


def _said(draft: RatingList) -> tuple[dict[str, Any], str]:
    facts = list_facts(draft) | diffs.against_previous(draft).counts._asdict()
    sentence = _(
        "Draft of %(date)s: %(players)s members, %(games)s games; %(up)s ratings rise, %(down)s fall, %(new)s are new,"
        " %(gone)s are gone; digest %(digest)s."
    )
    return facts, sentence % facts
