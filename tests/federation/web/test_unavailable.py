"""What passes by itself: 503 with Retry-After instead of an error of the program."""

from __future__ import annotations

import pytest
from django.test import Client

from tests import pages
from tests.outage import database_away


@pytest.mark.django_db
def test_an_address_of_a_form_that_is_opened_as_a_page_says_so() -> None:
    said = Client().get("/en/logout/")
    assert (said.status_code, said["Allow"]) == (405, "POST, OPTIONS")
    assert "Only for forms" in pages.text(said)


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("page", ["/en/tournaments/", "/en/admin/", "/en/login/"])
def test_a_database_that_is_down_gives_503_with_a_time_to_retry(page: str) -> None:
    client = Client(raise_request_exception=False)
    client.cookies["sessionid"] = "x" * 32
    with database_away():
        said = client.get(page)
    assert (said.status_code, said.get("Retry-After")) == (503, "30")
    assert "no-store" in said["Cache-Control"]
    assert "The site is too busy to answer" in pages.text(said)
