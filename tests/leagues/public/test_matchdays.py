"""Days as they run, the day of a club with its player list, players, calendars, sheets, tables in other sites."""

from __future__ import annotations

import datetime as dt
import gzip

import pytest
from django.test import Client
from icalendar import Calendar
from pytest_django import DjangoAssertNumQueries

from leagues.checks.eligibility import club_list
from leagues.matches import line_ups, moving
from leagues.models import ListEntry, SeasonRules, Team
from leagues.rules.consequences import Effect
from leagues.rulings.rule import rule
from tests import cast
from tests.leagues import scene
from tests.leagues.scene import Scene

pytestmark = pytest.mark.django_db
SEASON = "/en/interclubs/interclubs-2025-26/"
POLL = {"HX-Request": "true"}


@pytest.fixture
def season() -> Scene:
    return scene.started()


@pytest.mark.long
def test_a_day_shows_its_matches_as_they_run(client: Client, season: Scene, django_assert_num_queries: object):
    match = scene.entered(season, scene.revealed(season, season.match(101, 201)), "10")
    with django_assert_num_queries(5):
        page = client.get(f"{SEASON}live/?day={match.day}").content.decode()
    assert str(match) in page
    assert "1–0" in page
    assert "1 board open" in page
    other = client.get(f"{SEASON}live/?day={match.day}&club=301").content.decode()
    assert "No matches on this day." in other or str(match) in other


def test_a_page_that_asks_again_gets_nothing_until_something_happened(
    client: Client, season: Scene, django_assert_num_queries: DjangoAssertNumQueries
):
    match = scene.revealed(season, season.match(101, 201))
    address = f"{SEASON}live/?day={match.day}"
    first = client.get(address, headers=POLL)
    assert "<html" not in first.content.decode()
    with django_assert_num_queries(1):
        assert client.get(address, headers=POLL).content == first.content  # another reader, without the page
    with django_assert_num_queries(1):
        again = client.get(address, headers={**POLL, "If-None-Match": first["ETag"]})
    assert again.status_code == 304
    packed = client.get(address, headers={**POLL, "Accept-Encoding": "gzip"})
    assert (packed["Content-Encoding"], gzip.decompress(packed.content)) == ("gzip", first.content)
    scene.entered(season, match, "10")
    changed = client.get(address, headers={**POLL, "If-None-Match": first["ETag"]})
    assert (changed.status_code, "1–0" in changed.content.decode()) == (200, True)


def test_the_page_of_a_club_says_where_it_plays_and_who_may_play_in_which_team(
    client: Client, season: Scene, django_assert_max_num_queries: object
):
    match = season.match(101, 201)
    with django_assert_max_num_queries(11):
        page = client.get(f"{SEASON}clubs/101/?day={match.day}").content.decode()
    assert str(match) in page
    assert str(match.venue) in page
    assert page.count("in all teams") == 3


def test_the_list_of_a_club_takes_the_same_queries_for_one_player_and_for_three(
    client: Client, season: Scene, django_assert_num_queries: DjangoAssertNumQueries
):
    ListEntry.objects.update(titular_of=season.series.teams.get(club__key=101))
    address = f"{SEASON}clubs/101/?day={season.match(101, 201).day}"
    with django_assert_num_queries(11):
        client.get(address)
    ListEntry.objects.filter(club__key=101).exclude(member__key=10001).delete()
    with django_assert_num_queries(11):
        client.get(address)


def test_who_played_up_too_often_may_play_in_the_higher_team_only(season: Scene):
    first = season.series.teams.get(club__key=101)
    second = Team.objects.create(series=season.series, club=first.club, name="Tour Blanche 2", rank=2)
    SeasonRules.objects.update(
        changes={**scene.RULES, "selection": {"tied_after": 0, "titulars_elsewhere": "anywhere"}}
    )
    scene.revealed(season, season.match(101, 201))
    found = {each.entry.member.key: each for each in club_list(season.season, first.club, scene.DAYS[2])}
    played, other = found[10001], found[10003]
    assert (played.may, played.may_not, played.left) == ((first,), (second,), 0)
    assert (other.may, other.may_not) == ((first, second), ())


@pytest.mark.long
def test_a_player_has_a_page_with_all_league_games(client: Client, season: Scene, django_assert_num_queries: object):
    match = scene.closed(season, season.match(101, 201), "10", "+-")
    match.boards.filter(number=1).update(home_strength=1900, away_strength=1800)
    board = match.boards.select_related("home", "away").get(number=1)
    with django_assert_num_queries(2):
        page = client.get(f"/en/interclubs/players/{board.home.number}/")
    assert board.away.public_name in page.content.decode()
    theirs = client.get(f"/en/interclubs/players/{board.away.number}/")
    (won,), (lost,) = page.context["seasons"], theirs.context["seasons"]
    assert (won.points, won.games, won.white, won.boards, won.performance) == ("1", 1, 1, "1", 2200)
    assert (lost.points, lost.games, lost.white, lost.boards, lost.performance) == ("0", 1, 0, "1", 1500)


