"""Wrong input in the admin of seasons: one sentence at the field that is wrong, and nothing stored."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.exceptions import ValidationError
from django.db.models import Model
from django.test import Client
from django.urls import reverse

from leagues.models import (
    Division,
    LeagueOfficer,
    ListEntry,
    RoundDay,
    Season,
    SeasonRules,
    Series,
    Suspension,
    TeamRole,
    Venue,
    VenueClosure,
    Window,
)
from tests import cast
from tests.forms import forms
from tests.leagues import scene

pytestmark = pytest.mark.django_db
DAY, BEFORE = dt.date(2026, 1, 11), dt.date(2026, 1, 10)
BACKWARDS = {"start": DAY, "end": BEFORE}
ENGLISH = {"accept-language": "en"}
ORDER = "The last day cannot be before the first one."


@pytest.mark.parametrize(
    ("model", "values", "place", "said"),
    [
        (Window, BACKWARDS, "end", ORDER),
        (Suspension, {**BACKWARDS, "reason": "x"}, "end", ORDER),
        (VenueClosure, BACKWARDS, "end", ORDER),
        (LeagueOfficer, BACKWARDS, "end", ORDER),
        (TeamRole, BACKWARDS, "end", ORDER),
        (Season, BACKWARDS, "end", "A season cannot end before it starts."),
        (RoundDay, {"date": dt.date(2026, 7, 1), "number": 4}, "date", "This day is outside the season."),
        (RoundDay, {"date": DAY, "number": 4, "division": 0}, "division", "This division is of another season."),
        (LeagueOfficer, {"start": DAY, "division": 0}, "division", "This division is of another season."),
        (Division, {"level": 0, "name": "Top"}, "level", "Levels start at 1, the highest."),
        (Series, {"letter": "A/B"}, "letter", "A series is named by the letters A to Z, such as A."),
        (Series, {"letter": "\u00c9"}, "letter", "A series is named by the letters A to Z, such as A."),
        (
            SeasonRules,
            {"changes": ["boards"]},
            "changes",
            "Write names and values in braces, the names in quotation marks.",
        ),
        (Venue, {"capacity": -1}, "capacity", "Ensure this value is greater than or equal to 0."),
        (ListEntry, {"listed_until": BEFORE}, "listed_until", ORDER),
        (ListEntry, {"titular_of": 0, "listed_until": DAY}, "titular_of", "This team is of another club or season."),
        (ListEntry, {}, "member", "This member is on the list of the club already."),
    ],
)
def test_a_wrong_value_is_named_in_one_sentence(model: type[Model], values: dict, place: str, said: str):
    season, series = scene.rows()
    division = Division.objects.create(
        level=1,
        season=Season.objects.create(
            competition=season.competition, slug="other", start=scene.START, end=season.end, regulation="be-kbsb"
        ),
    )
    team = series.teams.get(club__key=101)
    related = {
        "season": season,
        "member": cast.member(10001),
        "venue": team.venue,
        "account": scene.interclubs_officer(),
        "team": team,
        "club": team.club,
        "position": 1,
        "listed_from": DAY,
        "address": "Hall",
        "valid_from": DAY,
        "reason": "x",
    }
    if model is Season:
        related = {"competition": season.competition, "slug": "third", "name": "Third", "regulation": "be-kbsb"}
    if model is Series:
        related["division"] = division
    given = {name: value for name, value in (related | values).items() if hasattr(model, name)}
    if given.get("division") == 0:
        given["division"] = division
    if given.get("titular_of") == 0:
        given["titular_of"] = series.teams.get(club__key=201)
    with pytest.raises(ValidationError) as refused:
        model(**given).full_clean()
    assert refused.value.message_dict == {place: [said]}


@pytest.mark.long
def test_a_season_with_wrong_rules_and_no_regulation_is_shown_again_and_not_stored(client: Client):
    season, _series = scene.rows()
    client.force_login(cast.administrator())
    address = reverse("admin:leagues_season_change", args=[season.pk])
    page = client.get(address, headers=ENGLISH)
    (form,) = (each for each in forms(page) if "rules-0-changes" in each.fields)
    rules = season.rules.get().changes
    for changes, said in (
        ({"rules-0-changes": "[1]"}, "Write names and values in braces, the names in quotation marks."),
        ({"rules-0-changes": "{"}, "Write names and values in braces, the names in quotation marks."),
        ({"rules-0-changes": '{"boards": 7}'}, "These rules cannot be read"),
        ({"days-0-date": "11-13-2026"}, "Enter a valid date."),
    ):
        answer = client.post(address, form.filled(changes, "_save"), headers=ENGLISH)
        assert answer.status_code == 200
        assert said in answer.content.decode()
    sent = form.filled({}, "_save") | {"regulation": ""}
    assert "This field is required." in client.post(address, sent, headers=ENGLISH).content.decode()
    assert season.rules.get().changes == rules
