"""The feed of accepted tournaments, in the reader's language."""

import datetime as dt

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.urls import reverse_lazy
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from federation.i18n.dates import long_date
from tournaments.models import Tournament

TOURNAMENTS = 50


class TournamentsFeed(Feed):
    """The tournaments accepted last. One query."""

    feed_type = Atom1Feed
    link = reverse_lazy("tournament_list")

    def title(self) -> str:
        return _("Tournaments of %(name)s") % {"name": settings.FEDERATION_NAME}

    def items(self) -> QuerySet[Tournament]:
        """Return the tournaments accepted last, the latest first."""
        accepted = Tournament.objects.accepted().standalone().exclude(decided_at=None).select_related("club", "unit")
        return accepted.order_by("-decided_at", "-pk")[:TOURNAMENTS]

    def item_title(self, item: Tournament) -> str:
        return item.name

    def item_description(self, item: Tournament) -> str:
        day = item.end or item.start
        parts = (day and long_date(day), item.city, item.organiser and item.organiser.name)
        return " · ".join(part for part in parts if part)

    def item_link(self, item: Tournament) -> str:
        return item.page()

    def item_updateddate(self, item: Tournament) -> dt.datetime | None:
        return item.decided_at
