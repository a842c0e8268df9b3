"""ratings/players/unit_views.py, and lists by unit when a club moves."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import override

from federation.access import clubs_of
from federation.models import Office, Unit, UnitMembership
from federation.structure.memberships import ALWAYS, move
from ratings.exports.snapshot import Snapshot
from ratings.models import Rating, RatingList, RatingPool
from ratings.public.filters import RatingFilter
from tests import cast, pages
from tests.ratings import scene
from tournaments.models import Announcement

pytestmark = pytest.mark.django_db
AUTUMN, NEW_YEAR = dt.date(2026, 10, 1), dt.date(2027, 1, 1)


def rated(pool: RatingPool, date: dt.date) -> RatingList:
    """Return a list with a line for a member of club 101."""
    made = RatingList.objects.create(pool=pool, date=date, state="published", imported=True)
    Rating.objects.create(
        list=made, member=cast.member(10001), member_key=10001, club=cast.club(), club_key=101, rating=1800, games=20
    )
    return made


def test_lists_by_league_and_its_officer_follow_a_club_that_moves_on_its_day():
    officer, moved = User.objects.create_user("ligue"), cast.club()
    north = Unit.objects.create(code="300", name="West")
    Office.objects.create(account=officer, unit=cast.league("400"), role=Office.Role.OFFICER, start=cast.SEASON[0])
    UnitMembership.objects.create(club=cast.club(201), unit=cast.league("400"), start=ALWAYS)
    UnitMembership.objects.create(club=cast.club(301), unit=north, start=ALWAYS)  # both have clubs throughout
    pool = scene.pool()
    lists = [rated(pool, AUTUMN), rated(pool, NEW_YEAR)]
    move(moved, north, NEW_YEAR)
    found = {
        (code, each.date): RatingFilter({"league": code}, each.ratings.all(), each.date).qs.count()
        for code in ("300", "400")
        for each in lists
    }
    assert found == {("400", AUTUMN): 1, ("300", AUTUMN): 0, ("400", NEW_YEAR): 0, ("300", NEW_YEAR): 1}
    assert [Snapshot(each).listed["league"] for each in lists] == [["400"], ["300"]]
    last = NEW_YEAR - dt.timedelta(days=1)
    assert [list(clubs_of(officer, day=day)) for day in (last, NEW_YEAR)] == [[moved, cast.club(201)], [cast.club(201)]]


@pytest.mark.parametrize("rows", [1, 3])
def test_the_pages_of_units_ask_as_often_for_many_clubs(rows, client: Client, django_assert_num_queries):
    unit = cast.league("400")
    for number in list(cast.CLUBS)[:rows]:
        club = cast.club(number)
        UnitMembership.objects.get_or_create(club=club, unit=unit, start=ALWAYS)
        Office.objects.create(
            member=cast.member(10000 + number % 10), unit=unit, role="president", start=ALWAYS, public=True
        )
        Announcement.objects.create(club=club, name=f"Open {number}", start=ALWAYS, end=dt.date(2099, 8, 31))
    with django_assert_num_queries(1):
        client.get(reverse("units"))
    with django_assert_num_queries(8):  # with a list one more, for the strength
        client.get(reverse("unit", args=["400"]))


def test_the_pages_of_a_unit_and_a_club_show_the_tournaments_to_come(client: Client):
    unit, today = cast.league("400"), timezone.localdate()
    days = {"start": today, "end": today}
    Announcement.objects.create(unit=unit, name="League Open", city="Gent", **days)
    gone = {"withdrawn_at": timezone.now(), "withdrawal_reason": "No hall is free"}
    Announcement.objects.create(club=cast.club(), name="Tower Cup", **days, **gone)
    Announcement.objects.create(club=cast.club(), name="Old Cup", start=ALWAYS, end=ALWAYS)
    Announcement.objects.create(club=cast.club(201), name="Elsewhere", **days)
    shown = {address: pages.text(client.get(address)) for address in ("/en/leagues/400/", "/en/clubs/101/")}
    names = ("League Open", "Tower Cup", "No hall is free", "Old Cup", "Elsewhere")
    assert {address: [name for name in names if name in text] for address, text in shown.items()} == {
        "/en/leagues/400/": ["League Open", "Tower Cup", "No hall is free"],
        "/en/clubs/101/": ["Tower Cup", "No hall is free"],
    }


def test_a_unit_has_the_mean_of_its_eight_best_members_as_strength(client: Client):
    scene.started().lists.get().ratings.update(club_key=101)
    cast.club()
    shown = pages.text(client.get("/en/leagues/400/"))
    assert "Strength, mean of the best 8 1719 Elo, 1 January 2026 Clubs 1" in shown


@pytest.mark.parametrize(
    ("federation", "language", "kind", "named"),
    [
        ("ie-icu", "en", "province", "provincial union"),
        ("fr-ffe", "fr", "district", "comité départemental"),
        ("be-frbe", "nl", "subfederation", "federatie"),
        ("be-frbe", "de", "organiser", "Veranstalter"),
    ],
)
def test_a_unit_is_called_what_the_profile_calls_its_kind(federation, language, kind, named, settings):
    settings.FEDERATION_PROFILE = federation
    with override(language):
        assert Unit(kind=kind).get_kind_display() == named


def test_a_league_leads_to_its_best_girls_of_an_age(client: Client):
    rated(scene.pool(), AUTUMN)
    page = client.get("/en/leagues/400/").content.decode()
    assert '<a rel="nofollow" href="/en/lists/elo/2026-10/?league=400&amp;sex=F&amp;age=U14">U14</a>' in page
