"""How two members stand to each other, pool by pool, with the numbers of each system."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.models import Member
from federation.web.tables import decimal
from ratings.find_lists import latest_lists
from ratings.models import Rating, RatingList, RatingPool
from ratings.players.member_ratings import with_ratings
from ratings.pools.rules import parameters_of, rules_of, system_of
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


def compare(first: Member, second: Member, today: dt.date) -> list[Comparison]:
    """The pools whose latest list rates both. Two queries, and one more for each of these pools."""
    lists = list(latest_lists())
    one, other = ({**found.ratings} for found in with_ratings([first, second], lists))
    names = {"first": first.public_name, "second": second.public_name}
    return [
        _comparison(each, one[each.pk], other[each.pk], names, today)
        for each in lists
        if _is_rated(one.get(each.pk)) and _is_rated(other.get(each.pk))
    ]


def _is_rated(rating: Rating | None) -> bool:
    return rating is not None and rating.rating is not None


class _Pair(NamedTuple):
    """Two rated lines of one list, with the rules of its day."""

    one: Rating
    other: Rating
    names: dict[str, str]
    rules: Any
    today: dt.date


def _comparison(
    rating_list: RatingList, one: Rating, other: Rating, names: dict[str, str], today: dt.date
) -> Comparison:
    pool = rating_list.pool
    rules = parameters_of(rules_of(pool, rating_list.date), system_of(pool))
    return VERDICTS[pool.system](pool, _Pair(one, other, names, rules, today))


def _belgian(pool: RatingPool, pair: _Pair) -> Comparison:
    """B10, with the cap of B12."""
    return _expected(pool, pair, frbe.expected_percent(pair.one.rating, pair.other.rating, pair.rules))


def _quebec(pool: RatingPool, pair: _Pair) -> Comparison:
    """Q14."""
    return _expected(pool, pair, fqe.expected_percent(pair.one.rating, pair.other.rating))


def _expected(pool: RatingPool, pair: _Pair, percent: int) -> Comparison:
    facts = {**pair.names, "points": decimal(percent / 100, 2)}
    verdict = _("Against %(second)s, %(first)s is expected to score %(points)s.") % facts
    return Comparison(pool, pair.one, pair.other, verdict)


def _glicko(pool: RatingPool, pair: _Pair) -> Comparison:
    """K10, with the RD of today."""
    one, other = (trust(rating, pair.rules, pair.today) for rating in (pair.one, pair.other))
    verdict = ""
    if one and other:
        chance = fics.probability_better(pair.one.rating, one.today, pair.other.rating, other.today)
        facts = {**pair.names, "percent": decimal(100 * chance, 1)}
        verdict = _("%(first)s is stronger than %(second)s with a probability of %(percent)s %%.") % facts
    return Comparison(pool, pair.one, pair.other, verdict, one, other)


def _go(pool: RatingPool, pair: _Pair) -> Comparison:
    """F3: the stones that make a game even."""
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
