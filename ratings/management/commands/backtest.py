"""backtest POOL: what the pool's predictions were worth."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from ratings.backtests.backtest import compute
from ratings.lists.job_queue import queue_backtest
from ratings.management.rating_command import Answer, RatingCommand, find_pool
from ratings.models import Backtest


class Command(RatingCommand):
    help = "Recalculates all lists of a pool, says how good its predictions were, and keeps that for the pool's page."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--queue", action="store_true", help="hand it to the worker")

    def run(self, options: dict[str, Any]) -> Answer:
        pool = find_pool(options["pool"])
        if options["queue"]:
            job = queue_backtest(pool)
            facts = {"job": str(job.pk), "state": job.state, "pool": pool.slug}
            return Answer(facts, [_("Queued: job %(job)s.") % facts])
        kept = compute(pool)
        return Answer({"pool": pool.slug, "computed_at": kept.computed_at, **kept.result}, _sentences(kept))


def _sentences(kept: Backtest) -> list[str]:
    found = kept.result
    facts = {"pool": kept.pool.slug, "games": found["score"]["games"], "unpredicted": found["unpredicted"]}
    return [
        _("%(pool)s: %(games)s games predicted, %(unpredicted)s without a prediction.") % facts,
        _scored(_("The system"), found["score"]),
        _scored(_("Always one half"), found["half"]),
        _scored(_("Always White's average"), found["white"]),
        *(_scored(str(row["year"]), row) for row in found["years"]),
        *(_scored(f"{row['low']}..{row['high'] - 1}", row) for row in found["bands"]),
        *(_bin(row) for row in found["calibration"]),
    ]


def _scored(name: str, row: dict[str, Any]) -> str:
    facts = {"name": name, **row, "log_loss": f"{row['log_loss']:.4f}", "brier": f"{row['brier']:.4f}"}
    return _("%(name)s: log-loss %(log_loss)s, Brier score %(brier)s over %(games)s games") % facts


def _bin(row: dict[str, Any]) -> str:
    facts = {name: f"{100 * value:.1f}" for name, value in row.items()} | {"games": row["games"]}
    return (
        _("expected %(expected)s %%, scored %(scored)s %% (%(scored_low)s to %(scored_high)s) in %(games)s games")
        % facts
    )
