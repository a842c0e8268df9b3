"""Frames, calendars and feeds that other sites and programs show: what they say, and of whom they say nothing."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from icalendar import Calendar
from pytest_django import DjangoAssertNumQueries

from ratings.models import RatingPool
from tests import cast
from tests.ratings.api.site import HIDDEN, SECRETS, site
from tournaments.models import Announcement, Tournament

pytestmark = pytest.mark.django_db

FRAMES = {"lists/elo/": 2, "clubs/101/": 4, "players/10001/": 4}


def test_a_frame_may_be_shown_anywhere_and_a_page_nowhere(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    site()
    for address, queries in FRAMES.items():
        with django_assert_num_queries(queries):
            framed = client.get(f"/en/embed/{address}")
        assert (framed.status_code, framed.has_header("X-Frame-Options")) == (200, False)
        assert "frame-ancestors *" in framed["Content-Security-Policy"]
        assert "Aerts, Anna" in framed.content.decode()
    page = client.get("/en/players/10001/")
    assert (page["X-Frame-Options"], "frame-ancestors 'none'" in page["Content-Security-Policy"]) == ("DENY", True)


def test_a_frame_of_a_list_has_as_many_rows_as_asked(client: Client) -> None:
    site()
    assert client.get("/en/embed/lists/elo/?rows=2").content.decode().count("<tr>") == 3
    for wrong in ("0", "101", "x", "-1", "²", "9" * 30):
        assert client.get("/en/embed/lists/elo/", {"rows": wrong}).status_code == 404


def test_frames_calendars_and_feeds_say_nothing_of_a_hidden_member(client: Client) -> None:
    site()
    asked = ["embed/lists/elo/", "embed/clubs/101/", f"embed/players/{HIDDEN}/", f"players/{HIDDEN}/ratings.atom"]
    for address in [*asked, "clubs/101/tournaments.atom", "calendar.ics", "corrections.atom"]:
        answer = client.get(f"/en/{address}")
        assert answer.status_code == 200
        assert [address, *(word for word in SECRETS if word in answer.content.decode())] == [address]
    assert f"Member {HIDDEN}" in client.get(f"/en/embed/players/{HIDDEN}/").content.decode()


def test_a_calendar_has_the_days_of_lists_and_announced_tournaments(client: Client) -> None:
    site()
    start = dt.date.today() + dt.timedelta(days=30)
    Announcement.objects.create(
        club=cast.club(), name="Autumn Open", city="Gent", start=start, end=start + dt.timedelta(days=1)
    )
    Announcement.objects.create(unit=cast.league("400"), name="League Open", start=start, end=start)
    answer = client.get("/en/calendar.ics")
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    found = {str(each["summary"]): each for each in Calendar.from_ical(answer.content).walk("VEVENT")}
    assert {"Autumn Open", "Elo: list of the federation"} <= set(found)
    assert len({str(each["uid"]) for each in found.values()}) == len(found)
    event = found["Autumn Open"]
    assert (event.decoded("dtstart"), event.decoded("dtend")) == (start, start + dt.timedelta(days=2))
    assert str(event["location"]) == "Gent, Tour Blanche"
    assert str(found["League Open"]["location"]) == "Oost-Vlaanderen"
    assert client.get("/en/calendar.ics", headers={"if-none-match": answer["ETag"]}).status_code == 304


def test_a_tournament_has_a_calendar_of_its_rounds(client: Client) -> None:
    site()
    tournament = Tournament.objects.get(name="Spring Open")
    answer = client.get(f"/en/tournaments/{tournament.pk}/rounds.ics")
    days = [each.decoded("dtstart") for each in Calendar.from_ical(answer.content).walk("VEVENT")]
    assert (len(days), days[0]) == (12, dt.date(2026, 3, 1))
    Tournament.objects.update(stage="submitted")
    assert client.get(f"/en/tournaments/{tournament.pk}/rounds.ics").status_code == 404


def test_the_feed_of_a_player_has_an_entry_for_each_list(client: Client) -> None:
    site()
    feed = client.get("/en/players/10001/ratings.atom")
    assert (feed["Content-Type"], feed["X-Robots-Tag"]) == ("application/atom+xml; charset=utf-8", "noindex")
    text = feed.content.decode()
    assert "Ratings of Aerts, Anna" in text
    assert f"/en/players/10001/{RatingPool.objects.get().slug}/2026-07/" in text
    clubs = client.get("/en/clubs/101/tournaments.atom").content.decode()
    assert "Tournaments of Tour Blanche" in clubs
