"""The offices of a club or a unit, as the profile names them, and as which of the site's own each acts.

An office acts as the one of `Office.Role` that its row names, else as that of its own code. Any other is only shown.
"""

import datetime as dt
from collections.abc import Iterable

from federation.models import Club, Office, Unit
from federation.profiles.membership import Role
from federation.profiles.reading import profile

CLUB, ANY_UNIT = "club", "unit"
Known = Office.Role
LOWEST = 3
# Nobody appoints to an office of their own rank or above it.
_RANKS = {Known.OFFICER: 0, Known.PRESIDENT: 1, Known.SECRETARY: 1, Known.TREASURER: 2, Known.TOURNAMENTS: 2}
# Where the profile names no office for a place.
_OF_CLUBS = (Role(code=Known.SECRETARY, at_least=1),)
_OF_UNITS = (Role(code=Known.OFFICER, of=ANY_UNIT),)
_OF_ORGANISERS = (Role(code=Known.TOURNAMENTS, of=Unit.Kind.ORGANISER),)


def roles_of(place: Club | Unit, day: dt.date) -> tuple[Role, ...]:
    """Return the offices that the club or the unit has on the day, in the order of the profile."""
    rows = profile().on(day).roles
    if isinstance(place, Club):
        return tuple(row for row in rows if row.of == CLUB) or _OF_CLUBS
    if place.kind == Unit.Kind.ORGANISER:
        return tuple(row for row in rows if row.of == place.kind) or _OF_ORGANISERS
    return tuple(row for row in rows if row.of in {ANY_UNIT, place.kind}) or _OF_UNITS


def codes_that_act_as(roles: Iterable[str], day: dt.date, *, of_club: bool) -> set[str]:
    """Return the codes of the offices, of clubs or of units, that act on the day as one of those of the site."""
    named_here = {row.code: _acts_as(row) for row in profile().on(day).shipped_roles if (row.of == CLUB) == of_club}
    known = {code: code for code in Known.values} | named_here
    return {code for code, acts_as in known.items() if acts_as in set(roles)}


def rank(role: str, day: dt.date, *, of_club: bool) -> int:
    """Return the rank of the office: 0 is the highest."""
    for row in profile().on(day).shipped_roles:
        if row.code == role and (row.of == CLUB) == of_club:
            return _RANKS.get(Known(_acts_as(row)), LOWEST) if _acts_as(row) else LOWEST
    return _RANKS[Known(role)] if role in Known.values else LOWEST


def needed_of_clubs(day: dt.date) -> list[str]:
    """Return the offices of which a club needs at least one holder."""
    return [row.code for row in profile().on(day).roles if row.of == CLUB and row.at_least] or [Known.SECRETARY.value]


def _acts_as(row: Role) -> str:
    return row.acts_as or (row.code if row.code in Known.values else "")
