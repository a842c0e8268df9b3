"""The pages that tell whose rating a step would move: of acceptances, corrections, merges and files sent again."""

from __future__ import annotations

import datetime as dt

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from federation.models import Member
from ratings.models import RatingPool
from tests import cast, pages
from tests.forms import forms, send
from tests.made_once import made_once
from tests.ratings import published, scene
from tournaments.corrections import correct
from tournaments.models import Correction, Stage, Tournament

pytestmark = pytest.mark.django_db

TO_COME, REVISED = "Elo, 1 January 2027: not published yet", "Elo, 1 July 2026: would be revised"


@pytest.fixture(autouse=True)
def today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ratings.review.impact_text.timezone.localdate", lambda: dt.date(2026, 11, 22))


@pytest.fixture
@made_once
def pool() -> RatingPool:
    """Return a pool whose list of July is published, and a tournament of club 101 that waits for the federation."""
    made = published.spring_list().pool
    scene.submitted("Autumn", ["10001 10002 0-1", "10003 10004 1-0"], club=cast.club(101))
    return made


def autumn() -> Tournament:
    return Tournament.objects.get(name="Autumn")


def signed_in(client: Client, user: object) -> Client:
    client.force_login(user)
    return client


@pytest.mark.long
def test_the_secretary_reads_whose_rating_her_tournament_would_move(client: Client, pool: RatingPool) -> None:
    Member.objects.filter(key=10001).update(hidden=True)
    page = signed_in(client, cast.secretary(101)).get(reverse("rating_impact", args=[autumn().pk]))
    assert TO_COME in pages.text(page)
    assert REVISED not in pages.text(page)
    moved = {row[0]: row[3] for row in pages.rows(page)}
    assert moved["10001 Member 10001"].startswith("−")
    assert moved["10002 " + cast.member(10002).name].startswith("+")
    assert autumn().stage == Stage.SUBMITTED


def test_who_has_no_business_with_it_does_not(client: Client, pool: RatingPool) -> None:
    address = reverse("rating_impact", args=[autumn().pk])
    assert client.get(address).status_code == 302
    assert signed_in(client, cast.secretary(201)).get(address).status_code == 404


@pytest.mark.long
def test_a_tournament_that_cannot_be_accepted_says_why(client: Client, pool: RatingPool) -> None:
    autumn().participants.update(matched_by="", member=None)
    page = signed_in(client, cast.secretary(101)).get(reverse("rating_impact", args=[autumn().pk]), follow=True)
    assert page.redirect_chain == [(reverse("my_club_tournament", args=[autumn().pk]), 302)]
    assert "“Autumn” is not ready yet." in pages.text(page)


@pytest.mark.long
def test_a_pool_that_is_not_public_is_shown_to_the_office_only(client: Client, pool: RatingPool) -> None:
    RatingPool.objects.update(public=False)
    address = reverse("rating_impact", args=[autumn().pk])
    assert "No rating would change." in pages.text(signed_in(client, cast.secretary(101)).get(address))
    assert TO_COME in pages.text(signed_in(client, cast.administrator()).get(address))


@pytest.mark.long
def test_the_form_of_corrections_tells_before_it_corrects(client: Client, pool: RatingPool) -> None:
    spring = Tournament.objects.get(name="Spring Open")
    address = reverse("admin:tournaments_tournament_correct", args=[spring.pk])
    admin, game = signed_in(client, cast.administrator()), f"g{spring.pairings.get(round=1).pk}"
    [form] = [each for each in forms(admin.get(address)) if "reason" in each.fields]
    taken = admin.post(address, {**form.filled({}, ""), "add": game})
    said = {f"{game}-result": "01", "reason": "Wrong way round."}
    page = send(admin, taken, said, button="look")
    assert TO_COME in pages.text(page)
    assert REVISED in pages.text(page)
    assert 'value="Wrong way round."' in page.content.decode()
    assert not Correction.objects.exists()
    refused = send(admin, taken, said | {f"{game}-result": "10"}, button="look")
    assert correct.NOTHING_NEW in pages.text(refused)
    send(admin, taken, said, button="correct")
    assert Correction.objects.count() == 1


@pytest.mark.long
def test_the_page_of_a_merge_tells_before_it_merges(client: Client, pool: RatingPool) -> None:
    twin, person = cast.member(10006), cast.member(10005)
    address = reverse("admin:federation_member_merge", args=[twin.pk, person.pk])
    page = signed_in(client, cast.administrator()).post(address, {"look": "1"})
    assert REVISED in pages.text(page)
    assert not Member.objects.exclude(merged_into=None).exists()


@pytest.mark.long
def test_a_file_that_was_sent_again_tells_before_it_is_taken_over(client: Client, pool: RatingPool) -> None:
    spring = Tournament.objects.get(name="Spring Open")
    again = scene.submitted("Spring Open", ["10001 10002 0-1"], dt.date(2026, 3, 1), end=dt.date(2026, 3, 4))
    address = reverse("update_from", args=[again.pk, spring.pk])
    page = signed_in(client, cast.administrator()).post(address, {"reason": "The arbiter wrote.", "look": "1"})
    assert REVISED in pages.text(page)
    assert 'value="The arbiter wrote."' in page.content.decode()
    assert Tournament.objects.filter(pk=again.pk).exists()


@pytest.mark.long
def test_the_number_of_queries_does_not_depend_on_the_number_of_rows(
    client: Client, pool: RatingPool, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    signed_in(client, cast.secretary(101))
    for count in (1, 3):
        games = ["10001 10002 1-0", "10003 10004 1-0", "10005 10006 1-0"][:count]
        made = scene.submitted(f"Of {count}", games, club=cast.club(101))
        address = reverse("rating_impact", args=[made.pk])
        client.get(address)  # what a process reads once
        with django_assert_num_queries(83):
            client.get(address)
