"""An officer corrects a result and revises every list of three pools: how many clicks that takes."""

from __future__ import annotations

import pytest
from playwright.sync_api import Locator, expect

from federation.background import worker
from federation.models import Job
from ratings.lists.revise_all import KEY
from ratings.models import RatingList
from tests import cast
from tests.browser.conftest import Visitor
from tests.ratings import scene
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db(transaction=True)


class Clicks:
    """Counts what an officer clicks."""

    def __init__(self) -> None:
        self.count = 0

    def __call__(self, what: Locator) -> None:
        what.click()
        self.count += 1


def work() -> None:
    worker.run(Job.objects.filter(key=KEY)[0].pk)


@pytest.mark.long
def test_three_pools_are_revised_after_a_correction_in_two_clicks(visitor: Visitor) -> None:
    pools = [scene.started(slug, position=number) for number, slug in enumerate(("elo", "blitz", "rapid"))]
    scene.spring()
    for pool in pools:
        scene.published(pool)
    visitor.log_in(cast.rating_officer())
    page = visitor.open(f"/en/admin/tournaments/tournament/{Tournament.objects.get().pk}/correct/")
    page.get_by_label("Find a game or a player").fill("aerts 1")
    page.get_by_role("button", name="Search").click()
    page.get_by_role("button", name="Correct this game").click()
    page.get_by_label("Result").select_option("==")
    page.get_by_label("Reason").fill("Both say draw.")
    page.get_by_role("button", name="Correct", exact=True).click()
    click = Clicks()  # the correction is made
    expect(page.get_by_role("heading", name="Revisions")).to_be_visible()
    click(page.get_by_role("button", name="Calculate revisions"))
    expect(page.get_by_role("progressbar")).to_be_visible()
    work()
    publish = page.get_by_role("button", name="Publish 3 revisions")
    expect(publish).to_be_visible()  # the page came by itself
    click(publish)
    expect(page.get_by_role("progressbar")).to_be_visible()
    work()
    expect(page.get_by_text("All published lists match their games")).to_be_visible()
    assert click.count == 2
    revised = RatingList.objects.published().filter(revision=1)
    assert list(revised.values_list("reason", flat=True)) == ["Spring Open: Both say draw."] * 3
