"""federation/admin/users: the names of groups"""

import pytest
from django.test import Client

from tests import cast, pages

pytestmark = pytest.mark.django_db


@pytest.fixture
def administrator(client: Client) -> Client:
    client.force_login(cast.administrator())
    return client


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("page", ["group/", "user/", "user/{pk}/change/"])
def test_groups_are_called_by_their_names_in_the_language_of_the_reader(
    administrator: Client, language: str, page: str
) -> None:
    address = f"/{language}/admin/auth/{page}" if language != "fr" else f"/admin/auth/{page}"
    said = pages.text(administrator.get(address.format(pk=cast.rating_officer().pk)))
    names = {"fr": "responsable des classements", "en": "rating officer"}
    assert [name in said for name in names.values()] == [key == language for key in names]


def test_the_users_of_a_group_are_found(administrator: Client) -> None:
    officer, _other = cast.rating_officer(), cast.viewer()
    group = officer.groups.get()
    rows = pages.rows(administrator.get(f"/en/admin/auth/user/?groups__id__exact={group.pk}"))
    assert [row[1] for row in rows] == [officer.username]
