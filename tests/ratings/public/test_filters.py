"""ratings/public/filters: what the choices cost."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import DjangoAssertNumQueries

from tests.ratings import published

pytestmark = pytest.mark.django_db


def test_odd_values_do_not_read_the_choices_at_each_request(
    client: Client, django_assert_num_queries: DjangoAssertNumQueries
) -> None:
    published.spring_list()
    client.get("/en/lists/elo/2026-07/?club=999&nationality=XXX")
    for odd in ("998", "997"):
        with django_assert_num_queries(2):
            assert client.get(f"/en/lists/elo/2026-07/?club={odd}&nationality=YYY").status_code == 400
