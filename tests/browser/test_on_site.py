"""A tournament on a phone in a real browser: results by the thumb, with scripts and without."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from federation.background import worker
from tests import cast
from tests.browser.conftest import PHONE, Visitor
from tests.browser.test_accessibility import faults
from tests.tournaments import played
from tournaments.models import OnSiteVisibility, Stage, Tournament
from tournaments.on_site import manual_pairing, results, tournament

pytestmark = pytest.mark.django_db(transaction=True)
THUMB = 44  # CSS pixels


def new_tournament(page: Page) -> None:
    page.get_by_role("link", name="Run a tournament here").click()
    page.get_by_label("Name").fill("Club Evening")
    page.get_by_label("From").fill("2026-03-14")
    page.get_by_label("To", exact=True).fill("2026-03-14")
    page.get_by_label("Rounds").fill("1")
    page.get_by_role("button", name="Create tournament").click()


def add(page: Page, name: str, rating: str) -> None:
    page.get_by_label("Name or member number").fill(name)
    page.get_by_role("button", name="Search").click()
    page.get_by_label("Rating").first.fill(rating)
    page.get_by_role("button", name="Add").first.click()


def run_and_submit(page: Page) -> None:
    new_tournament(page)
    for name, rating in (("aerts", "2000"), ("baeten", "1900"), ("claes", "1800"), ("dubois", "1700")):
        add(page, name, rating)
    page.get_by_role("link", name="Overview").click()
    page.get_by_role("button", name="Pair round 1").click()
    expect(page.get_by_role("progressbar")).to_be_visible()
    worker.run(tournament.last_job(Tournament.objects.get()).pk)


@pytest.mark.long
def test_a_secretary_runs_a_tournament_on_a_phone(visitor: Visitor) -> None:
    cast.everybody()
    visitor.log_in(cast.secretary())
    visitor.page.set_viewport_size(PHONE)
    page = visitor.open("/en/my-club/tournaments/")
    run_and_submit(page)
    page.get_by_role("link", name="Enter results").click()  # the page came by itself
    buttons = page.get_by_role("button", name="1–0", exact=True)
    assert all(button.bounding_box()["height"] >= THUMB for button in buttons.all())
    address = page.url
    visitor.context.set_offline(True)
    buttons.first.click()
    expect(page.get_by_role("alert")).to_contain_text("this result may not have been saved. Press it again")
    visitor.context.set_offline(False)
    visitor.complaints.clear()  # the browser's own, of the line that broke
    buttons.first.click()
    expect(page.get_by_text("1 of 2 results")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)
    expect(buttons.first).to_have_attribute("aria-pressed", "true")
    page.get_by_text("other result…").nth(1).click()
    page.get_by_role("button", name="0–1 by forfeit").nth(0).click()
    expect(page.get_by_text("2 of 2 results")).to_be_visible()
    assert page.url == address  # the page was not loaded again
    page.get_by_role("link", name="Next step").click()
    page.get_by_role("button", name="Finish and submit").click()
    expect(page.get_by_text("Submitted. Oost-Vlaanderen will check it")).to_be_visible()
    assert sorted(game.score for game in Tournament.objects.get().pairings.all()) == ["1–0", "− / +"]


@pytest.mark.long
def test_results_are_entered_without_scripts(reader_without_javascript: Visitor) -> None:
    cast.everybody()
    reader_without_javascript.log_in(cast.secretary())
    page = reader_without_javascript.open("/en/my-club/tournaments/")
    run_and_submit(page)
    page.get_by_role("link", name="Refresh").click()
    page.get_by_role("link", name="Enter results").click()
    for board in (0, 1):
        page.get_by_role("button", name="½–½").nth(board).click()
    page.get_by_role("link", name="Next step").click()
    page.get_by_role("button", name="Finish and submit").click()
    assert Tournament.objects.get().stage == Stage.WITH_LEAGUE


@pytest.mark.long
def test_its_pages_are_for_everybody(visitor: Visitor) -> None:
    cast.everybody()
    made = played.tournament(5)
    played.pair(made, 1)
    manual_pairing.swap(made, 1, *(played.somebody(made, number).pk for number in (1, 2)))
    played.play(made, 1)
    played.pair(made, 2)
    game = made.pairings.get(round=1, board=1)
    results.enter_result(game, *played.DRAW, confirmed=2)
    tournament.show(made, OnSiteVisibility.PUBLIC)
    visitor.log_in(cast.secretary())
    root = f"/en/my-club/events/{made.pk}/"
    late = f"{root}rounds/1/result/{game.pk}/change/?to=10"
    player = played.somebody(made, 1).pk
    addresses = [root, f"{root}players/?q=a", f"{root}players/{player}/", f"{root}rounds/1/", f"{root}rounds/1/sheet/"]
    addresses += [f"{root}rounds/1/sheet/{kind}/" for kind in ("names", "slips", "schedule")]
    addresses += [f"{root}rounds/1/pairings/edit/", late, f"{late}&sure"]
    addresses += [f"{root}{page}/" for page in ("standings", "crosstable", "ratings")]
    addresses += ["/en/my-club/events/new/", f"/en/tournaments/{made.pk}/live/", "/en/tournaments/live/"]
    assert {address: found for address in addresses if (found := faults(visitor.open(address)))} == {}


@pytest.mark.long
def test_a_late_result_is_asked_about_twice_without_scripts(reader_without_javascript: Visitor) -> None:
    cast.everybody()
    made = played.tournament(4)
    played.pair(made, 1)
    played.play(made, 1)
    played.pair(made, 2)
    reader_without_javascript.log_in(cast.secretary())
    reader_without_javascript.page.set_viewport_size(PHONE)
    page = reader_without_javascript.open(f"/en/my-club/events/{made.pk}/rounds/1/")
    page.get_by_role("button", name="½–½").first.click()
    page.get_by_role("link", name="Show what followed from it").click()
    expect(page.get_by_role("main")).to_contain_text("Round 2: boards 1, 2")
    page.get_by_role("button", name="Change and mark the result").click()
    expect(page.get_by_text("the result was changed from 1–0 to ½–½ after round 2 had been paired.")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
