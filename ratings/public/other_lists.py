"""From a list to those of the other pools, with the same filters."""

import datetime as dt
from typing import NamedTuple

from django.core.cache import cache
from django.http import QueryDict
from django.urls import reverse

from federation.web.htmx import without_empty
from ratings.find_lists import pools_in_force
from ratings.models import RatingPool, month_slug

KEPT_SECONDS = 60


class Link(NamedTuple):
    name: str
    address: str
    is_current: bool


def kept(query: QueryDict) -> str:
    """Return the query as another list takes it: without page and revision, or an order that few lists have."""
    sort = query.get("sort", "")
    return without_empty(query, page="", revision="", sort="" if sort.removeprefix("-") == "deviation" else sort)


def links_on_day(current: RatingPool, day: dt.date, query: QueryDict) -> list[Link]:
    """Return a link to the list of each pool in force on a day. One query a minute."""
    return [
        Link(name, _on_day(slug, day, same) + kept(query), slug == current.slug) for slug, name, same in _pools(day)
    ]


def links_of_today(current: RatingPool, day: dt.date, query: QueryDict) -> list[Link]:
    """Return a link to the list of today of each pool; ``day`` is today. One query a minute."""
    return [
        Link(name, reverse("list_today", args=[slug]) + kept(query), slug == current.slug)
        for slug, name, _same in _pools(day)
    ]


def forget(day: dt.date) -> None:
    """Ask again which pools have a list on a day: a page that is stored stays longer than a minute."""
    cache.delete(_key(day))


def _key(day: dt.date) -> str:
    return f"list-pools:{day}"


def _pools(day: dt.date) -> list[tuple[str, str, bool]]:
    """Return slug and name of the pools that have a list in force on a day, and whether it is of that very day."""
    pools: list[tuple[str, str, bool]] = cache.get_or_set(_key(day), lambda: _found(day), KEPT_SECONDS)
    return pools


def _found(day: dt.date) -> list[tuple[str, str, bool]]:
    return list(pools_in_force(day).values_list("slug", "name", "same_day"))


def _on_day(slug: str, day: dt.date, is_same_day: bool) -> str:
    if is_same_day:
        return reverse("list", args=[slug, month_slug(day)])
    return reverse("list_on_day", args=[slug, day.isoformat()])
