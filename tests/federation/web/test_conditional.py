"""ETags of the public pages of members, ledgers and tournaments."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from django.test import Client

from federation.members.hiding import rewrite_public_files
from federation.models import Affiliation, Club, Member
from ratings.models import RatingList, RatingPool
from tests import cast
from tests.cases import long_after
from tests.ratings import published, scene
from tournaments.corrections import correct
from tournaments.formats.report import Result
from tournaments.models import Pairing, Participant, Tournament

pytestmark = pytest.mark.django_db
PLAYER, LEDGER = "/en/players/10001/", "/en/players/10001/elo/2026-07/"
EVENT = "/en/tournaments/{event}/"
PAGES = [PLAYER, LEDGER, EVENT, f"{EVENT}crosstable/", f"{EVENT}rounds/", f"{EVENT}rounds/1/"]


@pytest.fixture
def rating_list() -> RatingList:
    return published.spring_list()


def of_event(page: str) -> str:
    return page.format(event=Pairing.objects.order_by("pk")[0].tournament_id)


def hide(rating_list: RatingList) -> None:
    Member.objects.filter(key=10002).update(hidden=True)
    rewrite_public_files()


def rename(rating_list: RatingList) -> None:
    Member.objects.filter(key=10002).update(last_name="Other")


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
    Participant.objects.filter(member__key=10002).update(member=cast.member(10007))


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
def test_a_browser_that_has_the_page_is_sent_no_second_copy(client: Client, rating_list: RatingList, page: str) -> None:
    address = of_event(page)
    first = client.get(address)
    assert (first.status_code, first["Cache-Control"]) == (200, "public, max-age=3, s-maxage=0, must-revalidate")
    assert {"Cookie", "HX-Request"} <= set(first["Vary"].split(", "))
    again = client.get(address, headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])


@pytest.mark.long
@pytest.mark.parametrize(
    ("change", "concerned"), long_after(3, CHANGES), ids=lambda case: getattr(case, "__name__", "")
)
def test_what_changes_a_page_changes_its_etag(
    client: Client, rating_list: RatingList, change: Callable[[RatingList], None], concerned: list[str]
) -> None:
    before = {page: client.get(of_event(page)) for page in concerned}
    change(rating_list)
    for page, first in before.items():
        now = client.get(of_event(page), headers={"If-None-Match": first["ETag"]})
        assert (now.status_code, now.content == first.content) == (200, False), page


@pytest.mark.parametrize("page", PAGES)
def test_pages_of_people_who_are_logged_in_have_no_etag(client: Client, rating_list: RatingList, page: str) -> None:
    public = client.get(of_event(page))
    client.force_login(cast.secretary())
    mine = client.get(of_event(page), headers={"If-None-Match": public["ETag"]})
    assert (mine.status_code, "ETag" in mine, "no-store" in mine["Cache-Control"]) == (200, False, True)
