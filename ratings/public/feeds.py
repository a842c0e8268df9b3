"""The feed of the rating lists as they appear, in the reader's language."""

import datetime as dt

from django.conf import settings
from django.contrib.syndication.views import Feed
from django.db.models import QuerySet
from django.urls import reverse, reverse_lazy
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from ratings.find_lists import public_lists
from ratings.models import RatingList
from ratings.public.pages import list_title

LISTS = 50


class ListsFeed(Feed):
    """The lists published last, and revisions with their reason. One query."""

    feed_type = Atom1Feed
    link = reverse_lazy("lists")

    def title(self) -> str:
        """Return the title of the feed."""
        return _("Rating lists of %(name)s") % {"name": settings.FEDERATION_NAME}

    def items(self) -> QuerySet[RatingList]:
        return public_lists().exclude(published_at=None).order_by("-published_at", "-pk")[:LISTS]

    def item_title(self, item: RatingList) -> str:
        """Return the pool and the day, as in the heading of the page."""
        return list_title(item)

    def item_description(self, item: RatingList) -> str:
        """Return how large it is; for a revision why it was made; a starting list has no reason."""
        players = ngettext("%(count)s player", "%(count)s players", item.player_count) % {"count": item.player_count}
        if not (item.revision and item.reason):
            return players
        revision = _("Revision %(number)d: %(reason)s") % {"number": item.revision, "reason": item.reason}
        return f"{revision} · {players}"

    def item_link(self, item: RatingList) -> str:
        return reverse("list", args=[item.pool.slug, item.month_slug])

    def item_guid(self, item: RatingList) -> str:
        """Return the digest: a revision is news."""
        return f"urn:sha256:{item.digest}"

    def item_updateddate(self, item: RatingList) -> dt.datetime | None:
        return item.published_at
