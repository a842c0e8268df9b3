"""Schemathesis against the description: no fault, no status, header or body that the description does not know."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
import schemathesis
from django.core.signals import request_finished, request_started
from django.db import close_old_connections
from hypothesis import HealthCheck, given, settings

from federation.wsgi import application
from tests.examples import FEW
from tests.ratings.api.site import site

pytestmark = pytest.mark.django_db


@pytest.fixture
def one_connection() -> Iterator[None]:
    """Keep the connection of the test, as Django's own client does."""
    ends = (request_started, request_finished)
    for signal in ends:
        signal.disconnect(close_old_connections)
    yield
    for signal in ends:
        signal.connect(close_old_connections)


def test_schemathesis_finds_nothing(one_connection: None) -> None:
    site()
    description = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", application)
    operations = [each.ok() for each in description.get_all_operations()]
    assert len(operations) > 15
    for operation in operations:
        for mode in schemathesis.GenerationMode:
            check(operation, mode)


def check(operation: schemathesis.schemas.APIOperation, mode: schemathesis.GenerationMode) -> None:
    @settings(max_examples=FEW, suppress_health_check=list(HealthCheck), deadline=None, database=None)
    @given(case=operation.as_strategy(generation_mode=mode))
    def asked(case: schemathesis.Case) -> None:
        case.call_and_validate()

    asked()
