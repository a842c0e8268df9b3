"""create_pool SLUG --system S: a rating that members can have."""

import json
from typing import Any

from django.core.management.base import CommandParser
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from ratings.errors import RatingError
from ratings.management.rating_command import Answer, RatingCommand
from ratings.pools.creation import create_pool


class Command(RatingCommand):
    help = "Makes a rating pool: a system, its rules, and which games count."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("--system", required=True, help="frbe, fqe, ffg or fics")
        parser.add_argument("--rules", default="seed", metavar="PROFILE", help="profile of the system's rules")
        parser.add_argument("--parameters", default="{}", help="parameters that differ from the profile, as JSON")
        parser.add_argument("--name", default="", help="name for people")
        parser.add_argument("--paces", nargs="*", default=[], help="standard, rapid, blitz; none: all")
        parser.add_argument(
            "--discipline", default="", help="for fics: bughouse, or a variant of chess such as suicide"
        )
        parser.add_argument(
            "--months", nargs="*", type=int, help="months on whose first a list appears; else those of the profile"
        )

    def run(self, options: dict[str, Any]) -> Answer:
        pool = create_pool(
            options["pool"],
            options["system"],
            profile=options["rules"],
            parameters=_parameters(options["parameters"]),
            **{name: options[name] for name in ("name", "paces", "months", "discipline")},
        )
        facts = {"pool": pool.slug, "name": pool.name, "system": pool.system, "rules": options["rules"]}
        return Answer(facts, [_("Rating type %(pool)s: %(system)s, rules %(rules)s.") % facts])


def _parameters(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise RatingError(noop("The parameters are not a JSON object: %(text)s"), text=text[:60])
    return found
