"""How two members stand to each other, pool by pool, with the numbers of each system."""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.models import Member
from federation.tables import decimal
from ratings.listed import Rating
from ratings.models import RatingList, RatingPool
from ratings.published import latest_lists
from ratings.reckoning import parameters_of, rules_of, system_of
from ratings.standing import with_ratings
from ratings.systems import ffg, fics, fqe, frbe
from ratings.trust import Trust, trust


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


def _comparison(
    rating_list: RatingList, one: Rating, other: Rating, names: dict[str, str], today: dt.date
) -> Comparison:
    pool = rating_list.pool
    rules = parameters_of(rules_of(pool, rating_list.date), system_of(pool))
    if pool.has_grades:
        return Comparison(pool, one, other, _stones(one.rating, other.rating, names))
    if pool.has_deviations:
        trusted = trust(one, rules, today), trust(other, rules, today)
        return Comparison(pool, one, other, _probability(one.rating, other.rating, trusted, names), *trusted)
    expected = _expected_percent(pool, one.rating, other.rating, rules)
    facts = {**names, "points": decimal(expected / 100, 2)}
    return Comparison(pool, one, other, _("Against %(second)s, %(first)s is expected to score %(points)s.") % facts)


def _expected_percent(pool: RatingPool, own: int, opponent: int, rules: object) -> int:
    if pool.system == frbe.KEY:
        return frbe.expected_percent(own, opponent, rules)
    return fqe.expected_percent(own, opponent)


def _probability(
    rating: int, other_rating: int, trusted: tuple[Trust | None, Trust | None], names: dict[str, str]
) -> str:
    """K10, with the RD of today."""
    one, other = trusted
    if one is None or other is None:
        return ""
    percent = 100 * fics.probability_better(rating, one.today, other_rating, other.today)
    facts = {**names, "percent": decimal(percent, 1)}
    return _("%(first)s is truly better than %(second)s with a probability of %(percent)s %%.") % facts


def _stones(level: int, other_level: int, names: dict[str, str]) -> str:
    """F3: the stones that make a game even."""
    stones = ffg.normal_handicap(max(level, other_level), min(level, other_level))
    weaker = names["second"] if level >= other_level else names["first"]
    if not stones:
        return _("Both play without a handicap.")
    sentence = ngettext("%(weaker)s takes %(stones)s stone.", "%(weaker)s takes %(stones)s stones.", stones)
    return sentence % {"weaker": weaker, "stones": stones}
