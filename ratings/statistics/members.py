"""Members by age and by season, counted from their affiliations."""

import datetime as dt
from collections import Counter, defaultdict
from functools import cache
from typing import Any

from federation.identity.seasons import season_year
from federation.models import Affiliation
from federation.models.people import Sex
from ratings.statistics.small_counts import Band, is_shown, joined, part

YEARS = 5  # of age in a band
OLDEST = 110
SEASONS = 12


def by_age(today: dt.date) -> dict[str, Any]:
    """Return the members of today by the age that they reach this year, women and men apart. One query.

    ``bands``: first and last age, women, men; without ``by_sex`` there are too few of one to show them apart, and each
    band has the sum. ``unknown``: members without a birth date or sex, None if they are only a few.
    """
    theirs = Affiliation.objects.on(today).filter(member__merged_into=None).order_by()
    counts: Counter[tuple[int, str]] = Counter()
    unknown = 0
    for born, sex in theirs.values_list("member__birth_date", "member__sex").iterator():
        age = today.year - born.year if born else -1
        if 0 <= age <= OLDEST and sex:
            counts[age // YEARS, sex] += 1
        else:
            unknown += 1
    apart = [[*ages, counts[number, Sex.FEMALE], counts[number, Sex.MALE]] for number, ages in _bands(counts)]
    shown, together = joined(apart), joined([[first, last, women + men] for first, last, women, men in apart])
    by_sex = 2 * len(shown) >= len(together)
    left = unknown if is_shown(unknown) else None
    return {"by_sex": by_sex, "bands": shown if by_sex else together, "unknown": left}


def _bands(counts: Counter[tuple[int, str]]) -> list[tuple[int, Band]]:
    """Return the bands of age from the youngest to the oldest member, each with its number."""
    numbers = [number for number, _sex in counts]
    found = range(min(numbers, default=0), max(numbers, default=-1) + 1)
    return [(number, [YEARS * number, YEARS * number + YEARS - 1]) for number in found]


def by_season(today: dt.date) -> list[dict[str, Any]]:
    """Return the last seasons with at least five members, the earliest first. One query.

    Of each: ``year`` of the season, ``members``, ``new`` (never a member before), ``before`` (members of the season
    before) and ``back`` (those of them who are members again). None: unknown, or about a few people.
    """
    season = cache(season_year)
    this = season(today)
    first_seen: dict[int, int] = {}
    members: dict[int, set[int]] = defaultdict(set)
    rows = Affiliation.objects.filter(start__lte=today).order_by().values_list("member", "start", "end")
    for member, start, end in rows.iterator():
        first, last = season(start), min(this, season(end) if end else this)
        first_seen[member] = min(first, first_seen.get(member, first))
        for year in range(max(first, this - SEASONS), last + 1):
            members[year].add(member)
    new = Counter(first_seen.values())
    earliest = min(first_seen.values(), default=this)
    years = range(this - SEASONS + 1, this + 1)
    found = [_season(year, members[year], members[year - 1], new[year] if year > earliest else None) for year in years]
    return [row for row in found if row["members"]]


def _season(year: int, now: set[int], before: set[int], new: int | None) -> dict[str, Any]:
    return {
        "year": year,
        "members": len(now) if is_shown(len(now)) else None,
        "new": None if new is None else part(new, len(now)),
        "before": len(before) if before and is_shown(len(before)) else None,
        "back": part(len(before & now), len(before)) if before else None,
    }
