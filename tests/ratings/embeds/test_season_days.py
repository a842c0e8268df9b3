"""The lists, deadlines, transfers and statements of the coming year."""

from __future__ import annotations

import datetime as dt

import pytest
from django.conf import LazySettings
from django.test import Client
from django.utils import timezone, translation
from icalendar import Calendar
from pytest_django import DjangoAssertNumQueries

from ratings.embeds.season_days import season_days
from ratings.models import LivingList, RatingList
from tests.ratings import published

pytestmark = pytest.mark.django_db
TODAY = dt.date(2026, 7, 20)


def _next_list(date: dt.date) -> None:
    published.spring_list()
    previous = RatingList.objects.order_by("date").last()
    LivingList.objects.create(pool=previous.pool, date=date, previous=previous, as_of=timezone.now())


def test_the_days_of_a_year_are_those_of_the_rules(
    settings: LazySettings, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    settings.FEDERATION_PROFILE = "be-frbe"
    _next_list(dt.date(2027, 1, 1))
    with translation.override("en"), django_assert_num_queries(2):  # with what staff amended
        found = [(each.key, each.title, each.first, each.last) for each in season_days(TODAY)]
    told = {key: (title, f"{first:%d.%m.%y}", f"{last:%d.%m.%y}") for key, title, first, last in found}
    counting = "Results that count in the next list: Elo"
    assert told == {
        "transfers-06-01-2026-06-01": ("Transfers are requested", "01.06.26", "31.07.26"),
        "transferred-08-01-2026-08-01": ("Transfers take effect", "01.08.26", "01.08.26"),
        "season-2026-09-01": ("Season 2026-2027 begins", "01.09.26", "01.09.26"),
        "statement-provisional-2026-09-15": ("Provisional statements to clubs", "15.09.26", "15.09.26"),
        "statement-due-2026-10-15": ("Last day to pay the provisional statement", "15.10.26", "15.10.26"),
        "results-elo-2027-01-01": (f"{counting}, 1 January 2027", "29.12.26", "29.12.26"),
        "list-elo-2027-01-01": ("Elo: list of the federation", "01.01.27", "01.01.27"),
        "statement-final-2027-05-31": ("Final statements to clubs", "31.05.27", "31.05.27"),
        "enrol-2027-06-01": ("Members who enrol from now on also belong to the next season", "01.06.27", "01.06.27"),
        "transfers-06-01-2027-06-01": ("Transfers are requested", "01.06.27", "31.07.27"),
        "results-elo-2027-07-01": (f"{counting}, 1 July 2027", "28.06.27", "28.06.27"),
        "list-elo-2027-07-01": ("Elo: list of the federation", "01.07.27", "01.07.27"),
    }
    assert [first for _key, _title, first, _last in found] == sorted(first for _key, _title, first, _last in found)


def test_the_calendar_has_them_as_whole_days_in_the_readers_language(client: Client) -> None:
    _next_list(timezone.localdate() + dt.timedelta(days=40))
    names = {}
    for language in ("en", "fr", "nl", "de"):
        prefix = "" if language == "fr" else f"/{language}"
        events = Calendar.from_ical(client.get(f"{prefix}/calendar.ics").content).walk("VEVENT")
        names[language] = {str(each["uid"]): str(each["summary"]) for each in events}
        assert all(not isinstance(each.decoded("dtstart"), dt.datetime) for each in events)
        assert {str(each["transp"]) for each in events} == {"TRANSPARENT"}
    assert set(map(frozenset, names.values())) == {frozenset(names["en"])}  # the same events
    assert not set(names["fr"].values()) & set(names["de"].values())
