"""How two members stand to each other, pool by pool, with the numbers of each system."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.models import Member
from federation.web.tables import decimal
from ratings.find_lists import latest_lists
from ratings.models import PoolRules, Rating, RatingList, RatingPool
from ratings.players.member_ratings import with_ratings
from ratings.pools.rules import parameters_of, require_rules, system_of
from ratings.public.reliability import Trust, trust
from ratings.systems.ffg import rate as ffg
from ratings.systems.fics import rate as fics
from ratings.systems.fqe import rate as fqe
from ratings.systems.frbe import rate as frbe


@dataclass(frozen=True)
class Comparison:
    """Two members in the latest list of a pool that rates both."""

    pool: RatingPool
    first: Rating
    second: Rating
    verdict: str  # a sentence in the reader's language
    first_trust: Trust | None = None  # where the ratings have an RD
    second_trust: Trust | None = None


def compare(members: Sequence[Member], today: dt.date) -> dict[tuple[int, int], list[Comparison]]:
    """Return for each two of the members (ids, in their order) the pools whose latest list rates both.

    Three queries.
    """
    lists = list(latest_lists())
    rules = _rules_of_lists(lists)
    found = {}
    for one, other in combinations(with_ratings(members, lists), 2):
        names = {"first": one.member.public_name, "second": other.member.public_name}
        found[one.member.pk, other.member.pk] = [
            VERDICTS[each.pool.system](
                each.pool, _Pair(one.ratings[each.pk], other.ratings[each.pk], names, rules[each.pk], today)
            )
            for each in lists
            if _is_rated(one.ratings.get(each.pk)) and _is_rated(other.ratings.get(each.pk))
        ]
    return found


def _rules_of_lists(lists: Sequence[RatingList]) -> dict[int, Any]:
    """Return the rules on the days of the lists, by their ids. One query."""
    known = list(PoolRules.objects.filter(pool__in=[each.pool_id for each in lists]).order_by("-valid_from"))
    found = {}
    for each in lists:
        of_day = (row for row in known if row.pool_id == each.pool_id and row.valid_from <= each.date)
        found[each.pk] = parameters_of(require_rules(each.pool, each.date, next(of_day, None)), system_of(each.pool))
    return found


def _is_rated(rating: Rating | None) -> bool:
    return rating is not None and rating.rating is not None


class _Pair(NamedTuple):
    """Two rated lines of one list, with the rules of its day."""

    one: Rating
    other: Rating
    names: dict[str, str]
    rules: Any
    today: dt.date


def _belgian(pool: RatingPool, pair: _Pair) -> Comparison:
    """Return the expected score by B10, with the cap of B12."""
    return _expected(pool, pair, frbe.expected_percent(pair.one.rating, pair.other.rating, pair.rules))


def _quebec(pool: RatingPool, pair: _Pair) -> Comparison:
    """Return the expected score by Q14."""
    return _expected(pool, pair, fqe.expected_percent(pair.one.rating, pair.other.rating))


def _expected(pool: RatingPool, pair: _Pair, percent: int) -> Comparison:
    facts = {**pair.names, "points": decimal(percent / 100, 2)}
    verdict = _("Against %(second)s, %(first)s is expected to score %(points)s.") % facts
    return Comparison(pool, pair.one, pair.other, verdict)


def _glicko(pool: RatingPool, pair: _Pair) -> Comparison:
    """Return how probably the first one is stronger (K10), with the RD of today."""
    one, other = (trust(rating, pair.rules, pair.today) for rating in (pair.one, pair.other))
    verdict = ""
    if one and other:
        chance = fics.probability_better(pair.one.rating, one.today, pair.other.rating, other.today)
        facts = {**pair.names, "percent": decimal(100 * chance, 1)}
        verdict = _("%(first)s is stronger than %(second)s with a probability of %(percent)s %%.") % facts
    return Comparison(pool, pair.one, pair.other, verdict, one, other)


def _go(pool: RatingPool, pair: _Pair) -> Comparison:
    """Return the stones that make a game even (F3)."""
    stronger, weaker = (pair.one.rating, pair.names["first"]), (pair.other.rating, pair.names["second"])
    if stronger[0] < weaker[0]:
        stronger, weaker = weaker, stronger
    stones = ffg.normal_handicap(stronger[0], weaker[0])
    if not stones:
        return Comparison(pool, pair.one, pair.other, _("An even game, without handicap."))
    sentence = ngettext("%(weaker)s takes %(stones)s stone.", "%(weaker)s takes %(stones)s stones.", stones)
    return Comparison(pool, pair.one, pair.other, sentence % {"weaker": weaker[1], "stones": stones})


# What each system says of two ratings, by its own rules; there is no common one to fall back on.
VERDICTS: Final[dict[str, Callable[[RatingPool, _Pair], Comparison]]] = {
    frbe.KEY: _belgian,
    fqe.KEY: _quebec,
    ffg.KEY: _go,
    fics.KEY: _glicko,
}
