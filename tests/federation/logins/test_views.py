"""federation.logins.views.stale_form: a form that was opened before its user logged in or out."""

import pytest
from django.http import HttpResponse
from django.test import Client

from tests import cast

pytestmark = pytest.mark.django_db


def sent(page: str) -> HttpResponse:
    """Send a form with the token of an earlier login, as a browser does from that page."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(cast.secretary())
    return client.post("/en/my-club/upload/", {"csrfmiddlewaretoken": "x" * 64}, headers={"referer": page})


def test_it_says_that_nothing_was_done_and_leads_back_to_the_page():
    answer = sent("http://testserver/en/my-club/upload/")
    assert answer.status_code == 403
    assert "Nothing was changed." in answer.text
    assert '<a class="button button-primary" href="http://testserver/en/my-club/upload/">' in answer.text


@pytest.mark.parametrize("page", ["https://elsewhere.example/", ""])
def test_it_leads_to_no_other_host(page):
    assert '<a class="button button-primary" href="/en/">' in sent(page).text


def test_the_stale_form_page_has_the_language_of_the_form():
    answer = Client(enforce_csrf_checks=True).post("/logout/")
    assert (answer.status_code, '<html lang="fr"' in answer.text) == (403, True)
