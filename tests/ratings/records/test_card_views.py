"""What is shared of a member: a picture and a short address."""

from __future__ import annotations

import pytest
from django.test import Client

from federation.models import Member
from tests import cast
from tests.ratings import scene

pytestmark = pytest.mark.django_db

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
