"""Stored pages and downloads of published lists."""

from __future__ import annotations

import base64
import csv
import datetime as dt
import gzip
import hashlib
import io
import json
import shutil
import zipfile
from pathlib import Path

import pytest
from django.conf import LazySettings
from django.http import HttpResponse
from django.test import Client

from federation.files import dbase
from federation.models import Affiliation
from ratings.bundle import package
from ratings.exports import DownloadGroup, Snapshot, downloads_of
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import RatingList, RenderedFile
from ratings.public.rendering import location, render
from tests import cast, pages
from tests.ratings import published, scene

pytestmark = pytest.mark.django_db
LIST = "/en/lists/elo/2026-07/"


@pytest.fixture(autouse=True)
def published_root(settings: LazySettings, tmp_path: Path) -> Path:
    """Keep published files in a folder of this test."""
    settings.PUBLISHED_ROOT = tmp_path
    return tmp_path


@pytest.fixture
def rating_list() -> RatingList:
    return published.spring_list()


@pytest.fixture
def rendered() -> RatingList:
    return published.rendered_spring_list()


def body(response: HttpResponse) -> bytes:
    return b"".join(response.streaming_content) if response.streaming else response.content


def is_stored(response: HttpResponse) -> bool:
    return "ETag" in response


@pytest.mark.long
def test_a_rendered_page_is_the_page_that_the_view_makes(client: Client, rating_list: RatingList) -> None:
    render(rating_list)
    stored = client.get(LIST)
    RenderedFile.objects.filter(path__endswith=".html").delete()
    live = client.get(LIST)
    assert (is_stored(live), is_stored(stored)) == (False, True)
    assert stored.content == live.content
    assert stored["Content-Type"] == "text/html; charset=utf-8"
    assert stored["Content-Security-Policy"] == live["Content-Security-Policy"]


@pytest.mark.long
def test_the_second_page_is_the_page_that_the_view_makes(client: Client) -> None:
    rating_list = published.crowd(scene.pool(), 120)
    address = "/nl/lists/elo/2026-01/?page=2"
    live = client.get(address)
    render(rating_list)
    assert client.get(address).content == live.content
    assert is_stored(client.get(address))


def test_every_language_has_its_own_stored_page(client: Client, rendered: RatingList) -> None:
    for language in ("", "/nl", "/de", "/en"):
        answer = client.get(f"{language}/lists/elo/2026-07/")
        assert is_stored(answer)
        assert f'<html lang="{language[1:] or "fr"}">' in answer.content.decode()


@pytest.mark.long
def test_a_reader_who_asks_for_more_gets_a_page_made_on_demand(client: Client, rendered: RatingList) -> None:
    for query in ("?sex=F", "?sort=name", "?name=a", "?revision=0", "?page=x", "?page=7"):
        assert not is_stored(client.get(LIST + query)), query
    assert is_stored(client.get(f"{LIST}?page=1&sex="))


def test_a_logged_in_user_gets_a_page_made_on_demand(client: Client, rendered: RatingList) -> None:
    client.force_login(cast.secretary())
    answer = client.get(LIST)
    assert not is_stored(answer)
    assert "Log out" in pages.text(answer)


@pytest.mark.long
def test_a_list_that_waits_for_its_rendering_is_not_the_list_before(client: Client, rendered: RatingList) -> None:
    scene.tournament(["10001 10002 0-1"], start=scene.NEXT.replace(year=2026, month=9))
    publish(rate(rendered.pool, scene.NEXT))
    assert not is_stored(client.get("/en/lists/elo/"))
    assert "1 January 2027" in pages.text(client.get("/en/lists/elo/"))
    assert is_stored(client.get(LIST))


def test_a_page_whose_file_is_lost_is_made(client: Client, rendered: RatingList, published_root: Path) -> None:
    shutil.rmtree(published_root)
    assert client.get(LIST).status_code == 200


def test_a_browser_that_has_the_page_gets_304(client: Client, rendered: RatingList) -> None:
    etag = client.get(LIST)["ETag"]
    again = client.get(LIST, headers={"If-None-Match": etag})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", etag)
    assert client.get(LIST, headers={"If-None-Match": '"other"'}).status_code == 200


