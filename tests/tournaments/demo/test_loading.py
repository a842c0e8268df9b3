"""The page that everybody sees while the demo is loaded."""

import runpy
from pathlib import Path

import pytest

from tournaments.demo import loading

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(autouse=True)
def folder(settings, tmp_path):
    settings.DEMO_PROGRESS = tmp_path / settings.DEMO_PROGRESS.name


@pytest.mark.parametrize(
    ("path", "accepted", "language"),
    [("/", "nl-BE,fr", "nl"), ("/de/players/", "nl", "de")],
)
def test_every_page_shows_the_progress_in_the_readers_language(client, path: str, accepted: str, language: str):
    loading.report(37)
    page = client.get(path, follow=True, headers={"accept-language": accepted})
    assert (page.status_code, page["Retry-After"], page["Cache-Control"]) == (503, "2", "no-store")
    html = page.content.decode()
    assert f'<html lang="{language}">' in html
    assert '<meta http-equiv="refresh" content="2">' in html
    assert 'max="100" value="37"' in html


@pytest.mark.django_db
def test_the_site_is_back_when_the_demo_is_loaded(client):
    loading.report(99)
    loading.finish()
    assert loading.progress() is None
    assert client.get("/robots.txt").status_code == 200


def test_run_announces_the_demo_where_the_site_looks(settings):
    assert runpy.run_path(str(ROOT / "run"))["DEMO_PROGRESS"] == settings.DEMO_PROGRESS.name
