"""The numbers under which published lists know members who have another number today (A3)."""

from collections import defaultdict
from collections.abc import Mapping

from django.utils import timezone

from federation.database import bulk
from federation.models import FormerNumber
from ratings.models import Rating, RatingList

Keys = Mapping[int, int]  # id of a member -> the key of the number


def keys_in(rating_list: RatingList) -> Keys:
    """Return the key of each member whom the list knows by a former number. One query, two where numbers changed.

    Only numbers that are recorded as theirs count, so that a line moved to another member shows. Members without a
    line in the list have the number of the day on which it was calculated.
    """
    former: dict[int, list[int]] = defaultdict(list)
    day = timezone.localtime(rating_list.computed_at).date() if rating_list.computed_at else rating_list.date
    found: dict[int, int] = {}
    for member, key, end in FormerNumber.objects.order_by("end").values_list("member", "key", "end"):
        former[member].append(key)
        if end >= day:
            found.setdefault(member, key)
    if not former:
        return {}
    listed = dict(
        Rating.objects.filter(list=rating_list, member__in=bulk.in_values(list(former)))
        .order_by()
        .values_list("member", "member_key")
    )
    for member, key in listed.items():
        if key in former[member]:
            found[member] = key
        else:
            found.pop(member, None)
    return found
