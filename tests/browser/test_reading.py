"""How one reads the site: by keyboard, in four languages, in the dark, live and without scripts."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests import cast
from tests.browser.conftest import PHONE, Visitor
from tests.ratings import published

pytestmark = pytest.mark.django_db(transaction=True)

FOCUSED = "document.activeElement.innerText.split(/\\s+/).join(' ').trim()"


def test_the_first_tab_leads_past_the_menu(visitor: Visitor) -> None:
    page = visitor.open("/en/lists/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_in_viewport()
    page.keyboard.press("Enter")
    assert page.evaluate("document.activeElement.id") == "content"


def test_the_menu_goes_by_tab_in_the_order_of_reading_and_shows_where_one_is(visitor: Visitor) -> None:
    page = visitor.open("/en/lists/")
    stops = []
    for _ in range(14):
        page.keyboard.press("Tab")
        stops.append(page.evaluate(FOCUSED))
        assert page.evaluate("getComputedStyle(document.activeElement).outlineStyle") == "solid"
    assert stops[1:5] == ["FR Français", "NL Nederlands", "DE Deutsch", "EN English"]
    assert stops[5:] == [
        "Search",
        "Dark mode",
        "? Help with this page",
        "Log in",
        "Classement",
        "Ratings",
        "Players",
        "Clubs",
        "Tournaments",
    ]
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text("Tournaments")


def test_every_language_keeps_the_page_and_what_was_asked(visitor: Visitor) -> None:
    published.spring_list()
    page = visitor.open("/lists/elo/2026-07/?sex=F&page=1")
    assert page.evaluate("document.documentElement.lang") == "fr"
    for code, name in (("nl", "Nederlands"), ("de", "Deutsch"), ("en", "English"), ("fr", "Français")):
        page.get_by_role("link", name=name).click()
        prefix = "" if code == "fr" else f"/{code}"
        expect(page).to_have_url(f"{visitor.home}{prefix}/lists/elo/2026-07/?sex=F&page=1")
        assert page.evaluate("document.documentElement.lang") == code


def test_light_and_dark_follow_the_system_until_one_chooses(visitor: Visitor) -> None:
    paper = "getComputedStyle(document.documentElement).backgroundColor"
    page = visitor.open("/en/verify/")
    light = page.evaluate(paper)
    page.emulate_media(color_scheme="dark")
    dark = page.evaluate(paper)
    assert light != dark
    button = page.get_by_role("button", name="Dark mode")
    expect(button).to_have_attribute("aria-pressed", "true")
    button.click()
    assert page.evaluate(paper) == light
    page = visitor.open("/en/lists/")
    assert page.evaluate(paper) == light
    expect(page.get_by_role("button", name="Dark mode")).to_have_attribute("aria-pressed", "false")
    warning = "getComputedStyle(document.documentElement).getPropertyValue('--warn')"
    on_a_light_page = page.evaluate(warning)
    page.emulate_media(color_scheme="light")
    button.click()
    assert page.evaluate(paper) == dark
    assert page.evaluate(warning) != on_a_light_page
    page.emulate_media(media="print")
    assert page.evaluate(warning) == on_a_light_page


def test_in_the_colours_of_the_system_one_sees_where_one_is(visitor: Visitor) -> None:
    page = visitor.open("/en/lists/")
    page.emulate_media(forced_colors="active")
    menu = page.get_by_role("navigation", name="Main menu").get_by_role("link")
    lines = menu.evaluate_all("links => links.map(each => [each.innerText, getComputedStyle(each).borderBottomColor])")
    present = dict(lines)["Ratings"]
    assert [name for name, colour in lines if colour == present] == ["Ratings"]


def test_the_list_narrows_as_one_types_and_the_way_back_leads_back(visitor: Visitor) -> None:
    published.spring_list()
    page = visitor.open("/en/lists/elo/2026-07/")
    rows = page.locator("#results tbody tr")
    expect(rows).to_have_count(8)
    page.get_by_label("Name or member number").press_sequentially("her")
    expect(rows).to_have_count(1)
    expect(page.locator("#found")).to_have_text("1 of 8 ranked players")
    expect(page).to_have_url(f"{visitor.home}/en/lists/elo/2026-07/?name=her")
    page.get_by_label("Name or member number").fill("")
    page.get_by_label("Sex").select_option("F")
    expect(rows).to_have_count(4)
    expect(page).to_have_url(f"{visitor.home}/en/lists/elo/2026-07/?sex=F")
    page.get_by_role("link", name="Change").click()
    expect(page).to_have_url(f"{visitor.home}/en/lists/elo/2026-07/?sex=F&sort=-change")
    expect(rows).to_have_count(4)
    for address in ("?sex=F", "?name=her"):  # each step back asks the server: the second waits for the first
        with page.expect_response(f"{visitor.home}/en/lists/elo/2026-07/{address}"):
            page.go_back()
    expect(page).to_have_url(f"{visitor.home}/en/lists/elo/2026-07/?name=her")
    expect(page.locator("html")).to_contain_text("Check this list")
    expect(rows).to_have_count(1)


def test_the_search_for_players_is_live(visitor: Visitor) -> None:
    cast.everybody()
    page = visitor.open("/en/players/")
    page.get_by_label("Name or member number").press_sequentially("aer")
    expect(page.get_by_role("link", name="Aerts, Anna")).to_be_visible()
    expect(page).to_have_url(f"{visitor.home}/en/players/?name=aer")


def test_filters_work_without_scripts(reader_without_javascript: Visitor) -> None:
    published.spring_list()
    page = reader_without_javascript.open("/en/lists/elo/2026-07/")
    page.get_by_label("Sex").select_option("F")
    page.get_by_role("button", name="Apply").click()
    expect(page.locator("#results tbody tr")).to_have_count(4)
    expect(page.get_by_role("button", name="Dark mode")).to_be_hidden()


def test_on_a_phone_the_filters_lie_behind_one_word(visitor: Visitor) -> None:
    published.spring_list()
    page = visitor.open("/en/lists/elo/2026-07/")
    page.set_viewport_size(PHONE)
    club = page.locator("select#id_club")
    expect(club).to_be_hidden()
    page.get_by_text("Filter by club, league, age ...").click()
    club.select_option("101")
    expect(page.locator("#results tbody tr")).to_have_count(3)


def test_one_logs_in_and_out(visitor: Visitor) -> None:
    user = cast.secretary()
    page = visitor.open("/en/login/?next=/en/clubs/")
    page.get_by_label("User name").fill(user.username)
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Log in").click()
    expect(page.get_by_role("alert")).to_contain_text("Wrong user name or password.")
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("button", name="Log in").click()
    expect(page).to_have_url(f"{visitor.home}/en/clubs/")
    page.get_by_role("button", name="Log out").click()
    expect(page.get_by_role("link", name="Log in")).to_be_visible()
