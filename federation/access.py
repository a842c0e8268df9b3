"""Who may do what, and for which clubs and units: the only place that decides it, for pages, admin and commands.

The rights are data (structure/rights.py). An officer of the federation has a permission of Django's, everybody else an
office of a club or a unit that holds on the day. An account with both has the rights of both, unless it chose one of
them as its hat (structure/hats.py): then it has the rights of that one alone.
"""

import datetime as dt
from collections.abc import Collection, Mapping

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q, QuerySet
from django.utils import timezone

from federation.models import Affiliation, Club, Holder, Member, Office, OfficeQuerySet, Unit, UnitMembership
from federation.structure.kinds import subfederations
from federation.structure.rights import Role, Verb, roles_that_ask, roles_with
from federation.structure.roles import codes_that_act_as

Account = User | AnonymousUser
DJANGOS_BACKEND = "django.contrib.auth.backends.ModelBackend"

# The permission that makes an account an officer of the federation. Groups give it: ours, or the federation's own.
STAFF: Mapping[Role, str] = {
    Role.MEMBERSHIP_OFFICER: "federation.change_member",
    Role.RATING_OFFICER: "tournaments.change_tournament",
    Role.TREASURER: "federation.manage_money",
    Role.VIEWER: "federation.view_member",
    Role.INTERCLUBS: "leagues.change_season",
}
# The offices of clubs and of units that give a role. A president may do what the secretary may.
_OF_CLUBS: Mapping[Role, tuple[str, ...]] = {
    Role.SECRETARY: (Office.Role.SECRETARY, Office.Role.PRESIDENT),
    Role.CLUB_TREASURER: (Office.Role.TREASURER,),
    Role.TOURNAMENTS: (Office.Role.TOURNAMENTS,),
}
_OF_UNITS: Mapping[Role, tuple[str, ...]] = {
    Role.TOURNAMENTS: (Office.Role.TOURNAMENTS,),
    Role.LEAGUE_OFFICER: (Office.Role.OFFICER,),
    Role.SUBFEDERATION_OFFICER: (Office.Role.OFFICER,),
}


def may(user: Account, verb: Verb, of: Club | Unit | None = None, day: dt.date | None = None) -> bool:
    """Return whether the user may do it for the club or the unit on the day (today); without one, everywhere."""
    if may_everywhere(user, verb):
        return True
    if of is None:
        return False
    if isinstance(of, Club):
        return bool(clubs_among(user, verb, [of], day))
    return units_of(user, verb, day).filter(pk=of.pk).exists()


def may_ask(user: Account, verb: Verb, of: Club) -> bool:
    """Return whether the user may do it for the club today, or ask for it so that an officer decides."""
    asking = _held(user, timezone.localdate(), roles_that_ask(verb))
    return may(user, verb, of) or any(office.club_id == of.pk for office in asking)


def may_everywhere(user: Account, verb: Verb) -> bool:
    """Return whether the user may do it as an officer of the federation."""
    if not user.is_active:
        return False
    return any(_is(user, role) for role in roles_with(verb, own=False) if role in STAFF)


def federation_roles(user: Account) -> list[Role]:
    """Return the roles that the account has in the federation as a whole, through permissions of staff."""
    return [role for role in STAFF if user.is_active and _is(user, role)]


def is_officer(user: Account) -> bool:
    """Return whether the account works for the federation or a unit, not only for a club. One query at most."""
    if federation_roles(user):
        return True
    return bool(offices_of(user, Verb.FORWARD_RESULTS))


def clubs_of(user: Account, verb: Verb = Verb.SEND_RESULTS, day: dt.date | None = None) -> QuerySet[Club]:
    """Return the clubs for which the user may do it on the day (today), those of their units among them."""
    if may_everywhere(user, verb):
        return Club.objects.all()
    day = day or timezone.localdate()
    held = offices_of(user, verb, day)
    own = Q(pk__in={office.club_id for office in held if office.club_id})
    if units := _units_of_officers(held, day):
        below = UnitMembership.objects.on(day).filter(unit__in=Unit.objects.within(units).values("pk"))
        own |= Q(pk__in=below.values("club"))
    return Club.objects.filter(own)


