"""A secretary's year in a real browser, with its clicks counted: renew, enrol, ask for a transfer."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator

import pytest
from django.utils import timezone
from playwright.sync_api import Locator, Page, expect

from federation.identity.seasons import bounds, enrolment_year, season_year
from federation.models import Affiliation, Club, Member, TransferRequest
from tests.browser.conftest import PHONE, Visitor
from tests.browser.test_accessibility import faults
from tests.cases import long_after
from tests.federation.enrolment import scene

pytestmark = pytest.mark.django_db(transaction=True)

BORN = dt.date(1980, 3, 3)


@pytest.fixture
def club() -> Club:
    """Return club 306 with 60 members of last season."""
    found = scene.club("306")
    start, end = bounds(enrolment_year(timezone.localdate()) - 1)
    for number in range(60):
        member = Member.objects.create(number=str(11000 + number), last_name=f"Lid{number:02d}", birth_date=BORN)
        Affiliation.objects.create(member=member, club=found, start=start, end=end)
    return found


def other() -> Member:
    """Return a member of club 601."""
    start, end = bounds(season_year(timezone.localdate()))
    made = Member.objects.create(number="10003", last_name="Cools", first_name="Carla", birth_date=BORN)
    Affiliation.objects.create(member=made, club=scene.club("601"), start=start, end=end)
    return made


def clicked(*steps: Locator) -> int:
    """Click on each and return how many clicks that was."""
    for step in steps:
        step.click()
    return len(steps)


def my_club(visitor: Visitor) -> Page:
    visitor.log_in(scene.secretary("306"))
    return visitor.open("/en/my-club/")


@pytest.fixture(params=long_after(1, ["phone", "no scripts"]))
def secretary(request: pytest.FixtureRequest) -> Iterator[Visitor]:
    """Return a browser without scripts, and one of a phone."""
    found = request.getfixturevalue("reader_without_javascript" if request.param == "no scripts" else "visitor")
    if request.param == "phone":
        found.page.set_viewport_size(PHONE)
    yield found


@pytest.mark.long
def test_sixty_members_are_renewed_in_two_clicks(club: Club, secretary: Visitor) -> None:
    page = my_club(secretary)
    clicks = clicked(
        page.get_by_role("link", name="Renew them"),
        page.get_by_role("button", name="Renew 60 members"),
    )
    expect(page.get_by_text("60 members are affiliated.")).to_be_visible()
    assert clicks == 2
    assert Affiliation.objects.filter(start=bounds(enrolment_year(timezone.localdate()))[0]).count() == 60


@pytest.mark.long
def test_a_person_is_enrolled_in_three_clicks(secretary: Visitor) -> None:
    page = my_club(secretary)
    clicks = clicked(page.get_by_role("link", name="Enrol a member"))
    page.get_by_label("Last name").fill("Zeno")
    page.get_by_label("Birth date").fill("2001-02-03")
    clicks += clicked(
        page.get_by_role("button", name="Check the data"), page.get_by_role("button", name="Enrol this member")
    )
    expect(page.get_by_text("23001")).to_be_visible()
    assert clicks == 3


@pytest.mark.long
def test_a_transfer_is_asked_for_in_four_clicks(secretary: Visitor) -> None:
    member = other()
    page = my_club(secretary)
    clicks = clicked(
        page.get_by_role("link", name="Members", exact=True), page.get_by_role("link", name="Request a transfer")
    )
    page.get_by_label("Member number").fill(member.number)
    if page.get_by_label("Reason").count():  # outside the period for transfers
        page.get_by_label("Reason").fill("She has moved to Brugge for her work.")
        page.get_by_label("First day").fill((timezone.localdate() + dt.timedelta(days=7)).isoformat())
    clicks += clicked(
        page.get_by_role("button", name="Check the request"), page.get_by_role("button", name="Request the transfer")
    )
    expect(page.get_by_role("heading", name="Transfer of Cools, Carla")).to_be_visible()
    assert (clicks, TransferRequest.objects.get().new_club.number) == (4, "306")


def test_the_total_follows_the_ticks(club: Club, visitor: Visitor) -> None:
    page = my_club(visitor)
    page.get_by_role("link", name="Renew them").click()
    expect(page.locator("#effect")).to_contain_text("1,800.00")
    page.get_by_role("checkbox", name="Lid00").uncheck()
    expect(page.locator("#effect")).to_contain_text("1,770.00")
    expect(page.get_by_role("button", name="Renew 59 members")).to_be_visible()


@pytest.mark.long
def test_every_page_of_the_desk_is_for_everybody(club: Club, visitor: Visitor) -> None:
    child = Member.objects.first()
    Member.objects.filter(pk=child.pk).update(birth_date=timezone.localdate() - dt.timedelta(days=9 * 365))
    page = my_club(visitor)
    root = f"/en/my-club/clubs/{club.pk}"
    addresses = [
        *("/en/my-club/", f"{root}/members/?season={enrolment_year(timezone.localdate()) - 1}"),
        *(f"{root}/{name}/" for name in ("renewal", "enrol", "transfers", "transfers/ask", "data")),
        *(f"{root}/members/{child.pk}/", f"{root}/members/{child.pk}/?as=public"),
    ]
    assert page is visitor.page
    assert {address: found for address in addresses if (found := faults(visitor.open(address)))} == {}
