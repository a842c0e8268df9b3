"""Tournaments that units above the clubs, other organisers and the federation itself announce."""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.db import IntegrityError, connection, transaction
from django.test import Client, override_settings

from federation.models import MailPreferences, Office, Unit
from tests import cast, pages
from tests.forms import logged_in, send
from tests.migrations import migrated_to
from tests.tournaments.deadlines.test_announcements import TODAY, announced, in_use, told
from tests.tournaments.deadlines.test_clocks import late, sent
from tournaments.models import Announcement

pytestmark = pytest.mark.django_db

PAGE = "/en/my-club/announce/"
BUTTON = "Announce the tournament"


def officer(unit: Unit, username: str = "officer") -> User:
    user = User.objects.create_user(username, email=f"{username}@example.org", password="correct horse battery")
    Office.objects.create(account=user, unit=unit, role="officer", start=cast.SEASON[0])
    MailPreferences.objects.create(user=user, language="en")
    return user


def by_unit(start: dt.date, on: dt.date, unit: Unit | None = None) -> Announcement:
    return announced(start, on, club=None, unit=unit or cast.league("400"))


def facts(**changes: object) -> dict[str, object]:
    day = TODAY + dt.timedelta(days=40)
    return {"name": "League Open", "city": "Gent", "start": f"{day}", "end": f"{day}", **changes}


def test_a_league_announces_and_everybody_reads_it_under_its_name():
    browser = logged_in(officer(cast.league("400")))
    send(browser, browser.get(PAGE), facts(), button=BUTTON)
    assert Announcement.objects.values_list("club", "unit__code", "name").get() == (None, "400", "League Open")
    reader = Client()
    page = reader.get("/en/tournaments/announced/")
    assert "League Open" in pages.text(page)
    assert '<a href="/en/leagues/400/">Oost-Vlaanderen</a>' in page.content.decode()
    assert "Gent · Oost-Vlaanderen" in pages.text(reader.get("/en/"))
    [row] = reader.get("/api/v1/announced/").json()["results"]
    assert (row["name"], row["club"], row["unit"]["code"], row["unit"]["name"]) == (
        *("League Open", None),
        *("400", "Oost-Vlaanderen"),
    )
    assert "League Open" in pages.text(browser.get("/en/my-club/tournaments/"))
    other = logged_in(officer(cast.league("600"), "other"))
    assert "League Open" not in pages.text(other.get("/en/my-club/tournaments/"))


def test_the_page_of_announced_tournaments_shows_a_league_its_own_and_those_of_its_clubs(django_assert_num_queries):
    cast.club(), cast.club(201)
    day = TODAY + dt.timedelta(days=9)
    for number in range(2):
        Announcement.objects.create(unit=cast.league("400"), name=f"Open {number}", start=day, end=day)
    Announcement.objects.create(club=cast.club(), name="Tower Cup", start=day, end=day)
    with django_assert_num_queries(3):
        page = pages.text(Client().get("/en/tournaments/announced/", {"league": "400"}))
    assert [name in page for name in ("Open 0", "Open 1", "Tower Cup")] == [True] * 3
    elsewhere = pages.text(Client().get("/en/tournaments/announced/", {"league": "600"}))
    assert [name in elsewhere for name in ("Open 0", "Tower Cup")] == [False] * 2


@pytest.mark.parametrize("who", ["officer of another league", "secretary of a club"])
def test_nobody_announces_for_a_unit_in_which_they_hold_no_office(who: str):
    unit = cast.league("400")
    user = cast.secretary() if who.endswith("club") else officer(cast.league("600"))
    answer = logged_in(user).post(PAGE, facts(unit=unit.pk))
    assert (answer.status_code, Announcement.objects.count()) == (200, 0)


def test_an_organiser_chooses_a_club_or_a_unit_not_both():
    unit, club = cast.league("400"), cast.club()
    browser = logged_in(officer(unit))
    both = browser.post(PAGE, facts(unit=unit.pk, club=club.pk))
    assert "Choose a club or another organiser, not both." in pages.text(both)
    day = TODAY
    for place in ({}, {"club": club, "unit": unit}):
        with pytest.raises(IntegrityError), transaction.atomic():
            Announcement.objects.create(name="Nobody's", start=day, end=day, **place)


def test_the_officers_of_the_unit_are_reminded_and_see_it_on_their_desk(with_mail: None):
    unit = cast.league("400")
    own, other, secretary = officer(unit), officer(cast.league("600"), "other"), cast.secretary()
    User.objects.filter(pk=secretary.pk).update(email="secretary@example.org")
    by_unit(TODAY - dt.timedelta(days=1), TODAY - dt.timedelta(days=60))
    assert len(told()) == 1
    due = "The results of “Tower Cup” are due"
    shown = [due in pages.text(logged_in(user).get("/en/my-club/")) for user in (own, other, secretary)]
    assert shown == [True, False, False]


def test_results_of_a_unit_are_late_by_the_announcement_of_that_unit():
    in_use()
    unit = cast.league("400")
    announced(dt.date(2025, 6, 1), dt.date(2025, 5, 1))  # by a club
    made = sent("2025-06-01", "2025-06-02T10:00")
    made.club, made.unit = None, unit
    assert [(each.code, each.facts["due"]) for each in late(made)] == [("not_announced", dt.date(2025, 5, 18))]
    by_unit(dt.date(2025, 6, 1), dt.date(2025, 5, 19))
    assert [(each.code, each.facts["due"]) for each in late(made)] == [("announced_late", dt.date(2025, 5, 18))]


@override_settings(FEDERATION_NAME="Federation of the Cast")
def test_the_federation_announces_its_own_tournament_and_its_officers_are_reminded(with_mail: None):
    cast.club()
    user = cast.rating_officer()
    User.objects.filter(pk=user.pk).update(email="ratings@example.org")
    browser = logged_in(user)
    send(browser, browser.get(PAGE), facts(by_federation="on"), button=BUTTON)
    made = Announcement.objects.select_related("unit").get()
    assert (made.club, made.unit.name, made.unit.kind) == (None, "Federation of the Cast", Unit.Kind.ORGANISER)
    page = pages.text(browser.get(PAGE))
    assert ("The federation itself" in page, "Federation of the Cast" in page) == (False, True)
    yesterday = TODAY - dt.timedelta(days=1)
    Announcement.objects.update(start=yesterday, end=yesterday)
    assert len(told()) == 1
    assert "The results of “League Open” are due" in pages.text(browser.get("/en/my-club/"))


def test_only_officers_of_the_federation_announce_for_it():
    browser = logged_in(officer(cast.league("400")))
    assert "The federation itself" not in pages.text(browser.get(PAGE))
    browser.post(PAGE, facts(by_federation="on"))
    assert not Unit.objects.filter(kind=Unit.Kind.ORGANISER).exists()


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_announcements_of_clubs_stay_as_they_were():
    club, day = cast.club(), TODAY
    facts = {"name": "Tower Cup", "address": f"{day.year}/tower-cup", "city": "Gent", "norms": True}
    Announcement.objects.create(club=club, start=day, end=day, **facts)
    before = list(Announcement.objects.values())
    with migrated_to("tournaments", "0019_evidence_of_corrections"), connection.cursor() as cursor:
        columns = {
            each.name for each in connection.introspection.get_table_description(cursor, Announcement._meta.db_table)
        }
        assert "unit_id" not in columns
    assert list(Announcement.objects.values()) == before
