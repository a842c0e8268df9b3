"""The days of the coming year that the federation's rules name: lists, deadlines, transfers, statements to clubs."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Iterator
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import gettext as _

from federation.i18n.dates import long_date
from federation.identity.seasons import bounds, season_name, season_year
from federation.profiles.dated import Day
from federation.profiles.days import DayOfYear
from federation.profiles.reading import profile
from federation.regulations import due
from federation.regulations.articles import slug
from federation.regulations.clock_text import what
from ratings.models import LivingList
from ratings.pools.creation import day_after

AHEAD = dt.timedelta(days=366)
Pick = Callable[[Day], DayOfYear | None]  # a day of the rules


class SeasonDay(NamedTuple):
    """A day, or days, of everybody's calendar. ``key`` stays the same from one request to the next."""

    key: str
    title: str
    first: dt.date
    last: dt.date
    page: str


def season_days(today: dt.date) -> list[SeasonDay]:
    """Return the days from today on, for a year, in their order. Two queries."""
    until = today + AHEAD
    lists = LivingList.objects.filter(pool__public=True).select_related("pool")
    found = [*_season(today, until), *_transfers(today, until), *_statements(today, until)]
    for living in lists:
        found += _lists(living, until)
    return sorted((each for each in found if each.last >= today), key=lambda each: (each.first, each.key))


def _lists(living: LivingList, until: dt.date) -> Iterator[SeasonDay]:
    """Yield the days of the lists of a pool, and the last days for results that count in them."""
    for day in _list_days(living, until):
        facts = {"pool": living.pool.name, "day": long_date(day)}
        title = _("%(pool)s: list of the federation") % facts
        page = reverse("next_list", args=[living.pool.slug])
        yield SeasonDay(f"list-{living.pool.slug}-{day}", title, day, day, page)
        clock = profile().on(day).clocks.get("results_before_list")
        if clock:
            last = due.last_day(clock, day)
            said = _("%(what)s: %(pool)s, %(day)s") % {**facts, "what": what(clock)}
            rule = reverse("rule", args=[slug("clocks", clock)])
            yield SeasonDay(f"results-{living.pool.slug}-{day}", said, last, last, rule)


def _list_days(living: LivingList, until: dt.date) -> Iterator[dt.date]:
    """Yield the day of the next list, and those that follow it by the calendar of the pool."""
    day = living.date
    yield day
    while living.pool.months and (day := day_after(living.pool, day)) <= until:
        yield day


def _season(today: dt.date, until: dt.date) -> Iterator[SeasonDay]:
    """Yield when seasons begin, when members enrol for them, and until when those of the last one stay."""
    page = reverse("rules")
    year = season_year(today) + 1
    first, name = bounds(year)[0], season_name(year)
    yield _day("season", _("Season %(season)s begins") % {"season": name}, first, page)
    for day in _falls(lambda rules: rules.season.enrol_from, today, until):
        title = _("Members who enrol from now on also belong to the next season")
        yield _day("enrol", title, day, page)
    for day in _falls(lambda rules: rules.renewal.opens, today, until):
        yield _day("renew", _("Clubs can renew their members"), day, page)
    for day in _falls(lambda rules: rules.renewal.grace_until, today, until):
        yield _day("grace", _("Last day to renew members of last season"), day, page)


def _transfers(today: dt.date, until: dt.date) -> Iterator[SeasonDay]:
    """Yield the periods in which transfers are requested, and the days on which they take effect."""
    for window in profile().on(today).transfers:
        page = reverse("rule", args=[slug("transfers", window)])
        start = window.asked_from.on_or_before(today)
        for first in (start, window.asked_from.on_or_after(start + due.ONE_DAY)):
            last = window.asked_to.on_or_after(first)
            if first <= until:
                title = _("Transfers are requested")
                yield SeasonDay(f"transfers-{window.name or window.asked_from}-{first}", title, first, last, page)
        day = window.effective.on_or_after(today)
        yield _day(f"transferred-{window.name or window.effective}", _("Transfers take effect"), day, page)


def _statements(today: dt.date, until: dt.date) -> Iterator[SeasonDay]:
    """Yield the days of the statements to clubs."""
    named: list[tuple[str, str, Pick]] = [
        ("provisional", _("Provisional statements to clubs"), lambda rules: rules.billing.provisional),
        ("due", _("Last day to pay the provisional statement"), lambda rules: rules.billing.due),
        ("final", _("Final statements to clubs"), lambda rules: rules.billing.final),
    ]
    for key, title, pick in named:
        for day in _falls(pick, today, until):
            yield _day(f"statement-{key}", title, day, reverse("rules"))


def _falls(pick: Pick, first: dt.date, until: dt.date) -> list[dt.date]:
    """Return the days on which a day of the rules falls, by the rules of that very day."""
    ends = [dt.date(year, *end) for year in range(first.year, until.year + 1) for end in ((1, 1), (12, 31))]
    named = {day.in_year(end.year) for end in ends if (day := pick(profile().on(end)))}
    return [day for day in sorted(named) if first <= day <= until and _names(pick, day)]


def _names(pick: Pick, day: dt.date) -> bool:
    found = pick(profile().on(day))
    return found is not None and found.in_year(day.year) == day


def _day(key: str, title: str, day: dt.date, page: str) -> SeasonDay:
    return SeasonDay(f"{key}-{day}", title, day, day, page)
