"""The public receipt of a file says in which list its tournament was rated."""

import pytest
from django.urls import reverse

from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from tests import cast
from tests.ratings import scene
from tournaments.models import Upload

pytestmark = pytest.mark.django_db


def page_of(client, upload: Upload) -> str:
    return client.get(reverse("receipt", args=[upload.receipt])).content.decode()


@pytest.fixture
def upload() -> Upload:
    made = Upload.objects.create(name="open.trf", size=1, sha256="0" * 64, state=Upload.State.READ)
    scene.tournament(["10001 10002 1-0"], upload=made, club=cast.club())
    return made


@pytest.mark.long
def test_the_receipt_names_the_published_list(client, upload):
    pool = scene.started("elo")
    draft = rate(pool, scene.LIST)
    assert "Elo, 1 July 2026" not in page_of(client, upload)
    publish(draft, None)
    assert "Elo, 1 July 2026" in page_of(client, upload)


def test_the_receipt_asks_a_constant_number_of_queries(client, upload, django_assert_num_queries):
    with django_assert_num_queries(6):
        page_of(client, upload)
    scene.tournament(["10001 10003 1-0"], name="Second", upload=upload, position=2)
    scene.tournament(["10003 10002 1-0"], name="Third", upload=upload, position=3)
    with django_assert_num_queries(6):
        page_of(client, upload)
