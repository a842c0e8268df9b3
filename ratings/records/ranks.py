"""Where a member stands in a list: in the federation, in a group of it, in the club."""

from functools import lru_cache
from time import monotonic
from typing import NamedTuple

import numpy as np
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.identity.age_categories import SENIOR, category, shown
from federation.models import Member, Sex
from ratings.models import Rating
from ratings.systems.period import Ints

WOMEN = "women"
KEPT_SECONDS = 300  # sex and birth dates are corrected now and then
LISTS_KEPT = 16  # lists that are kept: 2 MB each with 100,000 players


class Place(NamedTuple):
    """A place in a group. ``ahead`` is the share of the others of whom the member is ahead, in per cent."""

    group: str
    rank: int
    of: int
    ahead: int


def places(rating: Rating, member: Member) -> list[Place]:
    """Return the places of a rating with a rank: the federation, women or the age category, the club of the list.

    One query where this process has not looked into the list for five minutes.
    """
    if not rating.rank:
        return []
    groups = groups_of(rating.list_id, timezone.localdate().year, int(monotonic() // KEPT_SECONDS))
    found = [_place(_("Federation"), rating.rank, groups[""])]
    name, title = _group_of(member)
    if name and name in groups and not member.hidden:
        found.append(_place(title, rating.rank, groups[name]))
    if rating.club_key is not None:
        found.append(_place(_("Club"), rating.rank, groups[_of_club(rating.club_key)]))
    return found


def _of_club(key: int) -> str:
    return f"club {key}"


def _group_of(member: Member) -> tuple[str, str]:
    """Return the group in which a member is compared first: youth and veterans by age, else women."""
    today = timezone.localdate()
    age = category(member.birth_date and member.birth_date.year, today)
    if age and age != SENIOR:
        return age, shown(age, today)
    return (WOMEN, _("Women")) if member.sex == Sex.FEMALE else ("", "")


def _place(group: str, rank: int, ranks: Ints) -> Place:
    place, of = int(np.searchsorted(ranks, rank)) + 1, len(ranks)
    # Rounded down: only the first is ahead of 100 %.
    return Place(group, place, of, 100 * (of - place) // (of - 1) if of > 1 else 0)


@lru_cache(maxsize=LISTS_KEPT)
def groups_of(list_id: int, _year: int, _time: int) -> dict[str, Ints]:
    """Return the ranks in each group of a published list, ascending. Ages change with the year; what is known of
    members is read again after a while.

    Django's cache would pack and unpack the ranks of all members for every page.
    """
    today = timezone.localdate()
    groups: dict[str, list[int]] = {"": []}
    rows = (
        Rating.objects.filter(list=list_id)
        .ranked()
        .values_list("rank", "club_key", "member__sex", "member__birth_date")
    )
    for rank, club, sex, born in rows.iterator():
        age = category(born and born.year, today)
        names = ["", *([WOMEN] if sex == Sex.FEMALE else []), *([age] if age and age != SENIOR else [])]
        if club is not None:
            names.append(_of_club(club))
        for name in names:
            groups.setdefault(name, []).append(rank)
    return {name: np.array(ranks, np.int64) for name, ranks in groups.items()}
