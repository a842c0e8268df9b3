"""Administrators choose colours and a logo, see a preview, and put it into force."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.urls import reverse
from pytest_django import DjangoAssertNumQueries

from federation.appearance import choose
from federation.models import Appearance
from federation.web.site_version import has_own_colours
from tests import cast
from tests.federation.appearance.test_logos import png

pytestmark = pytest.mark.django_db


@pytest.fixture
def boss(client: Client) -> Client:
    client.force_login(cast.administrator())
    return client


LINK = '<link rel="stylesheet" href="/colours.css">'


def test_a_federation_that_chose_nothing_has_an_empty_style_sheet_that_no_page_loads(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    with django_assert_num_queries(1):
        answer = client.get("/colours.css")
    assert (answer.status_code, answer.content, answer["Content-Type"]) == (200, b"", "text/css; charset=utf-8")
    assert "colours.css" not in client.get("/en/").text


def test_pages_load_the_style_sheet_while_there_are_colours_or_a_logo(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    choose.use(Appearance.objects.create(light="#00509d", dark="#7fbfff"))
    assert LINK in client.get("/en/privacy/").text
    choose.use(Appearance.objects.create(logo_digest="0" * 64, logo_kind="png"))
    assert LINK in client.get("/en/privacy/").text
    with django_assert_num_queries(0):  # a process asks once a minute
        assert has_own_colours()
    choose.use(Appearance.objects.create())
    assert "colours.css" not in client.get("/en/privacy/").text


def test_what_was_previewed_comes_into_force_and_readers_learn_of_it(boss: Client) -> None:
    nothing = boss.get("/colours.css")
    logo = SimpleUploadedFile("logo.png", png(120, 60))
    answer = boss.post(reverse("appearance"), {"light": "#8A0F2E", "dark": "", "logo": logo})
    made = Appearance.objects.get()
    assert answer["Location"] == reverse("appearance_preview", args=[made.pk])
    assert boss.get("/colours.css").content == b""  # a preview is nothing for readers
    assert "--pen: #8a0f2e;" in boss.get(reverse("appearance_preview_colours", args=[made.pk])).text
    assert boss.post(answer["Location"])["Location"] == reverse("appearance")
    held = boss.get("/colours.css", headers={"If-None-Match": nothing["ETag"]})
    assert f"--pen: var(--light, #8a0f2e) var(--dark, {made.dark});" in held.text
    address = f"/logo/{made.logo_digest}.png"
    assert f'url("{address}")' in held.text
    picture = boss.get(address)
    assert (picture.content, picture["Content-Type"]) == (png(120, 60), "image/png")
    assert boss.get("/colours.css", headers={"If-None-Match": held["ETag"]}).status_code == 304
    assert boss.get(answer["Location"]).status_code == 404  # it is no preview any more


def test_the_logo_stays_unless_it_is_removed(boss: Client) -> None:
    def choose(**fields: object) -> Appearance:
        boss.post(boss.post(reverse("appearance"), fields)["Location"])
        return Appearance.objects.in_force()[0]

    first = choose(logo=SimpleUploadedFile("logo.png", png(64, 64)))
    assert (first.light, first.dark, first.logo_kind) == ("", "", "png")
    assert choose(light="#00509d").logo_digest == first.logo_digest
    assert choose(light="#00509d", no_logo="on").logo_digest == ""
    choose(no_logo="on")
    assert boss.get("/colours.css").content == b""


def test_colours_that_cannot_be_read_or_are_none_are_refused_in_a_sentence(boss: Client) -> None:
    page = boss.post(reverse("appearance"), {"light": "#ffcc00", "dark": "#222222"}).text
    assert "On light pages #ffcc00 has a contrast of 1.3 to 1; text needs 4.5 to 1." in page
    assert "The nearest colour that has it is #836900." in page
    assert "On dark pages #222222 has a contrast of " in page
    page = boss.post(
        reverse("appearance"), {"light": "red; } body {", "logo": SimpleUploadedFile("a.svg", b"<svg/>")}
    ).text
    assert "Write the colour as # and six digits" in page and "The logo must be a PNG or WebP picture." in page
    assert "Choose the colour of light pages as well." in boss.post(reverse("appearance"), {"dark": "#ffcc00"}).text
    assert not Appearance.objects.exists()


def test_only_administrators_choose(client: Client) -> None:
    made = Appearance.objects.create(light="#00509d", dark="#7fbfff")
    client.force_login(cast.rating_officer())
    assert client.get(reverse("appearance")).status_code == 403
    for name in ("appearance_preview", "appearance_preview_colours"):
        assert client.get(reverse(name, args=[made.pk])).status_code == 403, name
    assert client.post(reverse("appearance_preview", args=[made.pk])).status_code == 403
    assert not Appearance.objects.in_force().exists()
