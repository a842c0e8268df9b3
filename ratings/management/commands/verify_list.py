"""verify_list POOL --date D: recomputes a list from the games and compares."""

from collections.abc import Iterator
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from ratings.lists.stale_lists import staleness
from ratings.management.rating_command import Answer, RatingCommand, add_list, find_list, list_facts
from ratings.verification.checks import Check
from ratings.verification.verify import renew_games_digests, verify


class Command(RatingCommand):
    help = (
        "Recalculates a list from the accepted games, compares every rating, line, checksum and stored file, and names "
        "each game, line or day that differs. The exit code is 1 if anything does."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_list(parser)

    def run(self, options: dict[str, Any]) -> Answer:
        rating_list = find_list(options)
        found = verify(rating_list)
        facts = list_facts(rating_list) | {
            "verified": found.passed,
            "checks": [
                {
                    "check": check.code,
                    "passed": check.passed,
                    "keys": check.keys,
                    "differences": check.sentences,
                }
                for check in found.checks
            ],
        }
        sentences = [line for check in found.checks for line in _lines(check)]
        if found.passed:
            sentences.append(_("Verified: the list of %(date)s, checksum %(digest)s.") % facts)
            return Answer(facts, sentences)
        renew_games_digests(found)
        stale = staleness(rating_list)
        if stale:
            sentences.append(_("Changed since it was calculated:"))
            sentences += stale.causes
        return Answer(facts, sentences, _("The list of %(date)s failed verification.") % facts)


def _lines(check: Check) -> Iterator[str]:
    mark = "✓" if check.passed else "✗"
    who = f" ({', '.join(map(str, check.keys))})" if check.keys else ""
    yield f"{mark} {check.sentence}{who}"
    yield from (f"    {sentence}" for sentence in check.sentences)
