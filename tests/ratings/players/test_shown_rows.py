"""The ETags of the pages of members and tournaments: whatever a page shows is part of them."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable

import pytest
from django.conf import LazySettings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from federation.members.hiding import rewrite_public_files
from federation.models import Affiliation, Club, Member
from ratings.models import RatingList, RatingPool
from tests import cast
from tests.ratings import published, scene
from tournaments.corrections import correct
from tournaments.formats.report import Result
from tournaments.models import Pairing, Participant, Tournament

pytestmark = pytest.mark.django_db
PLAYER, LEDGER = "/en/players/10001/", "/en/players/10001/elo/2026-07/"
EVENT = "/en/tournaments/{event}/"
PAGES = [PLAYER, LEDGER, EVENT, f"{EVENT}standings/", f"{EVENT}rounds/", f"{EVENT}rounds/1/"]
NEVER_CHANGES = {"ratings_ledgerentry"}  # a published list
TABLES = re.compile(r'(?:FROM|JOIN) "(\w+)"')


@pytest.fixture
def rating_list() -> RatingList:
    return published.spring_list()


def of_event(page: str) -> str:
    return page.format(event=Pairing.objects.order_by("pk")[0].tournament_id)


def hide(rating_list: RatingList) -> None:
    Member.objects.filter(matricule=10002).update(hidden=True)
    rewrite_public_files()


def rename(rating_list: RatingList) -> None:
    Member.objects.filter(matricule=10002).update(last_name="Other")


def correct_result(rating_list: RatingList) -> None:
    game = Pairing.objects.order_by("pk")[0]
    correct.correct_result(game, Result.DRAW, Result.DRAW, cast.rating_officer(), "Both say draw.")


def rename_event(rating_list: RatingList) -> None:
    Tournament.objects.update(name="Another name")


def rename_club(rating_list: RatingList) -> None:
    Club.objects.update(name="Another club")


def leave_club(rating_list: RatingList) -> None:
    Affiliation.objects.update(start=dt.date(1999, 1, 1))


def revise(rating_list: RatingList) -> None:
    scene.tournament(["10001 10004 1-0"], name="Late")
    scene.published(rating_list.pool, reason="Late came late.")


def rename_pool(rating_list: RatingList) -> None:
    RatingPool.objects.update(name="Another rating")


def seat_another(rating_list: RatingList) -> None:
    Participant.objects.filter(member__matricule=10002).update(member=cast.member(10007))


CHANGES: list[tuple[Callable[[RatingList], None], list[str]]] = [
    (hide, [LEDGER, *PAGES[2:]]),
    (rename, [LEDGER, *PAGES[2:]]),
    (correct_result, PAGES[2:]),
    (rename_event, PAGES),
    (rename_club, [PLAYER]),
    (leave_club, [PLAYER]),
    (revise, [PLAYER, LEDGER]),
    (rename_pool, [PLAYER, LEDGER]),
    (seat_another, PAGES[2:]),
]


@pytest.mark.parametrize("page", PAGES)
def test_a_page_is_not_made_again_for_who_has_it(client: Client, rating_list: RatingList, page: str) -> None:
    address = of_event(page)
    first = client.get(address)
    assert (first.status_code, first["Cache-Control"]) == (200, "public, max-age=20, s-maxage=0, must-revalidate")
    assert {"Cookie", "HX-Request"} <= set(first["Vary"].split(", "))
    with CaptureQueriesContext(connection) as asked:
        again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert len(asked) <= 5


@pytest.mark.parametrize(("change", "concerned"), CHANGES, ids=lambda case: getattr(case, "__name__", ""))
def test_what_changes_a_page_changes_its_etag(
    client: Client, rating_list: RatingList, change: Callable[[RatingList], None], concerned: list[str]
) -> None:
    before = {page: client.get(of_event(page)) for page in concerned}
    change(rating_list)
    for page, first in before.items():
        now = client.get(of_event(page), headers={"If-None-Match": first["ETag"]})
        assert (now.status_code, now.content == first.content) == (200, False), page


@pytest.mark.parametrize("page", PAGES)
def test_no_page_reads_a_table_that_its_etag_does_not_know(client: Client, rating_list: RatingList, page: str) -> None:
    Tournament.objects.update(arbiters="IA Smith, John")
    with CaptureQueriesContext(connection) as whole:
        first = client.get(of_event(page))
    with CaptureQueriesContext(connection) as cheap:
        client.get(of_event(page), headers={"If-None-Match": first["ETag"]})
    read, known = ({table for query in some for table in TABLES.findall(query["sql"])} for some in (whole, cheap))
    assert read - known - NEVER_CHANGES == set()


@pytest.mark.parametrize("page", PAGES)
def test_pages_of_people_who_are_logged_in_have_no_etag(client: Client, rating_list: RatingList, page: str) -> None:
    public = client.get(of_event(page))
    client.force_login(cast.secretary())
    mine = client.get(of_event(page), headers={"If-None-Match": public["ETag"]})
    assert (mine.status_code, "ETag" in mine, "no-store" in mine["Cache-Control"]) == (200, False, True)


def test_an_arbiter_who_is_hidden_changes_the_etag(client: Client, rating_list: RatingList) -> None:
    arbiter = cast.member(10008)
    Tournament.objects.update(arbiters=arbiter.name)
    page = of_event(EVENT)
    first = client.get(page)
    Member.objects.filter(pk=arbiter.pk).update(hidden=True)
    now = client.get(page, headers={"If-None-Match": first["ETag"]})
    assert (now.status_code, arbiter.name in now.text) == (200, False)


def test_a_page_that_compares_two_members_has_no_etag(client: Client, rating_list: RatingList) -> None:
    assert "ETag" not in client.get(PLAYER, {"against": "10002"})


def test_another_language_and_another_version_have_another_etag(
    client: Client, rating_list: RatingList, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = client.get(PLAYER)["ETag"]
    assert client.get(PLAYER.replace("/en/", "/nl/"))["ETag"] != first
    monkeypatch.setattr("federation.web.conditional.edition", lambda: "another")
    assert client.get(PLAYER)["ETag"] != first


def test_an_etag_tells_nobody_what_the_rows_hold(
    client: Client, rating_list: RatingList, settings: LazySettings
) -> None:
    first = client.get(PLAYER)["ETag"]
    settings.SECRET_KEY = "another secret"
    assert client.get(PLAYER)["ETag"] != first
