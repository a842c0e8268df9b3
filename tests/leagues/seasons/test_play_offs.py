"""Play-offs between places that the rules name: their matches, who wins them, and where both teams play next."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json

import pytest
from django.test import Client
from django.utils import timezone

from leagues.errors import Refused
from leagues.files import season_files, takeover
from leagues.models import Board, Division, Match, RoundDay, SeasonRules, Series, Team
from leagues.rules.consequences import Effect
from leagues.rules.parameters import PlayOff
from leagues.rules.promotion import winner
from leagues.rules.scoring import Score
from leagues.rulings.rule import rule
from leagues.seasons import next_season, play_offs
from leagues.standings.series_standings import table_of
from tests import cast
from tests.leagues import scene
from tests.leagues.scene import Scene

pytestmark = pytest.mark.django_db
TIE = {"home": "2.2", "away": "3A.1", "winner": 2, "loser": 3}
DAY = dt.date(2026, 4, 26)


@pytest.fixture
def season() -> Scene:
    """Return the season of series 3A, with two teams above it that have played, a day and a rule for a play-off."""
    made = scene.started()
    for home, away in ((101, 201), (101, 301), (201, 301)):
        played(made.match(home, away), "10", "10")
    higher = Series.objects.create(division=Division.objects.create(season=made.season, level=2, name="Division 2"))
    first, second = (
        Team.objects.create(series=higher, club=cast.club(key), name=f"{cast.club(key).name} 9", rank=9)
        for key in (101, 201)
    )
    played(Match.objects.create(series=higher, round=1, home=first, away=second, day=scene.DAYS[0]), "10", "10")
    RoundDay.objects.create(season=made.season, number=12, date=DAY, kind=RoundDay.Kind.PLAY_OFF)
    name_play_offs(TIE)
    return made


def name_play_offs(*rules: dict) -> None:
    movement = {"play_off_up": 1, "play_offs": list(rules)}
    SeasonRules.objects.update(changes={**scene.RULES, "movement": movement})


def played(match: Match, *letters: str) -> Match:
    """Play a match to its end, without players."""
    Board.objects.bulk_create(Board(match=match, number=n, played=each) for n, each in enumerate(letters, start=1))
    Match.objects.filter(pk=match.pk).update(state=Match.State.CLOSED, revealed_at=timezone.now())
    match.refresh_from_db()
    return match


def next_codes(season: Scene) -> dict[str, tuple[str, str]]:
    """Return where the two teams of the play-off play now and next, by name."""
    match = Match.objects.get(is_play_off=True)
    return {
        each.team.name: (each.code, each.next_code)
        for each in next_season.proposals(season.season)
        if each.team in {match.home, match.away}
    }


def test_a_play_off_is_between_the_places_that_the_rules_name_and_counts_in_no_table(season: Scene):
    before = table_of(season.series).rows
    (match,) = play_offs.make(season.season, season.officer)
    assert (match.home.name, match.round, match.day) == (f"{cast.club(201).name} 9", 12, DAY)
    assert match.away_id == before[0].team
    played(match, "01", "01")
    assert table_of(season.series).rows == before
    assert play_offs.make(season.season, season.officer) == []


@pytest.mark.parametrize(
    ("letters", "expected"),
    [("01", {"2": "3A", "3A": "2"}), ("10", {"2": "2", "3A": "3A"}), ("==", {"2": "2", "3A": "3A"})],
)
def test_the_winner_plays_in_the_division_that_the_rules_name(season: Scene, letters: str, expected: dict):
    (match,) = play_offs.make(season.season, season.officer)
    assert set(next_codes(season).values()) == {("2", "2"), ("3A", "3A")}
    played(match, letters, letters)
    assert dict(next_codes(season).values()) == expected


def test_a_ruling_decides_a_drawn_play_off(season: Scene):
    (match,) = play_offs.make(season.season, season.officer)
    played(match, "10", "01")
    rule(match.pk, [Effect("board", "home", 1)], season.officer, "A mobile phone")
    assert dict(next_codes(season).values()) == {"2": "3A", "3A": "2"}


@pytest.mark.parametrize(("drawn", "expected"), [("home", "home"), ("away", "away"), (None, None)])
def test_who_wins_a_drawn_play_off_is_said_by_the_rules(drawn: str | None, expected: str | None):
    result = Score((2, 2), (2, 2), is_finished=True)
    assert winner(PlayOff(**TIE, drawn=drawn), result) == expected
    assert winner(PlayOff(**TIE, drawn=drawn), Score((2, 0), (0, 0), is_finished=False)) is None


def test_home_and_away_may_be_swapped(season: Scene):
    (match,) = play_offs.make(season.season, season.officer)
    Match.objects.filter(pk=match.pk).update(home=match.away, away=match.home)
    match.refresh_from_db()
    played(match, "10", "10")
    assert dict(next_codes(season).values()) == {"2": "3A", "3A": "2"}


@pytest.mark.parametrize(
    ("rules", "said"),
    [
        ([], "name no play-offs"),
        ([TIE | {"home": "2.7"}], "which no series of this season has"),
        ([TIE | {"away": "4C.1"}], "which no series of this season has"),
    ],
)
def test_rules_that_name_no_team_are_refused(season: Scene, rules: list, said: str):
    name_play_offs(*rules)
    with pytest.raises(Refused) as refused:
        play_offs.make(season.season, season.officer)
    assert said in refused.value.template
    assert not Match.objects.filter(is_play_off=True).exists()


def test_play_offs_wait_for_the_tables_the_calendar_and_the_officer(season: Scene):
    Board.objects.filter(match__series=season.series).update(played="**")
    for user, said in ((season.captains[101], "may not act"), (season.officer, "is not final")):
        with pytest.raises(Refused) as refused:
            play_offs.make(season.season, user)
        assert said in refused.value.template
    RoundDay.objects.filter(kind=RoundDay.Kind.PLAY_OFF).delete()
    with pytest.raises(Refused) as refused:
        play_offs.make(season.season, season.officer)
    assert "no day for play-offs" in refused.value.template


@pytest.mark.long
def test_the_pages_of_the_officer_and_the_public_show_the_play_off(client: Client, season: Scene):
    client.force_login(season.officer)
    address = "/en/league-office/interclubs-2025-26/next/"
    assert "place 2 of series 2 – place 1 of series 3A" in client.get(address).content.decode()
    client.post(f"{address}play-offs/")
    match = played(Match.objects.get(is_play_off=True), "01", "01")
    assert f"{match.away} has won" in client.get(address).content.decode()
    for page in ("", "3A/", "2/scorers/", "2/files/trf26.trf"):
        assert client.get(f"/en/interclubs/interclubs-2025-26/{page}").status_code == 200
    assert (
        f'{match}</a><span class="score">0–2</span>'
        in client.get("/en/interclubs/interclubs-2025-26/").content.decode()
    )
    assert client.get(f"/en/interclubs/matches/{match.pk}/").status_code == 200
    for team in (match.home_id, match.away_id):
        (shown,) = client.get(f"/en/interclubs/teams/{team}/").context["play_offs"]
        assert (shown.match, shown.score) == (match, "0–2")
    sent = {"effect": "match", "side": "away", "reason": "A mobile phone", "preview": ""}
    text = client.post(f"/en/league-office/matches/{match.pk}/rule/", sent).content.decode()
    assert "No team changes its place in the table." in text


def test_files_of_the_season_mark_the_play_off_and_a_table_with_one_is_not_taken_over(season: Scene):
    (match,) = play_offs.make(season.season, season.officer)
    played(match, "01", "01")
    marked = [each["id"] for each in json.loads(season_files.bundle(season.season))["matches"] if each["is_play_off"]]
    assert marked == [match.pk]
    data = season_files.results(season.season)
    rows = list(csv.DictReader(io.StringIO(data.decode("utf-8-sig"))))
    assert [row["board"] for row in rows if row["play_off"]] == ["1", "2"]
    assert any("leave play-offs out" in each for each in takeover.plan(season.season, data).problems)
