"""The captain's phone: taps for a line-up and for results, confirmation, what others may not see."""

from __future__ import annotations

import pytest
from django.test import Client

from leagues.captain.pages import Change
from leagues.matches import confirmation, line_ups
from leagues.matches.results import fingerprint
from leagues.models import LineUp, Match, Protest
from leagues.rulings.rule import rule
from tests.leagues import scene
from tests.leagues.scene import Scene

pytestmark = pytest.mark.django_db


@pytest.fixture
def season() -> Scene:
    return scene.started()


def address(match: Match, side: str, page: str = "") -> str:
    return f"/en/captain/{match.pk}/{side}/{page}"


def test_a_line_up_takes_a_tap_for_each_board_and_one_to_lock(client: Client, season: Scene):
    match = season.match(101, 201)
    client.force_login(season.captain(match, "home"))
    page = client.get(address(match, "home", "line-up/")).context["page"]
    taps = [f"add:{each.entry.pk}" for each in page.allowed[:2]] + ["lock"]
    for tap in taps:
        client.post(address(match, "home", "line-up/change/"), {"do": tap})
    stored = LineUp.objects.get()
    assert stored.seats == [each.entry.pk for each in page.allowed[:2]]
    assert stored.locked_at
    assert "Unlock line-up" in client.get(address(match, "home", "line-up/")).content.decode()


@pytest.mark.long
def test_boards_are_emptied_and_filled_by_strength(client: Client, season: Scene):
    match = season.match(101, 201)
    client.force_login(season.captain(match, "home"))
    change = address(match, "home", "line-up/change/")
    client.post(change, {"do": "strength"})
    assert None not in LineUp.objects.get().seats
    client.post(change, {"do": "remove:1"})
    assert LineUp.objects.get().seats[0] is None
    client.post(change, {"do": "empty"})
    assert LineUp.objects.get().seats == [None, None]


@pytest.mark.parametrize("tap", ["", "add:", "add:x", "add:999999999999", "remove:9", "remove:0", "dance:1"])
def test_an_odd_tap_changes_nothing(client: Client, season: Scene, tap: str):
    match = season.match(101, 201)
    client.force_login(season.captain(match, "home"))
    assert client.post(address(match, "home", "line-up/change/"), {"do": tap}).status_code == 302
    assert not any(LineUp.objects.get().seats)


def test_a_player_who_may_not_play_is_shown_with_the_reason(client: Client, season: Scene):
    match = season.match(101, 201)
    entry = scene.listed(match, "home")[0]
    entry.member.affiliations.all().delete()
    client.force_login(season.captain(match, "home"))
    page = client.get(address(match, "home", "line-up/")).content.decode()
    assert f"{entry.member.name} is not affiliated on the day of the match." in page


@pytest.mark.long
def test_the_other_side_and_strangers_do_not_find_the_page_of_a_side(client: Client, season: Scene):
    match = season.match(101, 201)
    for user in (season.captain(match, "away"), season.captains[301], season.officer):
        client.force_login(user)
        assert client.get(address(match, "home", "line-up/")).status_code == 404
        assert client.post(address(match, "home", "line-up/change/"), {"do": "strength"}).status_code == 404
    assert not LineUp.objects.exists()


@pytest.mark.long
def test_a_result_takes_a_tap_and_a_stale_one_is_refused(client: Client, season: Scene):
    match = scene.revealed(season, season.match(101, 201))
    client.force_login(season.captain(match, "home"))
    enter = address(match, "home", "result/")
    client.post(enter, {"result": "1:10:**"})
    client.post(enter, {"result": "2:==:**"})
    assert fingerprint(match.boards.all()) == "10.=="
    answer = client.post(enter, {"result": "1:01:**"}, follow=True)
    assert "someone else has meanwhile entered another result" in answer.content.decode()
    assert fingerprint(match.boards.all()) == "10.=="


@pytest.mark.long
def test_a_forfeit_is_shown_as_the_pressed_key_and_the_others_behind_one_more_tap(client: Client, season: Scene):
    match = scene.revealed(season, season.match(101, 201), empty=("away",))
    first, second = match.boards.select_related("home", "away")
    client.force_login(season.captain(match, "home"))
    enter = address(match, "home", "result/")
    keys = client.get(address(match, "home")).context["board_keys"]
    assert [each.forfeits for each in keys] == [
        [
            ("+-", f"{first.away.name} did not turn up"),
            ("-+", f"{first.home.name} did not turn up"),
            ("--", "neither player turned up"),
        ],
        [("+-", f"{match.away} named nobody"), ("--", "neither player turned up")],
    ]
    assert second.away is None
    page = client.post(enter, {"result": "1:-+:**"}, follow=True)
    assert 'aria-pressed="true">– + ' + first.home.name in page.content.decode()
    assert [each.forfeit for each in page.context["board_keys"]] == [f"{first.home.name} did not turn up", ""]
    page = client.post(enter, {"result": "all:away"}, follow=True)
    assert [each.forfeit for each in page.context["board_keys"]][1] == f"{match.away} named nobody"
    assert "A whole team did not turn up" not in page.content.decode()
    assert "Say which team" in client.post(enter, {"result": "all:north"}, follow=True).content.decode()


