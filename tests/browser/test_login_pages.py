"""In a real browser: what is sent after the session has ended is not lost"""

from __future__ import annotations

import pytest
from django.urls import reverse

from federation.models import AccountSession, Club
from tests import cast
from tests.browser.conftest import Visitor

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_secretary_who_was_logged_out_meanwhile_sends_it_again_after_the_login(visitor: Visitor) -> None:
    visitor.log_in(cast.membership_officer())
    page = visitor.open(reverse("admin:federation_club_change", args=[cast.club().pk]))
    page.get_by_label("Name:", exact=True).fill("Tour “Noire” & Reine")
    AccountSession.objects.all().delete()
    page.locator("input[name=_save]").click()
    page.get_by_label("User name").fill("registrar")
    page.get_by_label("Password", exact=True).fill("correct horse battery")
    page.get_by_role("button", name="Log in").click()
    page.get_by_role("button", name="Send it now").click()
    page.wait_for_selector("ul.messagelist .success")
    assert Club.objects.get().name == "Tour “Noire” & Reine"
