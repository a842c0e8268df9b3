"""The page that `./run` shows while it installs: a real server on its own port."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from federation.server.setup_page import SetupPage

LOCK = "".join(f"{name}==1.0 \\\n    --hash=sha256:1\n" for name in ("amqp", "django", "numpy"))


@pytest.fixture
def page(tmp_path: Path) -> Iterator[SetupPage]:
    (tmp_path / "requirements.lock").write_text(LOCK)
    with SetupPage("127.0.0.1", 0, tmp_path, tmp_path / "requirements.lock") as page:
        yield page


def answer(page: SetupPage, method: str = "GET", language: str = "") -> tuple[http.client.HTTPResponse, str]:
    connection = http.client.HTTPConnection("127.0.0.1", page.server_port, timeout=5)
    connection.request(method, "/any/address/", headers={"Accept-Language": language})
    response = connection.getresponse()
    return response, response.read().decode()


def test_every_address_answers_503_and_says_when_to_ask_again(page: SetupPage):
    response, text = answer(page)
    assert (response.status, response.headers["Retry-After"]) == (503, "2")
    assert "<h1>Classement is being set up</h1>" in text
    assert answer(page, "HEAD")[1] == ""


@pytest.mark.parametrize(
    ("accepted", "language"),
    [("fr-BE,fr;q=0.9", "fr"), ("pl,nl;q=0.8,en", "nl"), ("de", "de"), ("pl", "en"), ("", "en")],
)
def test_the_page_is_in_the_first_language_of_the_browser_that_the_site_has(
    page: SetupPage, accepted: str, language: str
):
    assert f'<html lang="{language}">' in answer(page, language=accepted)[1]


def test_the_bar_follows_the_packages(page: SetupPage, tmp_path: Path):
    assert (page.percent(), "Packages are being installed." in answer(page)[1]) == (0, True)
    (tmp_path / "lib/python3.11/site-packages/django-5.2.19.dist-info").mkdir(parents=True)
    assert page.percent() == 30
    page.installed = True
    assert (page.percent(), "The database is being prepared." in answer(page)[1]) == (90, True)


def test_afterwards_the_port_is_free_for_the_site(tmp_path: Path):
    (tmp_path / "requirements.lock").write_text(LOCK)
    with SetupPage("127.0.0.1", 0, tmp_path, tmp_path / "requirements.lock") as page:
        port = page.server_port
    with socket.create_server(("127.0.0.1", port)):
        pass
