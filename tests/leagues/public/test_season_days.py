"""Windows, rounds and deadlines of league seasons in the federation's calendar."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.utils import timezone, translation
from icalendar import Calendar
from pytest_django import DjangoAssertNumQueries

from leagues.models import Division, RoundDay, Season, SeasonRules, Window
from leagues.public.season_days import season_days
from tests.leagues import scene

pytestmark = pytest.mark.django_db
TODAY = dt.date(2026, 1, 12)  # the day after the first round


def told(today: dt.date) -> list[tuple[str, str, str]]:
    with translation.override("en"):
        return [(each.title, f"{each.first:%d.%m.%y}", f"{each.last:%d.%m.%y}") for each in season_days(today)]


def test_windows_rounds_and_the_hour_of_line_ups_are_days_of_the_calendar(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    season, _series = scene.rows()
    Window.objects.create(season=season, start=dt.date(2026, 1, 1), end=dt.date(2026, 1, 31))
    Window.objects.create(season=season, start=dt.date(2025, 9, 1), end=dt.date(2025, 9, 30))
    line_ups = {"line_ups": {"reveal": "hour", "lock_minutes": 15}}
    SeasonRules.objects.create(season=season, valid_from=dt.date(2026, 3, 1), changes=line_ups, reason="Earlier")
    high = Division.objects.create(season=season, level=1, name="Division 1")
    more = {"season": season, "division": high, "number": 4, "starts": dt.time(10)}
    RoundDay.objects.create(date=dt.date(2026, 4, 5), kind=RoundDay.Kind.RESERVE, **more)
    RoundDay.objects.create(date=dt.date(2026, 5, 3), kind=RoundDay.Kind.PLAY_OFF, **more)
    with django_assert_num_queries(3):
        found = told(TODAY)
    assert found == [
        ("Interclubs 2025-26: clubs may change their player lists", "01.01.26", "31.01.26"),
        ("Interclubs 2025-26: round 2 (line-ups until 14:00)", "11.02.26", "11.02.26"),
        ("Interclubs 2025-26: round 3 (line-ups until 13:45)", "11.03.26", "11.03.26"),
        ("Interclubs 2025-26, Division 1: play-offs (line-ups until 09:45)", "03.05.26", "03.05.26"),
    ]


def test_nothing_of_a_season_in_preparation_is_told() -> None:
    season, _series = scene.rows()
    Season.objects.filter(pk=season.pk).update(stage=Season.Stage.PLANNING)
    assert told(TODAY) == []


def test_the_feed_has_them_with_the_page_of_the_season(client: Client) -> None:
    season, _series = scene.rows()
    RoundDay.objects.create(season=season, number=9, date=timezone.localdate() + dt.timedelta(days=5))
    events = Calendar.from_ical(client.get("/en/calendar.ics").content).walk("VEVENT")
    (found,) = [each for each in events if str(each["uid"]).startswith("round-")]
    assert str(found["summary"]).startswith("Interclubs 2025-26: round 9 (line-ups until ")
    assert str(found["url"]) == f"http://testserver/en/interclubs/{season.slug}/"
