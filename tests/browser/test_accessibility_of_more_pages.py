"""The pages of records, statistics, leagues, programs and offices, looked at as those of `test_accessibility`."""

from __future__ import annotations

import pytest

from ratings.living.renew import renew
from ratings.models import RatingPool
from tests import cast
from tests.browser.conftest import Visitor
from tests.browser.test_accessibility import everything, faults
from tests.leagues import scene as leagues
from tests.ratings import scene
from tests.tournaments.deadlines.test_announcements import TODAY, announced
from tournaments.prizes.prizes import set_prizes

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.long]


def found_on(visitor: Visitor, *addresses: str) -> dict[str, list[str]]:
    """Return what is wrong on each page. Every address has to be one."""
    found = {}
    for address in addresses:
        answer = visitor.page.goto(visitor.home + address)
        found[address] = faults(visitor.page) if answer.ok else [f"status {answer.status}"]
    return {address: wrong for address, wrong in found.items() if wrong}


def test_lists_records_and_statistics_are_for_everybody(visitor: Visitor) -> None:
    everything()
    scene.tournament(["10001 10002 1-0", "10003 10001 1/2"], name="Autumn", start=scene.LIST.replace(month=9))
    renew(RatingPool.objects.get())
    coming = announced(TODAY, TODAY)
    player = "/en/players/10001/"
    tabs = ("games/", "tournaments/", "opponents/", "record/", "calculations/", "elo/today/")
    lists = ("today/", "next/", "next/players/", "2026-07/recalculate/", "?columns=name&sex=F")
    assert (
        found_on(
            visitor,
            *(f"{player}{tab}" for tab in tabs),
            *(f"/en/lists/elo/{page}" for page in lists),
            *("/en/tops/elo/number-ones/", "/en/head-to-head/?player=10001&player=10002", "/en/embed/lists/elo/"),
            *(
                "/en/statistics/",
                "/en/statistics/ages/",
                "/en/clubs/ranking/",
                "/en/clubs/201/history/",
                "/en/leagues/",
            ),
            *(
                "/en/log/",
                "/en/api/",
                "/en/rules/",
                "/en/tournaments/announced/",
                f"/en/tournaments/announced/{coming.address}/",
                "/en/privacy/",
                "/en/search/?q=aerts",
            ),
        )
        == {}
    )


def test_prizes_and_their_sheet_are_for_everybody(visitor: Visitor) -> None:
    made = scene.tournament(["10001 10002 1-0", "10003 10001 1/2", "10002 10003 0-1"], name="Round robin")
    set_prizes(made, {"main": 2, "amounts": [10000, 5000], "sharing": "hort", "women": True})
    address = f"/en/tournaments/{made.pk}/prizes/"
    assert found_on(visitor, address, f"{address}?sheet=1") == {}
    visitor.log_in(cast.rating_officer())
    assert found_on(visitor, f"/en/my-club/tournaments/{made.pk}/prizes/") == {}


def test_announcing_a_tournament_is_for_everybody(visitor: Visitor) -> None:
    made = announced(TODAY, TODAY, fide_rated=True)
    visitor.log_in(cast.rating_officer())
    page = f"/en/my-club/announced/{made.pk}/"
    assert found_on(visitor, "/en/my-club/announce/", page, f"{page}fide/") == {}


def test_a_league_season_is_for_everybody(visitor: Visitor) -> None:
    season = leagues.started()
    match = season.match(101, 201)
    root = f"/en/interclubs/{season.season.slug}/"
    assert (
        found_on(
            visitor,
            *("/en/interclubs/", root, f"{root}live/", f"{root}rulings/", f"{root}clubs/101/"),
            *(f"/en/interclubs/matches/{match.pk}/", f"/en/interclubs/teams/{match.home.pk}/"),
        )
        == {}
    )


@pytest.mark.parametrize(
    "addresses",
    [
        ("office/", "office/season/", "office/search/?q=aerts", "office/webhooks/", "offices/"),
        ("treasury/", "privacy/erasures/", "privacy/corrections/", "privacy/looks/"),
        ("account/sessions/", "account/second-factor/"),
    ],
    ids=["office", "treasury and privacy", "account"],
)
def test_pages_of_offices_are_for_everybody(visitor: Visitor, addresses: tuple[str, ...]) -> None:
    everything()
    visitor.log_in(cast.administrator())
    assert found_on(visitor, *(f"/en/{address}" for address in addresses)) == {}
