"""Who is logged in."""

import pytest
from django.test import Client

from tests import cast


@pytest.fixture
def secretary(client: Client) -> Client:
    """A browser in which the secretary of club 101 is logged in."""
    cast.everybody()
    client.force_login(cast.secretary(101))
    return client
