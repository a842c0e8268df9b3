"""federation/treasury/overdue_views.py"""

import datetime as dt

import pytest
from django.urls import reverse

from federation.models import Suspension
from federation.money.charges import raise_by_hand
from tests import cast, pages
from tests.forms import logged_in, send

pytestmark = pytest.mark.django_db


@pytest.mark.long
def test_the_treasurer_surcharges_suspends_and_lifts_for_the_clubs_that_they_tick(on):
    on(dt.date(2026, 11, 2))
    for number in (101, 201):
        raise_by_hand(cast.club(number), "entry_team", 5000, "Teams", day=dt.date(2026, 10, 1), by=None)
    treasurer, address = logged_in(cast.administrator()), reverse("overdue_clubs")
    assert "€5.00" in treasurer.get(address).text
    assert "FEFB, huishoudelijk reglement, art. 2" in treasurer.get(f"/nl{address.removeprefix('/en')}").text
    ticked = {"club": f"{cast.club().pk}:500"}
    for verb, sentence in (
        ("surcharge", "1 surcharge was charged."),
        ("surcharge", "0 surcharges were charged."),
        ("suspend", "0 clubs are suspended. The others now owe a different amount"),
        ("lift", "0 suspensions were lifted."),
    ):
        assert sentence in treasurer.post(address, ticked | {"verb": verb}, follow=True).text
    page = treasurer.post(address, ticked | {"verb": "foresee_suspension"})
    assert not Suspension.objects.exists()
    assert pages.text(page).count("€50.00") == 1
    assert "1 club is suspended." in send(treasurer, page, {}, button="Suspend 1 club").text
    assert "1 club is left out" in treasurer.post(address, ticked | {"verb": "foresee_suspension"}).text
    for verb, sentence in (
        ("lift", "1 suspension was lifted."),
        ("remind", "This site sends no mail"),
    ):
        assert sentence in treasurer.post(address, ticked | {"verb": verb}, follow=True).text
    assert "Choose at least one club." in treasurer.post(address, {"verb": "suspend", "club": "x"}, follow=True).text


def test_a_suspended_club_reads_why_on_its_account(on):
    on(dt.date(2026, 11, 2))
    raise_by_hand(cast.club(), "entry_team", 5000, "Teams", day=dt.date(2026, 10, 1), by=None)
    treasurer = logged_in(cast.administrator())
    treasurer.post(reverse("overdue_clubs"), {"verb": "suspend", "club": f"{cast.club().pk}:5000"})
    page = logged_in(cast.secretary()).get(reverse("club_account", args=[cast.club().pk, 2027]))
    assert "The club is suspended since 2 November 2026" in page.text
