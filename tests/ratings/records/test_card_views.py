"""What is shared of a member: a picture, a short address, its QR code, and what search engines are told."""

from __future__ import annotations

import json
import re

import pytest
import qrcode
from django.core.files.base import ContentFile
from django.test import Client
from qrcode.image.svg import SvgPathImage

from federation.appearance import choose, logos
from federation.models import Member
from tests import cast
from tests.federation.appearance.test_logos import png
from tests.ratings import scene

pytestmark = pytest.mark.django_db

LINKED = re.compile(r'<script type="application/ld\+json">(.*?)</script>')
CARD = "/en/players/{}/card.png"


def test_the_card_of_an_adult_is_a_picture_of_1200_by_630_pixels(client: Client) -> None:
    scene.started()
    answer = client.get(CARD.format(10001))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/png")
    assert answer.content[:8] == b"\x89PNG\r\n\x1a\n"
    assert [int.from_bytes(answer.content[at : at + 4]) for at in (16, 20)] == [1200, 630]
    assert (
        'property="og:image" content="http://testserver/en/players/10001/card.png"'
        in client.get("/en/players/10001/").text
    )


def test_there_is_no_card_of_minors_hidden_members_and_unrated_ones(client: Client) -> None:
    scene.started()
    Member.objects.filter(key=10002).update(hidden=True)
    Member.objects.filter(key=10003).update(birth_date="2012-01-01")
    for number in (10002, 10003, 10010):
        assert client.get(CARD.format(number)).status_code == 404, number
    for number in (10002, 10003):
        assert "og:image" not in client.get(f"/en/players/{number}/").text, number


def test_the_short_address_leads_to_the_member(client: Client) -> None:
    cast.everybody()
    answer = client.get("/p/10001/")
    assert (answer.status_code, answer["Location"]) == (302, "/players/10001/")


def test_the_qr_code_is_a_drawing_of_the_short_address_for_adults_alone(client: Client) -> None:
    cast.everybody()
    Member.objects.filter(key=10002).update(hidden=True)
    Member.objects.filter(key=10003).update(birth_date="2012-01-01")
    answer, other = (client.get(f"/en/players/{number}/qr.svg") for number in (10001, 10004))
    assert (answer.status_code, answer["Content-Type"]) == (200, "image/svg+xml")
    again = qrcode.make("http://testserver/en/p/10001/", image_factory=SvgPathImage).to_string()
    assert answer.content == again != other.content
    page = client.get("/en/players/10001/").text
    assert 'src="/en/players/10001/qr.svg"' in page and "http://testserver/en/p/10001/" in page
    for number in (10002, 10003):
        assert client.get(f"/en/players/{number}/qr.svg").status_code == 404, number
        assert "qr.svg" not in client.get(f"/en/players/{number}/").text, number


def test_search_engines_get_the_data_of_adults_only(client: Client) -> None:
    cast.everybody()
    Member.objects.filter(key=10001).update(fide_id=205_000, last_name="</script>")
    Member.objects.filter(key=10002).update(hidden=True)
    Member.objects.filter(key=10003).update(birth_date="2012-01-01")
    (script,) = LINKED.findall(client.get("/en/players/10001/").text)
    told = json.loads(script)
    person = told["mainEntity"]
    assert (told["@type"], person["@type"], person["identifier"]) == ("ProfilePage", "Person", "10001")
    assert person["name"] == Member.objects.get(key=10001).public_name
    assert person["url"] == told["breadcrumb"]["itemListElement"][1]["item"] == "http://testserver/en/players/10001/"
    assert person["sameAs"] == ["https://ratings.fide.com/profile/205000"]
    assert {each["@type"] for each in person["memberOf"]} == {"SportsOrganization"}
    for number in (10002, 10003):
        assert LINKED.findall(client.get(f"/en/players/{number}/").text) == [], number


def test_the_card_has_the_colour_and_the_logo_of_the_federation(client: Client) -> None:
    scene.started()
    before = client.get(CARD.format(10001)).content
    choose.use(choose.draft("#00509d", "#7fbfff", None, None))
    coloured = client.get(CARD.format(10001)).content
    choose.use(choose.draft("", "", logos.checked(ContentFile(png(120, 60))), None))
    with_logo = client.get(CARD.format(10001)).content
    assert len({before, coloured, with_logo}) == 3
    choose.use(choose.draft("", "", None, None, keep_logo=False))
    assert client.get(CARD.format(10001)).content == before