def clubs_among(user: Account, verb: Verb, clubs: Collection[Club], day: dt.date | None = None) -> list[Club]:
    """Return those of the clubs for which the user may do it on the day (today). One query for all verbs that a request
    asks about, for an officer of a unit another one for each.
    """
    if may_everywhere(user, verb) or not clubs:
        return list(clubs)
    day = day or timezone.localdate()
    held = offices_of(user, verb, day)
    own = {office.club_id for office in held}
    if _units_of_officers(held, day):
        own |= set(clubs_of(user, verb, day).filter(pk__in=[club.pk for club in clubs]).values_list("pk", flat=True))
    return [club for club in clubs if club.pk in own]


def held_clubs(user: Account) -> list[Club]:
    """Return the clubs in which the user holds an office today. The query of `clubs_among`."""
    return list(dict.fromkeys(office.club for office in _all_held(user, timezone.localdate()) if office.club_id))


def acts_for_unit(user: Account) -> bool:
    """Return whether the user holds an office of a unit today. The query of `clubs_among`."""
    return any(office.unit_id for office in _all_held(user, timezone.localdate()))


def held_units(user: Account, verb: Verb) -> set[int]:
    """Return the units (ids) in which the user holds an office that lets them do it today, none of those below. The
    query of `clubs_among`.
    """
    return {office.unit_id for office in offices_of(user, verb) if office.unit_id}


def club_of(user: Account, verb: Verb, pk: int) -> Club | None:
    """Return the club (id) if the user may do it there today. The query of `clubs_among`, for others another one."""
    if not may_everywhere(user, verb):
        held = [club for club in held_clubs(user) if club.pk == pk]
        if own := clubs_among(user, verb, held):
            return own[0]
    return clubs_of(user, verb).filter(pk=pk).first()


def _held(user: Account, day: dt.date, roles: Collection[Role]) -> list[Office]:
    """Return the offices with which the user acts on the day that give one of the roles."""
    return [office for office, given in _all_held(user, day).items() if not given.isdisjoint(roles)]


def _all_held(user: Account, day: dt.date) -> dict[Office, set[Role]]:
    """Return the offices with which the user acts on the day, with their places and the roles that they give.

    Kept with the user of a request, which asks for many verbs: the next request asks again.
    """
    key = day, getattr(user, "hat", None)
    kept = getattr(user, "offices_held", None)
    if kept is None or kept[0] != key:
        held = held_offices(user, day).select_related("club", "unit").order_by("club__key", "start", "pk")
        kept = key, {office: _given_by(office, day) for office in held} if user.is_active else {}
        user.offices_held = kept
    return kept[1]


def _units_of_officers(held: Collection[Office], day: dt.date) -> set[int]:
    """Return the units (ids) of the offices that reach the units and the clubs below."""
    reaching = codes_that_act_as([Office.Role.OFFICER], day, of_club=False)
    return {office.unit_id for office in held if office.unit_id and office.role in reaching}


def units_of(user: Account, verb: Verb = Verb.SEND_RESULTS, day: dt.date | None = None) -> QuerySet[Unit]:
    """Return the units for which the user may do it on the day (today): those of their offices, and what is below."""
    if may_everywhere(user, verb):
        return Unit.objects.all()
    day = day or timezone.localdate()
    held = offices_of(user, verb, day)
    own = Q(pk__in={office.unit_id for office in held if office.unit_id})
    if units := _units_of_officers(held, day):
        own |= Q(pk__in=Unit.objects.within(units).values("pk"))
    return Unit.objects.filter(own)


def offices_of(user: Account, verb: Verb, day: dt.date | None = None) -> list[Office]:
    """Return the offices of the account on the day (today) that let it do this with what is their own."""
    return _held(user, day or timezone.localdate(), roles_with(verb, own=True))


def held_offices(user: Account, day: dt.date | None = None) -> OfficeQuerySet:
    """Return the offices with which the user acts on the day (today): all of theirs, or the one that is their hat."""
    return Office.objects.on(day or timezone.localdate()).of_accounts().filter(_worn_by(user))


def members_of(user: Account, verb: Verb) -> QuerySet[Member]:
    """Return the members to whom the user may do it today: everybody, or those affiliated to their clubs."""
    if may_everywhere(user, verb):
        return Member.objects.all()
    affiliated = Affiliation.objects.on(timezone.localdate()).filter(club__in=clubs_of(user, verb))
    return Member.objects.filter(pk__in=affiliated.values("member"))


def own_members(user: Account) -> QuerySet[Member]:
    """Return the members for whom the account stands: the user, and children whose guardian they are."""
    held = Holder.objects.filter(account=user.pk) if user.is_active else Holder.objects.none()
    return Member.objects.current().filter(pk__in=held.values("member"))


