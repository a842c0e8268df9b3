"""The tabs of "My club", and the club that they are of."""

from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.urls import reverse
from django.utils.translation import gettext as _

from federation.access import acts_for_unit, clubs_among, clubs_of, held_clubs, may_everywhere
from federation.models import Club
from federation.structure.rights import Verb

MOST = 25  # clubs of one person


class Tab(NamedTuple):
    label: str
    address: str
    is_current: bool
    count: int | None = None


def own_clubs(user: User) -> list[Club]:
    """Return the clubs whose members the user sees through an office, the first 25. One query, of units two."""
    if acts_for_unit(user) and not may_everywhere(user, Verb.SEE_MEMBERS):
        return list(clubs_of(user, Verb.SEE_MEMBERS)[:MOST])
    return clubs_among(user, Verb.SEE_MEMBERS, held_clubs(user))[:MOST]


def desk(user: User, club: Club | None, current: str, waiting: int | None = None) -> dict[str, Any]:
    """Return the club, the tabs and what the user may do, for templates. One query, for an officer of a unit three."""
    tabs = [
        Tab(_("To do"), reverse("my_club"), current == "to_do", waiting),
        Tab(_("Tournaments"), reverse("my_club_tournaments"), current == "tournaments"),
    ]
    if club is not None:
        tabs.insert(1, Tab(_("Members"), reverse("desk_members", args=[club.pk]), current == "members"))
        if clubs_among(user, Verb.SEE_STATEMENTS, [club]):
            tabs.append(Tab(_("Club account"), reverse("current_club_account", args=[club.pk]), current == "account"))
        tabs.append(Tab(_("Club data"), reverse("desk_club", args=[club.pk]), current == "club"))
    may_enrol = club is not None and clubs_among(user, Verb.ENROL, [club])
    return {"club": club, "tabs": tabs, "may_enrol": bool(may_enrol)}
