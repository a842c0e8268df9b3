"""The page and the calendar of an announced tournament."""

from __future__ import annotations

import datetime as dt
import json

import pytest
from django.test import Client
from django.utils import timezone
from icalendar import Calendar
from pytest_django import DjangoAssertNumQueries

from tests import cast, pages
from tests.ratings import published, scene
from tournaments.deadlines.announcements import announce
from tournaments.models import Announcement

pytestmark = pytest.mark.django_db

PAGE = "/en/tournaments/announced/2026/winter-open/"


def winter_open(**facts: object) -> Announcement:
    """Announce a tournament of two days of club 101."""
    days = {"start": dt.date(2026, 11, 7), "end": dt.date(2026, 11, 8)}
    facts = {"club": cast.club(101), "city": "Gent", "pace": "standard", "discipline": "chess", **days, **facts}
    return announce(Announcement(name="Winter Open 2026", **facts), None)


def test_an_announced_tournament_says_when_where_and_which_list_will_count_it(client: Client) -> None:
    published.spring_list()
    winter_open(website="https://example.org/open")
    page = client.get(PAGE)
    text = pages.text(page)
    assert "Winter Open 2026 7–8 November 2026 · Gent" in text
    assert "Organised by Tour Blanche Time control Standard" in text
    assert "Which lists will count it Elo list of 1 January 2027 ·" in text
    assert '<a href="https://example.org/open" rel="nofollow noopener">' in page.text
    (structured,) = [part.split("</script>")[0] for part in page.text.split('type="application/ld+json">')[1:]]
    assert json.loads(structured)["startDate"] == "2026-11-07"


def test_the_address_of_the_id_leads_to_that_of_the_name_which_stays(client: Client) -> None:
    found = winter_open()
    assert client.get(f"/en/tournaments/announced/{found.pk}/")["Location"] == PAGE
    again = winter_open(start=dt.date(2026, 12, 7), end=dt.date(2026, 12, 8), club=cast.club(201))
    assert again.address == "2026/winter-open-2"
    old = Announcement.objects.create(name="Old", club=cast.club(101), start=found.start, end=found.end)
    assert client.get(f"/en/tournaments/announced/{old.pk}/").status_code == 200
    assert client.get("/en/tournaments/announced/2026/none/").status_code == 404


def test_without_a_time_control_no_list_is_promised(client: Client) -> None:
    published.spring_list()
    winter_open(pace="")
    assert "This depends on the time control" in pages.text(client.get(PAGE))
    Announcement.objects.update(discipline="go", pace="standard")
    assert "No rating list counts tournaments of this kind." in pages.text(client.get(PAGE))


def test_a_withdrawn_tournament_says_so_on_its_page_and_in_its_calendar(client: Client) -> None:
    winter_open()
    (event,) = Calendar.from_ical(client.get(f"{PAGE}calendar.ics").content).walk("VEVENT")
    assert (event["summary"], event["status"], event["url"]) == (
        "Winter Open 2026",
        "CONFIRMED",
        f"http://testserver{PAGE}",
    )
    Announcement.objects.update(withdrawn_at=timezone.now(), withdrawal_reason="No hall is free")
    text = pages.text(client.get(PAGE))
    assert "No hall is free" in text
    assert "None: it does not take place." in text
    (event,) = Calendar.from_ical(client.get(f"{PAGE}calendar.ics").content).walk("VEVENT")
    assert event["status"] == "CANCELLED"


def test_once_it_was_played_the_page_leads_to_the_results(client: Client) -> None:
    winter_open()
    assert "Results" not in pages.text(client.get(PAGE))
    scene.tournament(["10001 10002 1-0"], name="Winter Open", start=dt.date(2026, 11, 7), club=cast.club(101))
    assert "Results Winter Open" in pages.text(client.get(PAGE))


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_costs_five_queries(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries, count: int
) -> None:
    winter_open()
    for number in range(count):
        scene.pool(f"pool-{number}")
        scene.tournament(["10001 10002 1-0"], name=f"Cup {number}", start=dt.date(2026, 11, 7), club=cast.club(101))
    with django_assert_num_queries(5):
        client.get(PAGE)
