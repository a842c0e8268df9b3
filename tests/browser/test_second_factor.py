"""In a real browser: a passkey of Chromium's virtual authenticator is set up at the login and used at the next one."""

from __future__ import annotations

import pytest
from django.conf import LazySettings
from playwright.sync_api import Page, expect

from tests import cast
from tests.browser.conftest import Visitor

pytestmark = pytest.mark.django_db(transaction=True)

KEY = {"protocol": "ctap2", "transport": "internal", "hasResidentKey": True, "hasUserVerification": True}


def with_authenticator(page: Page) -> None:
    """Give the browser a device that confirms at once, as a phone with a finger on it does."""
    devtools = page.context.new_cdp_session(page)
    devtools.send("WebAuthn.enable")
    options = {**KEY, "isUserVerified": True, "automaticPresenceSimulation": True}
    devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})


def log_in(visitor: Visitor) -> Page:
    page = visitor.open("/en/login/")
    page.get_by_label("User name").fill("registrar")
    page.get_by_label("Password").fill("correct horse battery")
    page.get_by_role("main").get_by_role("button", name="Log in").click()
    return page


def test_a_passkey_is_added_at_the_first_login_and_asked_for_at_the_next(
    visitor: Visitor, settings: LazySettings
) -> None:
    settings.SECOND_FACTOR_EXEMPT = []
    visitor.home = visitor.home.replace("127.0.0.1", "localhost")  # passkeys belong to names, not to numbers
    cast.membership_officer()
    with_authenticator(visitor.page)
    page = log_in(visitor)
    page.get_by_role("link", name="Add a passkey").click()
    page.get_by_label("Name of the passkey").fill("my phone")
    page.get_by_role("button", name="Add the passkey").click()
    expect(page.locator(".recovery-codes code")).to_have_count(10)  # the device answers in its own time
    page.get_by_role("link", name="I have kept the codes").click()
    page.wait_for_url("**/en/office/")
    visitor.context.clear_cookies()
    page = log_in(visitor)
    page.get_by_role("button", name="Use a passkey").click()
    page.wait_for_url("**/en/office/")
