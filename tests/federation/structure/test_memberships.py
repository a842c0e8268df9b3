"""federation/structure/memberships.py: a club that moves keeps its past."""

import datetime as dt

import pytest

from federation.access import clubs_of
from federation.models import Office, Unit, UnitMembership
from federation.structure import memberships
from federation.structure.memberships import MoveError, codes_by_club, move, units_of
from federation.structure.rights import Verb
from tests import cast

pytestmark = pytest.mark.django_db
MOVED = dt.date(2027, 1, 1)
BEFORE = dt.date(2026, 12, 31)


@pytest.fixture
def north() -> Unit:
    """Return a league of the sub-federation V, to which club 101 moves from league 400."""
    union = Unit.objects.create(kind="subfederation", code="V", name="VSF")
    return Unit.objects.create(code="300", name="West-Vlaanderen", parent=union)


def test_a_club_that_moves_is_in_its_former_league_until_the_day_before(north: Unit):
    club = cast.club(101)
    move(club, north, MOVED)
    assert [unit.code for day in (BEFORE, MOVED) for unit in units_of(club, day)] == ["400", "300"]
    assert codes_by_club(BEFORE)[club.pk] == {"league": "400"}
    assert codes_by_club(MOVED)[club.pk] == {"league": "300", "subfederation": "V"}
    assert list(memberships.clubs_of(north.parent, MOVED)) == [club]
    assert list(memberships.clubs_of(north.parent, BEFORE)) == []


def test_the_officer_of_the_former_league_loses_the_club_on_the_day_and_not_before(north: Unit):
    club, officer = cast.club(101), cast.stranger()
    Office.objects.create(account=officer, unit=cast.league("400"), role=Office.Role.OFFICER, start=cast.SEASON[0])
    move(club, north, MOVED)
    assert [list(clubs_of(officer, Verb.FORWARD_RESULTS, day)) for day in (BEFORE, MOVED)] == [[club], []]


def test_a_move_into_a_unit_of_another_kind_leaves_the_league(north: Unit):
    club = cast.club(101)
    move(club, north.parent, MOVED)
    assert codes_by_club(MOVED)[club.pk] == {"league": "400", "subfederation": "V"}


def test_the_wrong_unit_is_replaced_on_the_same_day(north: Unit):
    club = cast.club(101)
    move(club, north, MOVED)
    move(club, cast.league("600"), MOVED)
    rows = UnitMembership.objects.filter(club=club).order_by("start").values_list("unit__code", "start", "end")
    assert list(rows) == [("400", memberships.ALWAYS, BEFORE), ("600", MOVED, None)]


def test_a_move_before_a_later_one_is_refused(north: Unit):
    club = cast.club(101)
    move(club, north, MOVED)
    with pytest.raises(MoveError, match="has belonged to West-Vlaanderen since"):
        move(club, cast.league("600"), BEFORE)


def test_the_organiser_of_an_open_has_no_clubs():
    organiser = Unit.objects.create(kind=Unit.Kind.ORGANISER, code="OPEN", name="Open Gent")
    with pytest.raises(MoveError, match="Open Gent organises tournaments and has no clubs."):
        move(cast.club(101), organiser, MOVED)