@pytest.mark.long
def test_a_hidden_member_is_named_on_none_of_these_pages(client: Client, season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    member = match.boards.get(number=1).home
    opponent = match.boards.get(number=1).away
    member.hidden = True
    member.save()
    club = match.home.club.number
    for address in (
        f"{SEASON}clubs/{club}/?day={match.day}",
        f"/en/interclubs/players/{member.number}/",
        f"/en/interclubs/players/{opponent.number}/",
        f"/en/interclubs/matches/{match.pk}/sheet/",
    ):
        page = client.get(address)
        assert page.status_code == 200
        assert member.last_name not in page.content.decode()


@pytest.mark.long
def test_rulings_of_a_season_stand_on_one_page(client: Client, season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    assert "No rulings in this season" in client.get(f"{SEASON}rulings/").content.decode()
    rule(match.pk, [Effect("board", "home", 1)], season.officer, "Sat too low", article="19")
    assert "Sat too low" in client.get(f"{SEASON}rulings/").content.decode()


def events(client: Client, address: str) -> dict[str, object]:
    answer = client.get(address)
    assert answer["Content-Type"] == "text/calendar; charset=utf-8"
    return {str(event["UID"]): event for event in Calendar.from_ical(answer.content).walk("VEVENT")}


def test_a_moved_match_stays_the_same_event_with_a_higher_number(client: Client, season: Scene):
    match = season.match(101, 201)
    address = f"/en/interclubs/teams/{match.home_id}/calendar.ics"
    before = events(client, address)
    uid = f"league-match-{match.pk}@testserver"
    assert (len(before), before[uid]["SEQUENCE"], str(before[uid]["LOCATION"])) == (2, 0, str(match.venue))
    unchanged = client.get(address, headers={"If-None-Match": client.get(address)["ETag"]})
    assert unchanged.status_code == 304
    moving.move(match.pk, dt.date(2026, 3, 29), dt.time(14), season.officer)
    after = events(client, address)
    assert after.keys() == before.keys()
    assert after[uid]["DTSTAMP"].dt > before[uid]["DTSTAMP"].dt
    assert (after[uid]["SEQUENCE"], after[uid]["DTSTART"].dt) == (1, dt.datetime(2026, 3, 29, 12, tzinfo=dt.UTC))


@pytest.mark.long
def test_calendars_of_clubs_and_series_name_no_player_and_cancel_what_is_not_played(client: Client, season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    Team.objects.filter(pk=match.home_id).update(withdrawn_after=0)
    found = events(client, f"{SEASON}3A/calendar.ics")
    assert len(found) == 3
    assert str(found[f"league-match-{match.pk}@testserver"]["STATUS"]) == "CANCELLED"
    text = client.get(f"{SEASON}clubs/101/calendar.ics").content.decode()
    assert not any(name in text for name, *_rest in cast.PEOPLE.values())


def test_a_season_has_a_calendar_of_all_its_matches_or_of_one_division(client: Client, season: Scene):
    assert len(events(client, f"{SEASON}calendar.ics")) == 3
    assert events(client, f"{SEASON}calendar.ics?division=2") == {}


def test_a_sheet_has_the_code_of_the_page_of_its_match(client: Client, season: Scene):
    address = f"/en/interclubs/matches/{season.match(101, 201).pk}/sheet/"
    assert f'src="{address}code.svg"' in client.get(address).content.decode()
    drawn = client.get(f"{address}code.svg")
    assert (drawn["Content-Type"], drawn.content[:5]) == ("image/svg+xml", b"<svg ")


def test_a_sheet_is_empty_before_the_reveal(client: Client, season: Scene):
    match = season.match(101, 201)
    first = scene.listed(match, "home")[0]
    line_ups.save(match.pk, "home", [first.pk], season.captain(match, "home"))
    page = client.get(f"/en/interclubs/matches/{match.pk}/sheet/").content.decode()
    assert first.member.last_name not in page
    assert page.count('<td class="number">') == 2


@pytest.mark.long
def test_a_table_may_stand_in_another_site(client: Client, season: Scene):
    scene.closed(season, season.match(101, 201), "10", "10")
    answer = client.get(f"{SEASON}3A/embed/")
    assert "frame-ancestors *" in answer["Content-Security-Policy"]
    assert not answer.has_header("X-Frame-Options")
    assert "<script" not in answer.content.decode()
    assert "frame-ancestors *" not in client.get(f"{SEASON}3A/")["Content-Security-Policy"]


@pytest.mark.long
def test_top_scorers_of_a_board_are_those_who_played_on_it(client: Client, season: Scene):
    match = scene.closed(season, season.match(101, 201), "10", "10")
    page = client.get(f"{SEASON}3A/scorers/?board=2").content.decode()
    assert match.boards.get(number=2).home.last_name in page
    assert match.boards.get(number=1).home.last_name not in page


def test_nothing_of_a_season_in_preparation_is_found(client: Client, season: Scene):
    match, club = season.match(101, 201), cast.club(101).number
    season.season.stage = "planning"
    season.season.save()
    for address in (
        *(f"{SEASON}{page}" for page in ("live/", "rulings/", f"clubs/{club}/", f"clubs/{club}/calendar.ics")),
        *(f"{SEASON}3A/{page}" for page in ("calendar.ics", "embed/")),
        f"/en/interclubs/matches/{match.pk}/sheet/",
        f"/en/interclubs/teams/{match.home_id}/calendar.ics",
    ):
        assert client.get(address).status_code == 404
