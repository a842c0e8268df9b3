"""The page that explains every file of a list."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.test import Client

from ratings.exports import DOWNLOADS, downloads_of
from ratings.models import RatingList, RenderedFile
from ratings.public.rendering import render
from tests import cast, pages
from tests.ratings import published, scene

pytestmark = pytest.mark.django_db
PAGE = "/en/lists/elo/2026-07/downloads/"


@pytest.fixture(autouse=True)
def published_root(settings: LazySettings, tmp_path: Path) -> None:
    """Keep published files in a folder of this test."""
    settings.PUBLISHED_ROOT = tmp_path


@pytest.fixture
def rating_list() -> RatingList:
    return published.spring_list()


@pytest.mark.long
def test_every_file_is_explained_in_the_readers_language(client: Client, rating_list: RatingList) -> None:
    render(rating_list)
    for language, sheets in (("en", "sheets-en.zip"), ("nl", "sheets-nl.zip")):
        page = client.get(f"/{language}/lists/elo/2026-07/downloads/").content.decode()
        wanted = [path for path, download in downloads_of(rating_list).items() if download.language in {"", language}]
        assert sheets in wanted
        assert [path for path in wanted if f'href="/lists/elo/2026-07/{path}"' not in page] == []
        assert page.count("sheets-") == page.count(sheets)


@pytest.mark.long
def test_a_file_has_its_size_its_digest_and_the_address_of_the_latest(client: Client, rating_list: RatingList) -> None:
    render(rating_list)
    page = client.get(PAGE)
    text = pages.text(page)
    for file in RenderedFile.objects.filter(path__in=("player.zip", "papi.zip", "sheets-en.zip")):
        assert file.sha256 in text
        assert f'href="/lists/elo/latest/{file.path}"' in page.content.decode()
    assert rating_list.digest in text
    assert "being created" not in text


@pytest.mark.long
def test_the_bundle_has_its_size_its_digest_and_the_address_of_the_latest(
    client: Client, rating_list: RatingList
) -> None:
    assert "bundle.zip" not in client.get(PAGE).content.decode()
    render(rating_list)
    page = client.get(PAGE).content.decode()
    assert RenderedFile.objects.get(path="bundle.zip").sha256 in page
    assert 'href="/lists/elo/latest/bundle.zip"' in page


def test_before_the_rendering_only_small_files_can_be_had(client: Client, rating_list: RatingList) -> None:
    answer = client.get(PAGE)
    page = answer.content.decode()
    assert 'href="/lists/elo/2026-07/player.zip"' in page
    assert 'href="/lists/elo/2026-07/chcklist.zip"' not in page
    assert pages.text(answer).count("being created") == 2  # the checklist, the sheets


@pytest.mark.long
def test_an_earlier_list_has_what_can_be_written_on_demand(client: Client, rating_list: RatingList) -> None:
    scene.published(rating_list.pool, scene.NEXT)
    render(rating_list)
    page = client.get(PAGE).content.decode()
    assert 'href="/lists/elo/2026-07/player.zip"' in page
    assert 'href="/lists/elo/2026-07/chcklist.zip"' in page
    for path in ("player.zip", "papi.zip"):
        assert f'href="/lists/elo/2026-07/{path}"' in page
        assert client.get(f"/lists/elo/2026-07/{path}").status_code == 200


def test_a_list_of_go_has_files_for_go(client: Client) -> None:
    scene.started("go", system="ffg", standings={10001: (-437, 30)})
    page = client.get("/en/lists/go/2026-01/downloads/").content.decode()
    assert 'href="/lists/go/2026-01/echelle.txt"' in page
    assert not any(f"/{path}" in page for path in ("player.zip", "papi.zip", "chcklist.zip", "sheets-en.zip"))


def test_a_revision_that_was_replaced_keeps_its_files(client: Client, rating_list: RatingList) -> None:
    scene.tournament(["10001 10004 1-0"], name="Late")
    scene.published(rating_list.pool, reason="Late came late.")
    page = client.get(f"{PAGE}?revision=0").content.decode()
    assert 'href="/lists/elo/2026-07/player.zip?revision=0"' in page
    assert rating_list.digest in page
    assert rating_list.digest not in client.get(PAGE).content.decode()


def test_who_may_see_birth_dates_finds_the_copies_that_have_them(client: Client, rating_list: RatingList) -> None:
    with_births = [path for path, download in DOWNLOADS.items() if download.has_birth_dates]
    addresses = [f'href="/lists/elo/2026-07/birth-dates/{path}"' for path in with_births]
    for user, sees in ((None, False), (cast.stranger(), False), (cast.secretary(), True)):
        if user:
            client.force_login(user)
        page = client.get(PAGE).content.decode()
        assert [address in page for address in addresses] == [sees] * len(addresses)


def test_the_list_and_the_home_page_lead_to_it(client: Client, rating_list: RatingList) -> None:
    assert f'href="{PAGE}"' in client.get("/en/lists/elo/2026-07/").content.decode()
    assert f'href="{PAGE}"' in client.get("/en/").content.decode()


def test_a_list_that_is_not_there_has_no_downloads(client: Client, rating_list: RatingList) -> None:
    assert client.get("/en/lists/elo/2026-08/downloads/").status_code == 404
    assert client.get("/en/lists/elo/latest/downloads/").status_code == 200


@pytest.mark.long
@pytest.mark.parametrize("rendered", [False, True])
def test_two_queries(client: Client, rating_list: RatingList, rendered: bool, django_assert_num_queries) -> None:
    if rendered:
        render(rating_list)
    with django_assert_num_queries(2):
        client.get(PAGE)
