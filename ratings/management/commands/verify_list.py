"""verify_list POOL --date D: recomputes a list from the games and compares."""

from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _

from ratings.lists.stale_lists import staleness
from ratings.management.rating_command import Answer, RatingCommand, add_list, find_list, list_facts
from ratings.verification.verify import Check, verify
from tournaments.models import GamesDigest


class Command(RatingCommand):
    help = "Recomputes a list from the accepted games and compares every rating, every entry and every digest."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        add_list(parser)

    def run(self, options: dict[str, Any]) -> Answer:
        rating_list = find_list(options)
        found = verify(rating_list)
        facts = list_facts(rating_list) | {
            "verified": found.passed,
            "checks": [
                {"check": check.code, "passed": check.passed, "matricules": check.matricules} for check in found.checks
            ],
        }
        sentences = [_sentence(check) for check in found.checks]
        if found.passed:
            sentences.append(_("Verified: the list of %(date)s, checksum %(digest)s.") % facts)
            return Answer(facts, sentences)
        # Somebody may have changed rows past the site: from here on it knows.
        GamesDigest.renew(rating_list.tournaments.values_list("tournament", flat=True))
        stale = staleness(rating_list)
        if stale:
            sentences.append(_("Changed since it was calculated:"))
            sentences += stale.causes
        return Answer(facts, sentences, _("The list of %(date)s failed verification.") % facts)


def _sentence(check: Check) -> str:
    mark = "✓" if check.passed else "✗"
    who = f" ({', '.join(map(str, check.matricules))})" if check.matricules else ""
    return f"{mark} {check.sentence}{who}"
