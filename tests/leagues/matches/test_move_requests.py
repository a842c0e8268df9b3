"""A match moves when the other side agrees to a proposal."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client

from leagues.checks import courses
from leagues.checks.courses import with_halls
from leagues.errors import Refused
from leagues.matches import move_requests
from leagues.matches.rules_in_force import RulesOfSeasons
from leagues.models import Match, MoveRequest, ProposedDay, RoundDay
from tests.leagues import scene
from tests.leagues.scene import Scene

pytestmark = pytest.mark.django_db
DAYS = [ProposedDay(dt.date(2026, 3, day), dt.time(14, 30)) for day in (22, 29)]


@pytest.fixture
def season() -> Scene:
    return scene.started()


def proposed(season: Scene, match: Match, **changes: object) -> MoveRequest:
    return move_requests.propose(match.pk, "home", DAYS, season.captain(match, "home"), "The hall is let", **changes)


def test_a_match_moves_to_the_day_to_which_the_other_side_agrees(season: Scene):
    match = season.match(101, 201)
    planned, asked = match.day, proposed(season, match)
    with pytest.raises(Refused, match="may not act"):
        move_requests.agree(asked.pk, season.captain(match, "home"), 1)
    with pytest.raises(Refused, match="one of the proposed days"):
        move_requests.agree(asked.pk, season.captain(match, "away"), 2)
    moved = move_requests.agree(asked.pk, season.captain(match, "away"), 1)
    assert (moved.day, moved.starts, moved.moved_from) == (dt.date(2026, 3, 29), dt.time(14, 30), planned)
    with pytest.raises(Refused, match="has been answered"):
        move_requests.refuse(asked.pk, season.captain(match, "away"))
    rows = list(with_halls(Match.objects.filter(pk=match.pk)).select_related("series__division__season"))
    found = courses.findings(rows, RulesOfSeasons([season.season]).of)
    assert "moved_unasked" not in {each.code for each in found}


def test_captains_read_the_days_in_reserve_and_move_no_match_that_all_play_together(client: Client, season: Scene):
    match = season.match(101, 201)
    by = season.captain(match, "home")
    reserve = RoundDay.objects.create(
        season=season.season, number=match.round, date=match.day + dt.timedelta(7), kind=RoundDay.Kind.RESERVE
    )
    client.force_login(by)
    assert client.get(f"/en/captain/{match.pk}/home/move/").context["reserve_days"] == [reserve.date]
    RoundDay.objects.filter(number=match.round, kind=RoundDay.Kind.ROUND).update(kind=RoundDay.Kind.TOGETHER)
    with pytest.raises(Refused, match="is played by all on"):
        proposed(season, match)
    assert move_requests.propose(match.pk, "home", [], by, swap=True).swap


def test_home_and_away_are_swapped_by_consent_in_one_step(season: Scene):
    match = season.match(101, 201)
    by = season.captain(match, "home")
    asked = move_requests.propose(match.pk, "home", [], by, swap=True)
    moved = move_requests.agree(asked.pk, season.captain(match, "away"))
    assert (moved.home_id, moved.away_id, moved.venue) == (match.away_id, match.home_id, match.away.venue)


def test_a_refused_or_withdrawn_proposal_changes_nothing_and_leaves_room_for_another(season: Scene):
    match = season.match(101, 201)
    asked = proposed(season, match)
    with pytest.raises(Refused, match="already waits"):
        proposed(season, match)
    move_requests.refuse(asked.pk, season.captain(match, "away"), "We are too few")
    second = proposed(season, match)
    move_requests.withdraw(second.pk, season.captain(match, "home"))
    states = list(MoveRequest.objects.order_by("pk").values_list("state", "answer"))
    assert states == [("refused", "We are too few"), ("withdrawn", "")]
    assert Match.objects.get(pk=match.pk).day == match.day


@pytest.mark.long
def test_nobody_proposes_a_day_outside_the_season_nor_for_a_match_that_has_begun(season: Scene):
    match = season.match(101, 201)
    by = season.captain(match, "home")
    for days, said in (
        ([ProposedDay(dt.date(2027, 1, 1), dt.time(14))], "outside"),
        ([], "Propose a day"),
        (DAYS * 2, "3 days"),
    ):
        with pytest.raises(Refused, match=said):
            move_requests.propose(match.pk, "home", days, by)
    scene.revealed(season, match)
    with pytest.raises(Refused, match="has begun"):
        proposed(season, match)


@pytest.mark.long
def test_a_move_is_proposed_and_agreed_to_on_the_pages(client: Client, season: Scene):
    match = season.match(101, 201)
    client.force_login(season.captain(match, "home"))
    address = f"/en/captain/{match.pk}/home/move/"
    assert "Propose up to three days." in client.get(address).content.decode()
    client.post(f"{address}propose/", {"day1": "2026-03-29", "starts1": "15:00", "reason": "The hall is let"})
    asked = MoveRequest.objects.get()
    assert "Withdraw proposal" in client.get(address).content.decode()
    client.force_login(season.captain(match, "away"))
    theirs = f"/en/captain/{match.pk}/away/move/"
    assert "Agree to 29 March 2026, 15:00" in client.get(theirs).content.decode()
    answer = client.post(f"{theirs}answer/", {"request": asked.pk, "do": "agree:0", "answer": "Fine"}, follow=True)
    assert "The match is moved." in answer.content.decode()
    assert Match.objects.get(pk=match.pk).day == dt.date(2026, 3, 29)
    assert client.post(f"{theirs}answer/", {"request": "x", "do": "agree:0"}).status_code == 404
