"""What search engines may index: lists, grown-up players who show their names, clubs, tournaments, methods.

The addresses are those of the site's first language; every page leads to its others.
"""

import datetime as dt
from typing import Any, Final

from django.contrib.sitemaps import Sitemap
from django.db.models import Max, QuerySet
from django.urls import reverse
from django.utils import timezone

from federation.identity.age_categories import youngest_for_search_engines
from federation.models import Club, Member
from ratings.find_lists import public_lists
from ratings.models import RatingList
from ratings.systems import SYSTEMS
from tournaments.models import Tournament


class Pages(Sitemap):
    """Pages of one kind, some at a time: a query each."""

    limit = 2_000  # a search engine asks for many of them at once


class Lists(Pages):
    def items(self) -> QuerySet[RatingList]:
        """Return the lists, the latest of each pool first."""
        return public_lists()

    def location(self, item: RatingList) -> str:
        """Return the address of the list itself, not that of the latest list."""
        return reverse("list", args=[item.pool.slug, item.month_slug])

    def lastmod(self, item: RatingList) -> dt.datetime | None:
        """Return the day of publication: a list only changes by a revision."""
        return item.published_at


class Players(Pages):
    """Members, without the young and those whose age is unknown: they can only be found on the site itself."""

    def items(self) -> QuerySet[Member, dict[str, Any]]:
        youngest = youngest_for_search_engines(timezone.localdate())
        grown_up = Member.objects.current().filter(hidden=False, birth_date__year__lte=youngest)
        return grown_up.order_by("key").values("number")

    def location(self, item: dict[str, Any]) -> str:
        return reverse("player", args=[item["number"]])


class Clubs(Pages):
    def items(self) -> QuerySet[Club]:
        return Club.objects.order_by("key")

    def location(self, item: Club) -> str:
        return reverse("club", args=[item.number])


class Tournaments(Pages):
    def items(self) -> QuerySet[Tournament]:
        return Tournament.objects.accepted().standalone().order_by("pk").only("address", "decided_at")

    def location(self, item: Tournament) -> str:
        """Return the address of the standings, which lead to the rest."""
        return item.page()

    def lastmod(self, item: Tournament) -> dt.datetime | None:
        return item.decided_at

    def get_latest_lastmod(self) -> dt.datetime | None:
        """Ask the database: for the index of all site maps Django would read every tournament."""
        return self.items().aggregate(latest=Max("decided_at"))["latest"]


class Methods(Pages):
    def items(self) -> list[str]:
        """Return the rating systems, each with a page that explains it."""
        return list(SYSTEMS)

    def location(self, item: str) -> str:
        return reverse("method", args=[item])


SITEMAPS: Final = {
    "lists": Lists,
    "players": Players,
    "clubs": Clubs,
    "tournaments": Tournaments,
    "methods": Methods,
}
