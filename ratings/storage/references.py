"""What lists hold of members, who stay because of it: a published list is written and checked with all of them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import Any

from django.utils.translation import gettext as _

from federation.models import Member
from ratings.models import RatingList
from ratings.storage import parts
from ratings.storage.rows import ratings_in

NAMED = 3  # lists that stand for all


def kept_ratings(members: Collection[Member]) -> dict[str, list[dict[str, Any]]]:
    """Their ratings in all lists, for who asks what is kept of him. Two queries."""
    lists = RatingList.objects.select_related("pool").defer("manifest").order_by("date", "pk")
    return {
        "rating": [
            {"list": str(line.list), "member": str(line.member), "rating": line.rating, "games": line.games}
            for line in ratings_in(lists, members)
        ]
    }


def listed_members(members: Collection[Member]) -> Iterator[str]:
    """A line for each member who stands in a list, with the latest of those lists. Two queries."""
    lists = {each.pk: each for each in RatingList.objects.select_related("pool").defer("manifest").order_by("-date")}
    whose, lines = parts.ratings_of(lists.values(), [member.pk for member in members])
    for member in members:
        found = set(whose[lines.member == member.pk].tolist())
        names = [str(each) for pk, each in lists.items() if pk in found]
        if names:
            shown = ", ".join([*names[:NAMED], *(["…"] if len(names) > NAMED else [])])
            yield _("%(what)s: %(said)s") % {"what": member, "said": shown}