def test_a_page_is_sent_packed_to_who_takes_that(client: Client, rendered: RatingList) -> None:
    plain, packed = client.get(LIST), client.get(LIST, headers={"Accept-Encoding": "gzip, br"})
    assert packed["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.content) == plain.content
    assert packed["ETag"] != plain["ETag"]
    assert "Accept-Encoding" in plain["Vary"]


@pytest.mark.parametrize(
    ("accepted", "packed"),
    [
        ("gzip", True),
        ("br, GZIP ; q=0.5, *;q=0", True),
        ("*", True),
        ("gzip;q=1.0, identity;q=0", True),
        ("", False),
        ("br", False),
        ("identity", False),
        ("gzip;q=0", False),
        ("*, gzip; q=0.000", False),
        ("*;q=0", False),
    ],
)
def test_nothing_is_sent_packed_to_who_refuses_that(
    client: Client, rendered: RatingList, accepted: str, packed: bool
) -> None:
    for address in (LIST, "/lists/elo/2026-07/list.csv"):
        answer = client.get(address, headers={"Accept-Encoding": accepted})
        assert answer.get("Content-Encoding") == ("gzip" if packed else None)


@pytest.mark.long
@pytest.mark.parametrize("when", ["2026-07", "latest"])
def test_a_download_is_the_file_of_its_format(client: Client, rendered: RatingList, when: str) -> None:
    for path, download in downloads_of(rendered).items():
        answer = client.get(f"/lists/elo/{when}/{path}")
        assert (answer["Content-Type"], body(answer)) == (download.content_type, download.write(Snapshot(rendered)))
        assert answer["Content-Disposition"] == f'attachment; filename="{download.file_name(rendered)}"'
        assert answer["Cache-Control"] == "public, no-cache"
        assert answer["Link"] == f'<http://testserver/lists/elo/2026-07/{path}>; rel="canonical"'
        assert answer["List-Digest"] == rendered.digest
        assert answer["Access-Control-Allow-Origin"] == "*"
        assert answer["Access-Control-Expose-Headers"] == "ETag, List-Digest"


@pytest.mark.long
def test_a_list_that_a_revision_replaced_has_an_address_of_its_own(client: Client, rating_list: RatingList) -> None:
    scene.tournament(["10001 10004 1-0"], name="Late")
    revised = scene.published(rating_list.pool, reason="Late came late.")
    for address, found in (
        ("/lists/elo/2026-07/player.zip?revision=0", rating_list),
        ("/lists/elo/2026-07/player.zip", revised),
    ):
        answer = client.get(address)
        assert answer["Link"] == f'<http://testserver{address}>; rel="canonical"'
        assert answer["List-Digest"] == found.digest
        assert zipfile.ZipFile(io.BytesIO(answer.content)).comment == found.digest.encode()


def test_a_file_is_saved_under_the_name_that_its_program_knows(rating_list: RatingList) -> None:
    names = {path: download.file_name(rating_list) for path, download in downloads_of(rating_list).items()}
    assert names["player.zip"] == "PLAYER_202607.ZIP"
    assert names["chcklist.zip"] == "CHCKLIST_202607.ZIP"
    assert names["list.csv"] == "elo-2026-07.csv"
    assert names["sheets-nl.zip"] == "elo-2026-07-sheets-nl.zip"


def test_the_digest_is_that_of_the_bytes_that_are_sent(client: Client, rendered: RatingList) -> None:
    address = "/lists/elo/2026-07/list.json"
    plain, packed = client.get(address), client.get(address, headers={"Accept-Encoding": "gzip"})
    assert packed["Content-Encoding"] == "gzip"
    for answer in (plain, packed, client.get("/lists/elo/2026-07/bundle.zip")):
        digest = base64.b64encode(hashlib.sha256(body(answer)).digest()).decode()
        assert answer["Repr-Digest"] == f"sha-256=:{digest}:"
    assert client.head(address)["Repr-Digest"] == plain["Repr-Digest"]
    unchanged = client.get(address, headers={"If-None-Match": plain["ETag"]})
    assert (unchanged.status_code, "Repr-Digest" in unchanged) == (304, False)


@pytest.mark.long
def test_what_takes_long_is_there_after_the_rendering(client: Client, rating_list: RatingList) -> None:
    large = [path for path, download in downloads_of(rating_list).items() if not download.is_on_demand]
    assert {"chcklist.zip", "sheets-de.zip"} <= set(large)
    assert {client.get(f"/lists/elo/2026-07/{path}").status_code for path in large} == {404}
    render(rating_list)
    assert {client.get(f"/lists/elo/2026-07/{path}").status_code for path in large} == {200}


@pytest.mark.long
def test_the_addresses_of_files_for_programs_stay_when_a_later_list_is_there(
    client: Client, rendered: RatingList
) -> None:
    addresses = [
        f"/lists/elo/2026-07/{path}"
        for path, download in downloads_of(rendered).items()
        if download.group is DownloadGroup.PROGRAMS
    ]
    before = [body(client.get(address)) for address in addresses]
    scene.published(rendered.pool, scene.NEXT)
    render(rendered)
    assert RenderedFile.objects.filter(list=rendered, path="papi.zip").count() == 0
    assert [body(client.get(address)) for address in addresses] == before


def test_a_starting_list_has_no_games_to_check(client: Client, rendered: RatingList) -> None:
    for path in ("chcklist.zip", "sheets-fr.zip"):
        assert path not in downloads_of(rendered.previous)
        assert client.get(f"/lists/elo/2026-01/{path}").status_code == 404
    assert client.get("/lists/elo/2026-01/player.zip").status_code == 200


WITH_BIRTH_DATES = "/lists/elo/2026-07/birth-dates/player.zip"


def born_in(data: bytes) -> dict[int, dt.date | None]:
    [table] = [zipfile.ZipFile(io.BytesIO(data)).read("PLAYER.DBF")]
    return {record["MATRICULE"]: record["DATE_NAISS"] for record in dbase.read(table).records}


def test_staff_get_birth_dates_that_nobody_keeps(client: Client, rendered: RatingList) -> None:
    for user in (cast.membership_officer(), cast.administrator()):
        client.force_login(user)
        answer = client.get(WITH_BIRTH_DATES)
        assert born_in(body(answer)) == {number: person[3] for number, person in cast.PEOPLE.items()}
        assert "no-store" in answer["Cache-Control"]
        assert "private" in answer["Cache-Control"]
    assert set(born_in(body(client.get("/lists/elo/2026-07/player.zip"))).values()) == {None}


@pytest.mark.long
def test_nobody_else_gets_birth_dates(client: Client, rendered: RatingList) -> None:
    answer = client.get(WITH_BIRTH_DATES)
    assert (answer.status_code, "login" in answer["Location"]) == (302, True)
    client.force_login(cast.stranger())
    assert client.get(WITH_BIRTH_DATES).status_code == 403
    Affiliation.objects.update(end=None)
    client.force_login(cast.secretary(101))
    born = born_in(body(client.get(WITH_BIRTH_DATES)))
    assert {number for number, day in born.items() if day} == {10001, 10002, 10003}  # of their club, and nobody else
    role = cast.secretary(201).offices.get()
    role.end = dt.date(2025, 12, 31)
    role.save()
    client.force_login(role.account)
    assert client.get(WITH_BIRTH_DATES).status_code == 403


@pytest.mark.long
def test_there_are_birth_dates_only_where_a_program_wants_them(client: Client, rendered: RatingList) -> None:
    client.force_login(cast.secretary())
    for path in ("list.csv", "chcklist.zip", "echelle.txt", "other.zip"):
        assert client.get(f"/lists/elo/2026-07/birth-dates/{path}").status_code == 404, path


def test_a_list_without_files_is_written_on_the_spot(client: Client, rating_list: RatingList) -> None:
    answer = client.get("/lists/elo/2026-07/list.csv")
    rows = list(csv.DictReader(io.StringIO(body(answer).decode("utf-8-sig"))))
    assert [row["matricule"] for row in rows][:2] == ["10001", "10002"]
    assert answer["Content-Disposition"] == 'attachment; filename="elo-2026-07.csv"'


@pytest.mark.long
def test_what_is_written_on_the_spot_is_not_sent_twice_either(client: Client, rating_list: RatingList) -> None:
    address = "/lists/elo/2026-07/list.csv"
    answer = client.get(address)
    assert answer["Cache-Control"] == "public, no-cache"
    again = client.get(address, headers={"If-None-Match": f'"other", {answer["ETag"]}'})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", answer["ETag"])
    assert again["List-Digest"] == rating_list.digest
    render(rating_list)
    assert client.get(address)["ETag"] == answer["ETag"]


def test_a_download_is_sent_packed_and_not_twice(client: Client, rendered: RatingList) -> None:
    packed = client.get("/lists/elo/2026-07/list.json", headers={"Accept-Encoding": "gzip"})
    assert json.loads(gzip.decompress(body(packed)))
    again = client.get(
        "/lists/elo/2026-07/list.json", headers={"Accept-Encoding": "gzip", "If-None-Match": packed["ETag"]}
    )
    assert again.status_code == 304


def test_a_list_of_go_is_no_chess_table(client: Client) -> None:
    scene.started("go", system="ffg", standings={10001: (-437, 30)})
    assert client.get("/lists/go/2026-01/list.csv").status_code == 200
    assert client.get("/lists/go/2026-01/player.zip").status_code == 404
    assert client.get("/lists/go/2026-01/echelle.txt").status_code == 200


@pytest.mark.long
def test_the_open_bundle_is_there_after_the_rendering(client: Client, rating_list: RatingList) -> None:
    assert client.get("/lists/elo/2026-07/bundle.zip").status_code == 404
    assert b"bundle.zip" not in client.get(LIST).content
    render(rating_list)
    answer = client.get("/lists/elo/2026-07/bundle.zip")
    assert (answer["Content-Type"], body(answer)) == ("application/zip", package.write(rating_list))
    assert answer["Content-Disposition"] == 'attachment; filename="elo-2026-07-bundle.zip"'
    assert b'href="/lists/elo/2026-07/bundle.zip"' in client.get(LIST).content


@pytest.mark.long
def test_a_starting_list_has_no_bundle(client: Client, rendered: RatingList) -> None:
    render(rendered.previous)
    assert client.get("/lists/elo/2026-01/bundle.zip").status_code == 404
    assert b"bundle.zip" not in client.get("/lists/elo/2026-01/").content


def test_there_is_no_download_of_an_unknown_format(client: Client, rendered: RatingList) -> None:
    for name in ("list.pdf", "list.dbf", "list.csv.gz", "other.csv"):
        assert client.get(f"/lists/elo/2026-07/{name}").status_code == 404, name


def test_drafts_have_no_downloads(client: Client) -> None:
    rating_pool = scene.spring_pool()
    rate(rating_pool, scene.LIST)
    assert client.get("/lists/elo/2026-07/list.csv").status_code == 404


def test_a_file_by_its_digest_may_be_kept_for_ever(client: Client, rendered: RatingList) -> None:
    file = RenderedFile.objects.get(list=rendered, path="list.csv")
    answer = client.get(f"/published/{file.sha256}/list.csv")
    assert answer["Cache-Control"] == "public, max-age=31536000, immutable"
    assert body(answer) == location(file.sha256, "list.csv").read_bytes()


def test_search_engines_know_a_page_by_the_addresses_that_stay(client: Client, rendered: RatingList) -> None:
    written = RenderedFile.objects.get(list=rendered, path="nl/page-1.html")
    by_digest = client.get(f"/published/{written.sha256}/page-1.html")
    page = client.get("/nl/lists/elo/2026-07/")
    assert by_digest.content == page.content
    assert (by_digest["X-Robots-Tag"], by_digest.get("Link")) == ("noindex", None)
    assert page["Link"].startswith('<http://testserver/nl/lists/elo/2026-07/>; rel="canonical", ')


def test_nothing_but_published_files_is_handed_out(client: Client, rendered: RatingList) -> None:
    file = RenderedFile.objects.get(list=rendered, path="list.csv")
    for name in ("..", ".list.csv.77", "list.csv.gz", "other.csv", "list.csv\0", "%2e%2e"):
        assert client.get(f"/published/{file.sha256}/{name}").status_code == 404, name
    assert client.get(f"/published/{'0' * 64}/list.csv").status_code == 404


@pytest.mark.long
def test_files_of_a_pool_that_is_not_public_are_not_handed_out(client: Client) -> None:
    rating_list = published.spring_list(scene.pool("secret", public=False))
    render(rating_list)
    file = RenderedFile.objects.get(list=rating_list, path="list.csv")
    assert client.get(f"/published/{file.sha256}/list.csv").status_code == 404
    assert client.get("/lists/secret/2026-07/list.csv").status_code == 404
