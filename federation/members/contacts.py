"""Contact data of members: who sees which detail, and how it is changed (B, C, G)."""

from collections.abc import Iterable, Mapping
from enum import IntEnum

from django.contrib.auth.models import AnonymousUser, User
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.utils import timezone

from federation import access
from federation.members.adults import is_minor
from federation.members.affiliations import lock
from federation.models import Affiliation, Member, PersonalDetail
from federation.structure.rights import Verb

Visibility = PersonalDetail.Visibility
# From the narrowest to the widest.
WIDER = list(Visibility)


class Reader(IntEnum):
    """How close a reader is to a member, which decides the details that they see."""

    KEEPER = 0  # changes the data: the club's secretary, the membership officer
    OFFICER = 1
    CLUB = 2
    MEMBER = 3
    PUBLIC = 4


def widest(member: Member) -> str:
    """Return how widely a detail of the member may be visible: of minors no wider than in the club."""
    return Visibility.CLUB if is_minor(member, timezone.localdate()) else Visibility.PUBLIC


def capped(member: Member, visibility: str) -> str:
    """Return the visibility, or the widest one of the member."""
    most = widest(member)
    return min(visibility, most, key=WIDER.index)


def reader_of(user: User | AnonymousUser, member: Member) -> Reader:
    """Return how close the user is to the member today. Four queries at most."""
    today = timezone.localdate()
    if not user.is_active:
        return Reader.PUBLIC
    if access.may_everywhere(user, Verb.CHANGE_CONTACTS):
        return Reader.KEEPER
    clubs = list(Affiliation.objects.on(today).filter(member=member).values_list("club", flat=True))
    if access.clubs_of(user, Verb.CHANGE_CONTACTS).filter(pk__in=clubs).exists():
        return Reader.KEEPER
    if access.clubs_of(user, Verb.SEE_CONTACTS).filter(pk__in=clubs).exists():
        return Reader.OFFICER
    return Reader.CLUB if access.held_offices(user, today).filter(club__in=clubs).exists() else Reader.MEMBER


def seen_by(reader: Reader, member: Member, details: Iterable[PersonalDetail]) -> list[PersonalDetail]:
    """Return the details that such a reader sees; those of hidden members are never public."""
    if member.hidden and reader == Reader.PUBLIC:
        return []
    return [each for each in details if WIDER.index(Visibility(capped(member, each.visibility))) >= reader]


@transaction.atomic
def change(member: Member, values: Mapping[str, str], visible: Mapping[str, str], by: User) -> list[str]:
    """Store the details of a member by their sort, empty ones deleted, each with its visibility. Return what changed.

    Raise `PermissionDenied` for users who may not.
    """
    if reader_of(by, member) != Reader.KEEPER:
        raise PermissionDenied
    lock([member.pk])
    known = {each.what: each for each in PersonalDetail.objects.filter(member=member)}
    changed = []
    for what, value in values.items():
        before = known.get(what)
        seen_as = capped(member, visible.get(what) or (before.visibility if before else Visibility.OFFICERS))
        if (before and (before.value, before.visibility)) == (value, seen_as) or not (before or value):
            continue
        changed.append(what)
        if not value:
            before.delete()
        elif before is None:
            PersonalDetail.objects.create(member=member, what=what, value=value, visibility=seen_as)
        else:
            before.value, before.visibility = value, seen_as
            before.save(update_fields=["value", "visibility"])
    return changed
