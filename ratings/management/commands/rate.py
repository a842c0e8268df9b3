"""rate POOL --date D [--revise | --from-zero [--publish]]: calculates lists and keeps them as drafts."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from ratings.errors import RatingError
from ratings.lists import diffs
from ratings.lists.job_queue import queue_rating
from ratings.lists.rating_run import rate, rate_from_zero, revise
from ratings.management.rating_command import Answer, RatingCommand, add_date, find_pool, list_facts
from ratings.models import RatingList, RatingPool


class Command(RatingCommand):
    help = "Calculates the list of a day from the accepted games and keeps it as a draft."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_date(parser)
        parser.add_argument("--queue", action="store_true", help="hand it to the worker")
        parser.add_argument("--reason", default="", help="why a published list is revised; anyone can read it")
        several = parser.add_mutually_exclusive_group()
        several.add_argument("--revise", action="store_true", help="revise the earlier lists that no longer fit, too")
        several.add_argument("--from-zero", action="store_true", help="recalculate all lists up to that day")
        parser.add_argument("--publish", action="store_true", help="with --from-zero: publish each list at once")

    def run(self, options: dict[str, Any]) -> Answer:
        pool, date = find_pool(options["pool"]), options["date"]
        if options["publish"] and not options["from_zero"]:
            raise RatingError(
                noop("Use --publish only with --from-zero; to publish one list, use the command publish.")
            )
        wishes = {"reason": options["reason"]}
        if options["queue"]:
            several = {name: options[name] for name in ("revise", "from_zero", "publish")}
            return _queued(pool, date, **wishes, **several)
        if options["from_zero"]:
            drafts = rate_from_zero(pool, date, publish=options["publish"], **wishes)
        else:
            drafts = revise(pool, date, **wishes) if options["revise"] else [rate(pool, date, **wishes)]
        answers = [_answer(draft) for draft in drafts]
        if not answers:
            return Answer({"drafts": []}, [_("All lists up to %(date)s match the published ones.") % {"date": date}])
        return Answer(
            answers[-1][0] | {"drafts": [facts for facts, _sentences in answers]},
            [sentence for _facts, sentences in answers for sentence in sentences],
        )


def _queued(pool: RatingPool, date: Any, **wishes: Any) -> Answer:
    job = queue_rating(pool, date, **wishes)
    facts = {"job": str(job.pk), "state": job.state, "pool": pool.slug, "date": date}
    return Answer(facts, [_("Queued: job %(job)s.") % facts])


def _answer(made: RatingList) -> tuple[dict[str, Any], list[str]]:
    facts = list_facts(made) | diffs.against_previous(made).counts._asdict()
    is_draft = made.state == RatingList.State.DRAFT
    stands = _("Draft of %(date)s:") if is_draft else _("Published list of %(date)s:")
    sentence = _(
        "%(players)s members, %(games)s games; %(up)s ratings rise, %(down)s fall, %(new)s are new, %(gone)s "
        "are removed; checksum %(digest)s."
    )
    sentences = [f"{stands % facts} {sentence % facts}"]
    unended = made.manifest["facts"].get("not_converged", [])
    sentences += [_("The adjustment of “%(name)s” did not converge.") % {"name": name} for name in unended]
    return facts | {"not_converged": unended}, sentences