@pytest.mark.long
@pytest.mark.parametrize("sent", ["", "x", "1", "1:10", "0:10:**", "9999:10:**", "1:zz:**"])
def test_an_odd_result_is_refused(client: Client, season: Scene, sent: str):
    match = scene.revealed(season, season.match(101, 201))
    client.force_login(season.captain(match, "home"))
    answer = client.post(address(match, "home", "result/"), {"result": sent}, follow=True)
    assert answer.status_code == 200
    assert fingerprint(match.boards.all()) == "**.**"


@pytest.mark.long
def test_the_other_captain_confirms_on_the_same_phone_with_a_code(client: Client, season: Scene):
    match = scene.entered(season, scene.revealed(season, season.match(101, 201)), "10", "==")
    client.force_login(season.captain(match, "home"))
    page = client.get(address(match, "home")).content.decode()
    assert confirmation.code(match, "home") in page
    assert confirmation.code(match, "away") not in page
    confirm, seen = address(match, "home", "confirm/"), fingerprint(match.boards.all())
    client.post(confirm, {"seen": seen})
    client.post(confirm, {"seen": seen, "code": confirmation.code(match, "away")})
    match.refresh_from_db()
    assert match.state == Match.State.CLOSED


@pytest.mark.long
def test_a_link_confirms_without_an_account(client: Client, season: Scene):
    match = scene.entered(season, scene.revealed(season, season.match(101, 201)), "10", "==")
    link = f"/en/confirm-result/{confirmation.token(match, 'away')}/"
    assert "Confirm for" in client.get(link).content.decode()
    answer = client.post(link, {"seen": fingerprint(match.boards.all())}, follow=True)
    assert "The result is confirmed." in answer.content.decode()
    match.refresh_from_db()
    assert match.away_confirmed_at
    assert client.get("/en/confirm-result/wrong/").status_code == 404


def test_a_captain_reads_which_boards_were_changed_after_they_had_confirmed(client: Client, season: Scene):
    match = scene.entered(season, scene.revealed(season, season.match(101, 201)), "10", "==")
    seen = fingerprint(match.boards.all())
    for side in ("home", "away"):
        client.force_login(season.captain(match, side))
        page = client.get(address(match, side))
        assert (page.context["changes"], page.context["score"]) == ([], "1½–½")
        if side == "home":
            client.post(address(match, "home", "confirm/"), {"seen": seen})
    for tap in ("2:01:==", "1:==:10", "1:10:=="):
        client.post(address(match, "away", "result/"), {"result": tap})
    assert client.get(address(match, "away")).context["changes"] == []
    client.force_login(season.captain(match, "home"))
    page = client.get(address(match, "home"))
    assert (page.context["changes"], page.context["score"]) == ([Change(2, "½–½", "0–1")], "1–1")
    assert "Board 2: ½–½ before, now 0–1" in page.content.decode()


def test_a_captain_sends_a_protest_and_both_sides_read_what_became_of_it(client: Client, season: Scene):
    match = scene.revealed(season, season.match(101, 201))
    away, home = season.captain(match, "away"), season.captain(match, "home")
    client.force_login(home)
    client.post(address(match, "home", "protest/"), {"text": "A mobile phone"})
    assert Protest.objects.get().text == "A mobile phone"
    assert (
        "Your protest: <q>A mobile phone</q> The officer has not" in client.get(address(match, "home")).content.decode()
    )
    rule(match.pk, [], season.officer, "Nobody saw it")
    client.force_login(away)
    text = client.get(address(match, "away")).content.decode()
    assert f"{match.home} has protested. The officer has decided." in text
    assert "A mobile phone" not in text
    assert "Nobody saw it" in text  # the ruling


def test_the_list_of_matches_takes_few_queries(client: Client, season: Scene, django_assert_num_queries: object):
    match = season.match(101, 201)
    client.force_login(season.captain(match, "home"))
    with django_assert_num_queries(8):
        page = client.get("/en/captain/").content.decode()
    assert str(match) in page


@pytest.mark.long
def test_line_up_and_results_take_few_queries(client: Client, season: Scene, django_assert_num_queries: object):
    match = season.match(101, 201)
    client.force_login(season.captain(match, "home"))
    first, second = (each.pk for each in scene.listed(match, "home")[:2])
    for seats in ([], [first], [first, second]):
        if seats:
            line_ups.save(match.pk, "home", seats, season.captain(match, "home"))
        with django_assert_num_queries(8):
            page = client.get(address(match, "home", "line-up/")).context["page"]
        assert page.manned == len(seats)
    scene.revealed(season, match)
    with django_assert_num_queries(6):
        client.get(address(match, "home"))
    for tap in ("1:10:**", "2:==:**", "2:01:=="):
        with django_assert_num_queries(12):
            client.post(address(match, "home", "result/"), {"result": tap})
    seen = fingerprint(match.boards.all())
    assert seen == "10.01"
    with django_assert_num_queries(11):
        client.post(address(match, "home", "confirm/"), {"seen": seen})
