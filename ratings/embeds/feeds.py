"""The feeds of a member and of a club, in the reader's language."""

import datetime as dt

from django.contrib.syndication.views import Feed
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.translation import gettext as _

from federation.i18n.dates import long_date
from federation.identity.member_numbers import club_key_of
from federation.models import Club, Member
from federation.web.tables import plain_signed
from ratings.figures import in_words
from ratings.models import Rating, RatingList
from ratings.players.merged_views import member_of
from tournaments.models import Tournament

ENTRIES = 30


class PlayerFeed(Feed):
    """The ratings of a member in the published lists, the latest first. Two queries."""

    feed_type = Atom1Feed

    def __call__(self, request: HttpRequest, *args: object, **kwargs: object) -> HttpResponse:
        response = super().__call__(request, *args, **kwargs)
        response["X-Robots-Tag"] = "noindex"
        return response

    def get_object(self, request: HttpRequest, number: str) -> Member:
        found = member_of(number)
        return found.merged_into or found

    def title(self, member: Member) -> str:
        return _("Ratings of %(name)s") % {"name": member.public_name}

    def link(self, member: Member) -> str:
        return reverse("player", args=[member.number])

    def items(self, member: Member) -> list[Rating]:
        public = member.ratings.filter(list__state=RatingList.State.PUBLISHED, list__pool__public=True)
        shown = public.filter(rating__isnull=False, list__published_at__isnull=False).select_related("list__pool")
        rows = list(shown.order_by("-list__date", "list__pool__position")[:ENTRIES])
        for row in rows:
            row.member = member
        return rows

    def item_title(self, item: Rating) -> str:
        return f"{item.list.pool.name}, {long_date(item.list.date)}: {in_words(item.rating, item.list.pool)}"

    def item_description(self, item: Rating) -> str:
        return plain_signed(item.change) if item.change else ""

    def item_link(self, item: Rating) -> str:
        if item.list.imported:
            return reverse("player", args=[item.member.number])
        return reverse("ledger", args=[item.member.number, item.list.pool.slug, item.list.month_slug])

    def item_guid(self, item: Rating) -> str:
        """Return the digest of the list with the member: a revision is news."""
        return f"urn:sha256:{item.list.digest}:{item.member.number}"

    def item_updateddate(self, item: Rating) -> dt.datetime | None:
        return item.list.published_at


class ClubFeed(Feed):
    """The accepted tournaments of a club, those accepted last first. Two queries."""

    feed_type = Atom1Feed

    def get_object(self, request: HttpRequest, number: str) -> Club:
        return get_object_or_404(Club, key=club_key_of(number))

    def title(self, club: Club) -> str:
        return _("Tournaments of %(name)s") % {"name": club.name}

    def link(self, club: Club) -> str:
        return reverse("club", args=[club.number])

    def items(self, club: Club) -> list[Tournament]:
        accepted = club.tournaments.accepted().standalone().exclude(decided_at=None)
        return list(accepted.order_by("-decided_at", "-pk")[:ENTRIES])

    def item_title(self, item: Tournament) -> str:
        return item.name

    def item_description(self, item: Tournament) -> str:
        return item.city

    def item_link(self, item: Tournament) -> str:
        return item.page()

    def item_updateddate(self, item: Tournament) -> dt.datetime | None:
        return item.decided_at
