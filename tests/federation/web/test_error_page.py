"""templates/500.html: the page for errors of the server."""

import re

import pytest
from django.contrib.staticfiles import finders
from django.test import RequestFactory
from django.views.defaults import server_error


def answer() -> str:
    """Return the page without a database, a session or a language: a test that needs one would fail."""
    said = server_error(RequestFactory().get("/en/anything/"))
    assert said.status_code == 500
    return said.content.decode()


@pytest.mark.parametrize("of_the_site", ["fr", "de"])
def test_the_page_has_every_language_with_a_link_home(settings, of_the_site):
    settings.LANGUAGE_CODE = of_the_site
    page = answer()
    said = {"fr": "Une erreur s’est produite", "nl": "Er ging iets mis", "de": "Etwas ist schiefgegangen"}
    said["en"] = "Something went wrong"
    assert said.keys() == dict(settings.LANGUAGES).keys()
    for language, heading in said.items():
        home = "/" if language == settings.LANGUAGE_CODE else f"/{language}/"
        assert f"<h2>{heading}</h2>" in page
        assert f'<a href="{home}">' in page
        assert f'lang="{language}"' in page


def test_the_page_looks_like_the_site_and_loads_nothing_from_elsewhere(settings):
    settings.FEDERATION_NAME = "Federation of Nowhere"
    page = answer()
    assert "<span>Federation of Nowhere</span></a>" in page
    linked = re.findall(r'(?:href|src)="([^"]+\.(?:css|js|svg))"', page)
    assert len(linked) == 6
    assert all(finders.find(address.removeprefix(settings.STATIC_URL)) for address in linked)
    assert "://" not in page
    assert "<style" not in page
    assert "style=" not in page
