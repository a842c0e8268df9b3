"""Twenty unmatched players of a file in a real browser: the clicks and the pages that they take."""

from __future__ import annotations

import datetime as dt

import pytest
from playwright.sync_api import Page, expect

from federation.models import Member
from tests import cast
from tests.browser.conftest import PHONE, Visitor
from tests.tournaments import events
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)

MISSPELLED = {
    "Aert": "Anna", "Beaten": "Bram", "Klaes": "Chloë", "Dubios": "Didier", "Evrad": "Elodie", "Fontein": "Felix",
    "Gossens": "Gust", "Herman": "Hanne", "Iserbijt": "Ilse", "Jansens": "J.",
}  # fmt: skip
NEWCOMERS = ("Kwinten", "Lemmens", "Mortier", "Noppe", "Ottevaere")
GUESTS = ("Pfeiffer", "Quast", "Rombach", "Schlegel", "Tiedemann")
BORN = dt.date(2003, 3, 1)


def cup() -> Tournament:
    """Return a tournament of ten misspelled members, five people with a birth date, and five guests."""
    players = [events.unknown(number, *name) for number, name in enumerate(MISSPELLED.items(), 1)]
    players += [events.unknown(number, name, "Kobe", birth_date=BORN) for number, name in enumerate(NEWCOMERS, 11)]
    players += [events.unknown(number, name, "Uwe", rating=1500) for number, name in enumerate(GUESTS, 16)]
    games = [events.game(1, number, number + 10) for number in range(1, 11)]
    return events.tournament(*players, pairings=games)


def decide(visitor: Visitor) -> tuple[int, int]:
    """Decide about everybody as a secretary would. Return the clicks and the pages loaded."""
    tournament = cup()
    visitor.log_in(cast.secretary())
    page = visitor.open(f"/en/my-club/tournaments/{tournament.pk}/")
    loads: list[str] = []
    page.on("load", lambda loaded: loads.append(loaded.url))
    clicks = [
        page.get_by_role("link", name="Decide about all unmatched players"),
        page.get_by_label("Create members where the file says enough, mark the rest as non-members"),
        page.get_by_role("button", name="Confirm all shown"),
    ]
    for click in clicks:
        click.click()
    expect(page.get_by_text("Saved: 10 players matched, 5 non-members, 5 new members.")).to_be_visible()
    page.wait_for_load_state()
    assert not tournament.participants.filter(member=None, outsider=False).exists()
    assert Member.objects.filter(birth_date=BORN).count() == len(NEWCOMERS)
    return len(clicks), len(loads)


def test_twenty_unmatched_players_take_three_clicks_and_two_pages(visitor: Visitor) -> None:
    assert decide(visitor) == (3, 2)


def test_the_effect_follows_each_choice_on_a_phone(visitor: Visitor) -> None:
    tournament = cup()
    visitor.log_in(cast.secretary())
    visitor.page.set_viewport_size(PHONE)
    page: Page = visitor.open(f"/en/my-club/tournaments/{tournament.pk}/players/")
    effect = page.locator("#effect")
    expect(effect).to_contain_text("Matched with a member10")
    page.get_by_label("Mark them as non-members", exact=True).click()
    expect(effect).to_contain_text("Non-members10")
    page.get_by_label("Aert, Anna", exact=True).select_option("Not a member")
    expect(effect).to_contain_text("Non-members11")
