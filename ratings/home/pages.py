"""The best players of a list, by tab, and those who gained most."""

import datetime as dt
from typing import NamedTuple
from urllib.parse import urlencode

from django.db.models import F, QuerySet
from django.utils.translation import gettext as _

from federation.identity.age_categories import categories, shown
from federation.models import Sex
from ratings.home.example import may_be_named
from ratings.models import Rating, RatingList
from ratings.public.filters import RatingFilter

TOP, CLIMBERS = 10, 5
CANDIDATES = 20  # for the climbers: some may not be named


class Tab(NamedTuple):
    """A choice of players: all, women, an age category."""

    code: str  # in the address of the home page
    name: str
    query: dict[str, str]  # of the list page with all of them

    @property
    def address(self) -> str:
        """Return the query as it stands in an address."""
        return urlencode(self.query)


def tabs(day: dt.date) -> list[Tab]:
    """Return the tabs of a list of that day: all, women, the oldest youth categories and the oldest players."""
    known = categories(day)
    youth, veterans = ([each for each in known if each.startswith(letter)] for letter in "US")
    chosen = [each for each in ("U20", "U14") if each in youth] or youth[-1:]
    ages = [*chosen, *veterans[-1:]]
    return [
        Tab("", _("All"), {}),
        Tab("women", _("Women"), {"sex": Sex.FEMALE.value}),
        *(Tab(each, shown(each, day), {"age": each}) for each in ages),
    ]


def best(rating_list: RatingList, tab: Tab) -> list[Rating]:
    """Return the first players of a tab. One query."""
    ratings = rating_list.ratings.ranked()
    if tab.query:
        ratings = RatingFilter(tab.query, ratings, rating_list.date).qs
    return _of(rating_list, ratings[:TOP])


def climbers(rating_list: RatingList) -> list[Rating]:
    """Return the adults who gained most since the list before. One query."""
    gained = rating_list.ratings.filter(affiliated=True, change__gt=0, period_games__gt=0)
    rows = _of(rating_list, gained.order_by(F("previous_rating") - F("rating"), "pk")[:CANDIDATES])
    return [rating for rating in rows if may_be_named(rating)][:CLIMBERS]


def _of(rating_list: RatingList, ratings: QuerySet[Rating]) -> list[Rating]:
    rows = list(ratings.select_related("member", "club"))
    for rating in rows:
        rating.list = rating_list
    return rows
