"""The simulator as a thumb uses it: live, and without scripts; for everybody, on a phone and at a desk."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from federation.models import Member
from tests.browser.conftest import PHONE, Visitor
from tests.browser.test_accessibility import faults
from tests.ratings import published
from tests.ratings.simulator.test_simulate import pool

pytestmark = pytest.mark.django_db(transaction=True)

PAGE = "/en/players/10001/simulator/"


@pytest.mark.long
def test_on_a_phone_games_are_entered_with_the_thumb(visitor: Visitor) -> None:
    published.spring_list()
    Member.objects.create(number="10011", last_name="Baeten", first_name="Bea")
    page = visitor.open("/en/players/10001/")
    page.set_viewport_size(PHONE)
    page.get_by_role("link", name="Calculator: what if I win?").click()
    summary = page.locator("#summary")
    opponent = page.get_by_label("Opponent: a rating or a member")
    opponent.fill("1850")
    page.get_by_role("button", name="won").click()
    expect(summary).to_have_text("1799 → 1813 +14")
    expect(summary).to_be_in_viewport()
    expect(page).to_have_url(f"{visitor.home}{PAGE}?g=1850.1&goal=1800&n=&r=")
    opponent.press_sequentially("baeten")
    page.get_by_role("button", name="Drawn with Baeten, Bram").click()
    expect(summary).to_have_text("1799 → 1808 +9")
    page.get_by_role("group", name="Result of game 1").get_by_role("button", name="½").click()
    expect(summary).to_have_text("1799 → 1796 −3")
    expect(page.get_by_role("group", name="Result of game 1").get_by_role("button", name="½")).to_be_focused()
    expect(page.locator(".htmx-added")).to_have_count(0)  # htmx listens to the fields that it has just put in
    page.get_by_label("Goal").fill("1820")
    expect(page.locator("#answers")).to_contain_text("1820 needs 2 out of 2")
    expect(page.get_by_role("heading", level=1)).to_have_text("How do I get to 1820?")
    page.get_by_label("Further games").fill("5")
    expect(page.locator("#goal-problems")).to_contain_text("Enter the strength of these opponents.")
    page.get_by_role("button", name="Remove game 1").click()
    expect(page.get_by_role("heading", name="1 game")).to_be_visible()
    expect(page.get_by_label("Further games")).to_have_value("5")
    page.go_back()
    expect(page.get_by_role("heading", name="2 games")).to_be_visible()


@pytest.mark.long
def test_everything_works_without_scripts(reader_without_javascript: Visitor) -> None:
    published.spring_list()
    Member.objects.create(number="10011", last_name="Baeten", first_name="Bea")
    page = reader_without_javascript.open(PAGE)
    page.set_viewport_size(PHONE)
    opponent = page.get_by_label("Opponent: a rating or a member")
    opponent.fill("1850")
    page.get_by_role("button", name="won").click()
    page.get_by_label("Opponent: a rating or a member").fill("baeten")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("button", name="Drawn with Baeten, Bram").click()
    expect(page.locator(".rating-now")).to_have_text("1808")
    page.get_by_role("group", name="Result of game 1").get_by_role("button", name="0").click()
    page.get_by_label("Goal").fill("1820")
    page.get_by_role("button", name="Calculate").click()
    expect(page.locator("#answers")).to_contain_text("1820 needs 2 out of 2")
    page.get_by_role("button", name="Remove all").click()
    expect(page.locator(".rating-now")).to_have_text("1799")


def test_the_games_of_an_answer_stand_below_the_head_of_its_ledger(visitor: Visitor) -> None:
    published.spring_list()
    page = visitor.open(f"{PAGE}?g=1850.1&g=1700.0")
    page.set_viewport_size(PHONE)
    points = page.locator(".answer thead th:last-child, .answer tr.game td:last-child")
    edges = points.evaluate_all("cells => cells.map(each => Math.round(each.getBoundingClientRect().right))")
    assert len(edges) == 3
    assert len(set(edges)) == 1


@pytest.mark.long
def test_the_page_is_for_everybody(visitor: Visitor) -> None:
    published.spring_list()
    pool("ffg")
    games = "?g=1850.1&g=m10002.h&g=m10009.0&g=x&goal=1850&n=10"
    addresses = [
        PAGE,
        f"{PAGE}{games}&opponent=a",
        f"{PAGE}?d=go&g=5k.1.w3.13.rapid&goal=1d",
        "/nl/players/10009/simulator/",
    ]
    assert {address: found for address in addresses if (found := faults(visitor.open(address)))} == {}
