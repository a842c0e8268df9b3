"""explain POOL NUMBER --date D: why a member's rating is what it is."""

from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.identity.member_numbers import key_of
from federation.members import former_numbers
from ratings.errors import RatingError
from ratings.figures import in_words
from ratings.management.rating_command import Answer, RatingCommand, add_list, find_list, list_facts
from ratings.models import RatingPool
from ratings.players.ledger import Explanation, Line, explain
from ratings.wording.numbers import signed


class Command(RatingCommand):
    help = "Prints a member's ledger of a list: every game, every rule, and the games that do not count."

    def add_arguments(self, parser: CommandParser) -> None:
        super().add_arguments(parser)
        parser.add_argument("number", metavar="NUMBER")
        add_list(parser)
        languages = [code for code, _name in settings.LANGUAGES]
        parser.add_argument("--language", choices=languages, help="of the sentences; English, if none is said")

    def run(self, options: dict[str, Any]) -> Answer:
        with translation.override(options["language"]):
            rating_list = find_list(options)
            member = former_numbers.find(key_of(options["number"]))
            if member is None:
                raise RatingError(noop("Nobody has the member number %(number)s."), number=options["number"])
            found = explain(rating_list, member.merged_into or member)
            if found.rating is None and not found.lines:
                facts = {"number": member.number, "date": rating_list.date}
                raise RatingError(noop("Member %(number)s is not in the list of %(date)s."), **facts)
            return Answer(_facts(found), _sentences(found))


def _facts(found: Explanation) -> dict[str, Any]:
    rating = found.rating
    return {
        "list": list_facts(found.rating_list),
        "number": found.member.number,
        "name": found.member.name,
        "previous_rating": rating.previous_rating if rating else None,
        "rating": rating.rating if rating else None,
        "games": rating.games if rating else 0,
        "change": float(found.total),
        "ledger": [_line_facts(line) for line in found.lines],
    }


def _line_facts(line: Line) -> dict[str, Any]:
    entry = line.entry
    return {
        "number": entry.number,
        "kind": line.kind.name.lower(),
        "date": line.day,
        "tournament": line.tournament.name if line.tournament else None,
        "round": entry.pairing.round if entry.pairing else None,
        "match": line.team_game.match if line.team_game else None,
        "team": line.team_game.team if line.team_game else None,
        "colour": line.colour,
        "opponent": line.opponent.number if line.opponent else None,
        "opponent_name": line.opponent_name,
        "opponent_rating": entry.opponent_rating,
        "result": line.result,
        "difference": entry.difference,
        "expected": None if line.expected is None else float(line.expected),
        "k": None if line.k is None else float(line.k),
        "change": float(line.change),
        "sentence": line.sentence,
        "formula": line.formula,
    }


def _sentences(found: Explanation) -> list[str]:
    rating = found.rating
    pool = found.rating_list.pool
    facts = {
        "name": found.member.name,
        "date": found.rating_list.date,
        "before": in_words(rating and rating.previous_rating, pool),
        "after": in_words(rating and rating.rating, pool),
        "change": signed(found.total, 0),
    }
    lines = [_("%(name)s, list of %(date)s: %(before)s → %(after)s (%(change)s)") % facts]
    return lines + [_text(line, pool) for line in found.lines]


def _text(line: Line, pool: RatingPool) -> str:
    entry = line.entry
    game = ""
    if line.is_game:
        rated = "" if entry.opponent_rating is None else f", {in_words(entry.opponent_rating, pool)}"
        game = f"{line.day or ''} {line.result or '*'} – {line.opponent_name}{rated}: "
    change = f" [{signed(line.change)}]" if entry.change and not line.formula.endswith(signed(line.change)) else ""
    return f"{entry.number:>4}. {game}{' '.join(part for part in (line.sentence, line.formula) if part)}{change}"
