"""The pages of the admin on which a pool gets the ratings it starts from: that of a file."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse

from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.lists.stale_lists import staleness
from ratings.models import RatingList, RatingPool
from ratings.starting_lists.create import played_before_start
from tests import cast
from tests.forms import logged_in, send
from tests.ratings import scene, stored
from tournaments.corrections import correct
from tournaments.models import Tournament

pytestmark = pytest.mark.django_db

LINES = b"matricule,rating,games\n10001,1800,150\n10002,,4\n"


@pytest.fixture
def pool() -> RatingPool:
    cast.everybody()
    return scene.pool()


@pytest.fixture
def officer() -> Client:
    return logged_in(cast.rating_officer())


def address(name: str, pool: RatingPool) -> str:
    return reverse(f"admin:ratings_ratingpool_{name}", args=[pool.pk])


def start(client: Client, pool: RatingPool, data: bytes = LINES, date: str = "2026-01-01") -> HttpResponse:
    page = client.get(address("start", pool), headers={"accept-language": "en"})
    return send(client, page, {"file": SimpleUploadedFile("ratings.csv", data), "date": date})


@pytest.mark.long
def test_the_page_of_a_new_pool_leads_to_its_start_and_the_file_becomes_its_list(officer, pool) -> None:
    assert f'href="{address("start", pool)}"' in officer.get(address("change", pool)).content.decode()
    done = start(officer, pool)
    [made] = RatingList.objects.all()
    assert (made.state, made.imported, made.date) == (RatingList.State.PUBLISHED, True, scene.START)
    assert stored.rated(made) == {10001: 1800}
    assert [str(message) for message in done.context["messages"]] == [
        "The list of 1 January 2026 is published. Members: 2."
    ]


def test_what_is_wrong_is_reported_with_its_line_and_nothing_is_written(officer, pool) -> None:
    done = start(officer, pool, LINES + b"99999,1500,30\n")
    assert done.context["form"].non_field_errors() == ["Line 4: no member has the number 99999."]
    assert not RatingList.objects.exists()


def test_the_empty_table_of_lists_leads_to_where_they_are_calculated(officer) -> None:
    lists, pools = (reverse(f"admin:ratings_{model}_changelist") for model in ("ratinglist", "ratingpool"))
    link = f'<li><a href="{pools}">Calculate the list</a></li>'
    assert link in officer.get(lists, headers={"accept-language": "en"}).text
    assert link not in logged_in(cast.viewer()).get(lists, headers={"accept-language": "en"}).text


@pytest.mark.long
def test_before_the_first_list_is_calculated_its_page_says_what_has_to_come_before(officer, pool) -> None:
    assert address("start", pool) in officer.get(address("rate", pool)).content.decode()
    start(officer, pool)
    assert address("start", pool) not in officer.get(address("rate", pool)).content.decode()


@pytest.mark.long
def test_a_pool_that_has_begun_is_not_started_again(officer, pool) -> None:
    start(officer, pool)
    draft = rate(pool, scene.LIST)
    refused = start(officer, pool, date="2026-07-01")
    assert refused.context["form"].non_field_errors() == [
        "There is a draft of 1 July 2026: discard it before you import a list."
    ]
    publish(draft, cast.User.objects.get())
    assert address("start", pool) not in officer.get(address("change", pool)).content.decode()


@pytest.mark.long
def test_who_may_only_look_starts_nothing(pool) -> None:
    for person in (cast.viewer(), cast.membership_officer()):
        client = logged_in(person)
        assert address("start", pool) not in client.get(address("change", pool)).content.decode()
        assert client.get(address("start", pool)).status_code == 403


@pytest.mark.long
def test_a_draft_says_which_tournaments_may_be_in_the_ratings_that_it_starts_from(officer, pool) -> None:
    start(officer, pool)
    scene.tournament(["10001 10002 1-0"], name="Last season", start=dt.date(2025, 12, 1), end=dt.date(2025, 12, 2))
    scene.tournament(["10001 10003 1-0"], name="Came late", start=dt.date(2025, 11, 1), counts_from=scene.START)
    scene.tournament(["10002 10003 1-0"], name="Spring")
    draft = rate(pool, scene.LIST)
    assert played_before_start(draft) == ["Last season"]
    for page in ("change", "publish"):
        said = officer.get(
            reverse(f"admin:ratings_ratinglist_{page}", args=[draft.pk]), headers={"accept-language": "en"}
        )
        assert (
            "1 tournament was played before the starting list of 1 January 2026: if its games are already in "
            "those ratings, they count twice. A correction can mark it as kept for history only. Last "
            "season</li>"
        ) in said.text
    correct.correct_event(
        Tournament.objects.get(name="Last season"), {"unrated_history": True}, None, "In the ratings."
    )
    assert [event.name for event in staleness(draft).tournaments] == ["Last season"]
    draft = rate(pool, scene.LIST)
    assert (draft.game_count, played_before_start(draft)) == (2, [])
    publish(draft, cast.User.objects.get())
    assert played_before_start(rate(pool, scene.NEXT)) == []
