"""What lists hold of members, who stay because of it: a published list is written and checked with all of them."""

from collections import defaultdict
from collections.abc import Collection, Iterator
from typing import Any

from django.utils.translation import gettext as _

from federation.models import Member
from ratings.models import Rating

NAMED = 3  # lists that stand for all


def kept_ratings(members: Collection[Member]) -> dict[str, list[dict[str, Any]]]:
    """Return their ratings in all lists, for a member who asks what is kept about them. One query."""
    found = Rating.objects.filter(member__in=members).select_related("list__pool", "member").defer("list__manifest")
    return {
        "rating": [
            {"list": str(line.list), "member": str(line.member), "rating": line.rating, "games": line.games}
            for line in found.order_by("list__date", "list", "member_key")
        ]
    }


def listed_members(members: Collection[Member]) -> Iterator[str]:
    """Yield a line for each member in a list, with the latest of those lists. One query."""
    rows = Rating.objects.filter(member__in=members).select_related("list__pool").defer("list__manifest")
    lists = defaultdict(list)
    for rating in rows.order_by("-list__date"):
        lists[rating.member_id].append(str(rating.list))
    for member in members:
        if names := lists[member.pk]:
            shown = ", ".join([*names[:NAMED], *(["…"] if len(names) > NAMED else [])])
            yield _("%(what)s: %(said)s") % {"what": member, "said": shown}
