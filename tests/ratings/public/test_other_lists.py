"""From a list to those of the other pools."""

from __future__ import annotations

import re

import pytest
from django.test import Client
from django.urls import reverse

from federation.models import Club, Job
from ratings.public import rendering
from tests import cast
from tests.forms import send
from tests.ratings import published, scene

pytestmark = pytest.mark.django_db
LIST = "/en/lists/elo/2026-07/"


def test_a_list_leads_to_those_of_other_pools_with_its_filters(client: Client) -> None:
    published.spring_list()
    for slug, day in (("rapid", scene.START), ("blitz", scene.LIST), ("later", scene.LIST.replace(month=8))):
        scene.starting_list(scene.pool(slug), {10001: (1800, 40)}, date=day)
    page = client.get(f"{LIST}?sex=F&page=1&sort=-deviation&columns=name").content.decode()
    assert re.findall(r'href="([^"]*/(?:blitz|rapid|later|today)/[^"]*)"', page) == [
        "/en/lists/blitz/2026-07/?sex=F&amp;columns=name",
        "/en/lists/rapid/on/2026-07-01/?sex=F&amp;columns=name",
        "/en/lists/elo/today/?sex=F&amp;columns=name",
    ]
    there = client.get("/en/lists/rapid/on/2026-07-01/?sex=F")
    assert there["Location"] == "/en/lists/rapid/2026-01/?sex=F"
    part = client.get(f"{LIST}?club=201", headers={"HX-Request": "true"}).content.decode()
    assert 'href="/en/lists/blitz/2026-07/?club=201"' in part


def test_stored_pages_lead_to_a_pool_whose_first_list_came_later() -> None:
    spring = published.spring_list()
    before, after = (scene.pool(slug) for slug in ("before", "after"))
    rendering.render(spring)
    Job.objects.all().delete()
    for pool, day in ((before, scene.LIST), (after, scene.NEXT)):
        scene.starting_list(pool, {10001: (1800, 40)}, date=day)
    rendered = [job.arguments["list"] for job in Job.objects.filter(kind="render")]
    assert rendered.count(spring.pk) == 1  # for the list of its own day; the later one is in force after it
    stored = {file.path: file for file in rendering.render(spring)}["en/page-1.html"]
    page = rendering.location(stored.sha256, "page-1.html").read_text()
    assert "/en/lists/before/2026-07/" in page and "/lists/after/" not in page


def test_stored_pages_follow_a_pool_that_becomes_public_or_no_longer_is(client: Client) -> None:
    spring = published.spring_list()
    trial = scene.pool("trial", public=False)
    first = scene.starting_list(trial, {10001: (1800, 40)}, date=scene.LIST)
    client.force_login(cast.administrator())
    address = reverse("admin:ratings_ratingpool_change", args=[trial.pk])
    for public in (["on"], []):
        Job.objects.all().delete()
        send(client, client.get(address), {"public": public, "months": ["1"]})
        assert {job.arguments["list"] for job in Job.objects.filter(kind="render")} == {spring.pk, first.pk}
        stored = {file.path: file for file in rendering.render(spring)}["en/page-1.html"]
        page = rendering.location(stored.sha256, "page-1.html").read_text()
        assert ("/en/lists/trial/2026-07/" in page) == bool(public)
    Job.objects.all().delete()
    send(client, client.get(address), {"name": "Another name", "months": ["1"]})
    assert not Job.objects.filter(kind="render").exists()


def test_a_new_club_has_its_list_at_once(client: Client) -> None:
    published.spring_list()
    assert "Novum" not in client.get(f"{LIST}?club=101").content.decode()  # its clubs are known from then on
    Club.objects.create(number="777", name="Novum")
    page = client.get(f"{LIST}?club=777").content.decode()
    assert '<option value="777" selected>777 Novum</option>' in page