def may_send(user: Account) -> bool:
    """Return whether the user sends results today, of a club or of a unit. Two queries at most."""
    return clubs_of(user).exists() or units_of(user).exists()


def may_see_birth_dates(user: Account, day: dt.date | None = None) -> bool:
    """Return whether the user may see the full birth dates of all members, or of those of a club."""
    return may_everywhere(user, Verb.SEE_BIRTH_DATES) or clubs_of(user, Verb.SEE_BIRTH_DATES, day).exists()


def officers_for(verb: Verb) -> QuerySet[User]:
    """Return the accounts that may do it as officers of the federation."""
    found = User.objects.none()
    for role in roles_with(verb, own=False):
        if role in STAFF:
            found = found | User.objects.with_perm(STAFF[role], backend=DJANGOS_BACKEND)
    return found


def offices_for(verb: Verb, day: dt.date, roles: Collection[Role] | None = None) -> OfficeQuerySet:
    """Return the offices that let their accounts do it on the day with what is their own; ``roles``: others that count
    instead.
    """
    given = _giving(roles_with(verb, own=True) if roles is None else roles, day)
    return Office.objects.on(day).of_accounts().filter(given)


def may_watch_looks(user: Account) -> bool:
    """Return whether the user reads the reading log, as the privacy officer."""
    return user.is_active and user.has_perm("federation.view_looked")


def role_of(user: User) -> str:
    """Return in which role the account sees what is not public: of the federation, else of its first office, else as a
    player. One query for an account without a role of the federation.
    """
    if found := next((role for role in STAFF if _is(user, role)), None):
        return found
    held = offices_of(user, Verb.SEE_BIRTH_DATES)
    if not held:
        return Role.PLAYER
    office = min(held, key=lambda office: (office.start, office.pk))
    return Role.SECRETARY if office.club_id else Role.SUBFEDERATION_OFFICER


def _is(user: Account, role: Role) -> bool:
    """Return whether the account has that role in the federation. A viewer is an account without any other role."""
    if role == Role.VIEWER and any(user.has_perm(STAFF[other]) for other in STAFF if other != role):
        return False
    return user.has_perm(STAFF[role])


def _worn_by(user: Account) -> Q:
    """Return the offices of the user; only one of them under a hat."""
    hat = getattr(user, "hat", None)
    return Q(account=user.pk) if hat is None else Q(account=user.pk, pk=hat)


def _giving(roles: Collection[Role], day: dt.date) -> Q:
    """Return which offices give one of the roles on the day: as few conditions as that takes, for they are repeated in
    every query about clubs and units.
    """
    of_club = _codes_of_clubs(roles, day)
    of_unit = codes_that_act_as([code for role in roles for code in _OF_UNITS.get(role, ())], day, of_club=False)
    given = Q(club__isnull=False, role__in=of_club) if of_club else Q(pk__in=[])
    officers = {Role.LEAGUE_OFFICER, Role.SUBFEDERATION_OFFICER} & set(roles)
    if len(officers) != 1:  # the rank of the unit makes no difference
        return given | Q(unit__isnull=False, role__in=of_unit) if of_unit else given
    above = Q(unit__kind__in=subfederations(day))
    is_of_rank = above if Role.SUBFEDERATION_OFFICER in officers else ~above
    acting = codes_that_act_as([Office.Role.OFFICER], day, of_club=False)
    of_any_unit = Q(unit__isnull=False, role__in=of_unit - acting) if of_unit - acting else Q(pk__in=[])
    return given | of_any_unit | Q(is_of_rank, unit__isnull=False, role__in=acting)


def _codes_of_clubs(roles: Collection[Role], day: dt.date) -> set[str]:
    """Return the offices of clubs that give one of the roles on the day."""
    return codes_that_act_as([code for role in roles for code in _OF_CLUBS.get(role, ())], day, of_club=True)


def _given_by(office: Office, day: dt.date) -> set[Role]:
    """Return the roles that the office gives on the day: what `_giving` says in SQL."""
    of_club = office.club_id is not None
    codes = _OF_CLUBS if of_club else _OF_UNITS
    given = {role for role, acting in codes.items() if office.role in codes_that_act_as(acting, day, of_club=of_club)}
    is_above = not of_club and office.unit.kind in subfederations(day)
    return given - {Role.LEAGUE_OFFICER if is_above else Role.SUBFEDERATION_OFFICER}
