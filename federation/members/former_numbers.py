"""Numbers that members had before: who had one on a day, and where its old address leads."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterable

from django.db.models import Q
from django.utils import timezone

from federation.database import bulk
from federation.identity.member_numbers import key_of
from federation.models import FormerNumber, Member

Holders = dict[int, list[tuple[dt.date, int]]]  # key of a number -> last days and ids of its former holders, by day


def former_holders(keys: Iterable[int]) -> Holders:
    """Return who had these numbers before. One query."""
    found: Holders = defaultdict(list)
    rows = FormerNumber.objects.filter(key__in=bulk.in_values(keys)).order_by("end")
    for key, end, member in rows.values_list("key", "end", "member"):
        found[key].append((end, member))
    return found


def holder_on(day: dt.date, former: Iterable[tuple[dt.date, int]]) -> int | None:
    """Return the id of the former holder who had the number on the day, None if it is the one who has it now."""
    return next((member for end, member in former if end >= day), None)


def find(key: int) -> Member | None:
    """Return the member who has the number, else the last who had it. Two queries at most.

    The record into which a member was merged is not read with it: few are merged, and every call would cost more.
    """
    if now := Member.objects.filter(key=key).first():
        return now
    last = FormerNumber.objects.filter(key=key).select_related("member").order_by("end").last()
    return last.member if last else None


def has_number(key: int) -> Q:
    """Return the condition for the members who have the number, or had it."""
    return Q(key=key) | Q(pk__in=FormerNumber.objects.filter(key=key).values("member"))


def for_page_of(member: Member) -> list[FormerNumber]:
    """Return the former numbers that the page of the member shows, with earlier holders of theirs. One query."""
    rows = FormerNumber.objects.filter(Q(member=member) | Q(key=member.key))
    return list(rows.select_related("member").only("key", "number", "end", "member__number").order_by("end"))


def keep(member: Member, number: str, today: dt.date) -> None:
    """Keep that the member had this number up to yesterday, unless their record was only made today."""
    made = member.registered_at
    if made is None or timezone.localdate(made) < today:
        facts = {"key": key_of(number), "end": today - dt.timedelta(days=1)}
        FormerNumber.objects.get_or_create(**facts, defaults={"member": member, "number": number})
