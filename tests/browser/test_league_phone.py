"""A captain's match on a phone: how many taps it takes, and what happens without a connection."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from federation.models import AccountSession
from leagues.matches import line_ups, results
from leagues.matches.results import Entered, fingerprint
from leagues.models import LineUp, ListEntry, Match, SeasonRules
from tests import cast
from tests.browser.conftest import PHONE, Visitor
from tests.browser.test_accessibility import faults
from tests.leagues import scene

pytestmark = pytest.mark.django_db(transaction=True)
THUMB = 44  # CSS pixels
BOARDS = 8


def eight_boards() -> tuple[scene.Scene, Match]:
    """Return a match of eight boards between two clubs of eight players."""
    season = scene.started()
    SeasonRules.objects.update(changes={**scene.RULES, "boards": {"count": BOARDS, "titulars_least": 0}})
    match = season.match(101, 201)
    for team in (match.home, match.away):
        there = ListEntry.objects.filter(club=team.club).count()
        for number in range(there, BOARDS):
            member = cast.member(10001)
            member.pk, member.number, member.last_name = None, f"{team.club.key}{number:02}", f"Player {number}"
            member.fide_id = None
            member.save(force_insert=True)
            cast.affiliate(member, team.club, scene.START)
            ListEntry.objects.create(
                season=season.season, club=team.club, member=member, position=number + 1, listed_from=scene.START
            )
    return season, match


@pytest.mark.long
def test_a_line_up_of_eight_and_its_results_take_few_taps(visitor: Visitor) -> None:
    season, match = eight_boards()
    visitor.log_in(season.captain(match, "home"))
    visitor.page.set_viewport_size(PHONE)
    page = visitor.open(f"/en/captain/{match.pk}/home/line-up/")
    taps = 0
    for number in range(1, BOARDS + 1):
        button = page.locator("ul.pick button").first
        assert button.bounding_box()["height"] >= THUMB
        button.click()
        expect(page.locator(".slots li").nth(number - 1)).not_to_contain_text("empty")
        taps += 1
    page.get_by_role("button", name="Lock line-up").click()
    expect(page.get_by_role("button", name="Unlock line-up")).to_be_visible()
    assert taps + 1 <= 12
    assert LineUp.objects.get().locked_at
    assert faults(page) == []
    theirs = [entry.pk for entry in scene.listed(match, "away")][:BOARDS]
    line_ups.save(match.pk, "away", theirs, season.captain(match, "away"))
    line_ups.lock(match.pk, "away", season.captain(match, "away"))

    page = visitor.open(f"/en/captain/{match.pk}/home/")
    taps = 0
    for number in range(1, BOARDS + 1):
        button = page.locator(f"#board{number}").get_by_role("button", name="1–0")
        assert button.bounding_box()["height"] >= THUMB
        button.click()
        expect(page.locator(f"#board{number}").get_by_role("button", name="1–0")).to_have_attribute(
            "aria-pressed", "true"
        )
        taps += 1
    page.get_by_role("button", name="Confirm result").click()
    expect(page.get_by_text("Your side has confirmed.")).to_be_visible()
    assert taps + 1 <= 10
    assert fingerprint(match.boards.all()) == ".".join(["10"] * BOARDS)


def test_results_wait_without_a_connection_and_are_sent_when_there_is_one(visitor: Visitor) -> None:
    season = scene.started()
    match = scene.revealed(season, season.match(101, 201))
    visitor.log_in(season.captain(match, "home"))
    visitor.page.set_viewport_size(PHONE)
    page = visitor.open(f"/en/captain/{match.pk}/home/")
    visitor.context.set_offline(True)
    page.locator("#board1").get_by_role("button", name="1–0").click()
    page.locator("#board2").get_by_role("button", name="0–1").click()
    page.locator("#board2").get_by_role("button", name="½–½").click()
    expect(page.locator("#queued")).to_contain_text("2 results wait here")
    assert fingerprint(match.boards.all()) == "**.**"
    visitor.context.set_offline(False)
    visitor.complaints.clear()  # the browser's own, of the line that broke
    expect(page.get_by_role("button", name="Confirm result")).to_be_visible()
    expect(page.locator("#queued")).to_be_hidden()
    assert fingerprint(match.boards.all()) == "10.=="


@pytest.mark.long
def test_what_the_other_captain_entered_meanwhile_stays_and_the_page_says_so(visitor: Visitor) -> None:
    season = scene.started()
    match = scene.revealed(season, season.match(101, 201))
    visitor.log_in(season.captain(match, "away"))
    visitor.page.set_viewport_size(PHONE)
    page = visitor.open(f"/en/captain/{match.pk}/away/")
    visitor.context.set_offline(True)
    page.locator("#board1").get_by_role("button", name="0–1").click()
    page.locator("#board2").get_by_role("button", name="½–½").click()
    results.enter(match.pk, {1: Entered("**", "10")}, season.captain(match, "home"))
    visitor.context.set_offline(False)
    visitor.complaints.clear()  # the browser's own, of the line that broke
    expect(page.get_by_text("Board 1: someone else has meanwhile entered another result.")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm result")).to_be_visible()
    assert fingerprint(match.boards.all()) == "10.=="


@pytest.mark.long
def test_results_survive_a_session_that_ends_without_a_connection(visitor: Visitor) -> None:
    season = scene.started()
    match = scene.revealed(season, season.match(101, 201))
    captain = season.captain(match, "home")
    visitor.log_in(captain)
    visitor.page.set_viewport_size(PHONE)
    page = visitor.open(f"/en/captain/{match.pk}/home/")
    visitor.context.set_offline(True)
    page.locator("#board1").get_by_role("button", name="1–0").click()
    page.locator("#board2").get_by_role("button", name="½–½").click()
    expect(page.locator("#queued")).to_contain_text("2 results wait here")
    AccountSession.objects.all().delete()
    visitor.context.set_offline(False)
    expect(page.locator("input[name=username]")).to_be_visible(timeout=30_000)  # the line has to be seen again first
    visitor.complaints.clear()  # the browser's own, of the line that broke
    assert fingerprint(match.boards.all()) == "**.**"
    page.locator("input[name=username]").fill(captain.username)
    page.locator("input[name=password]").fill("correct horse battery")
    page.locator("input[name=password]").press("Enter")
    expect(page.get_by_role("button", name="Confirm result")).to_be_visible()
    assert fingerprint(match.boards.all()) == "10.=="
    assert page.evaluate("localStorage.length") == 0
