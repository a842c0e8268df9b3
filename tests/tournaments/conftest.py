"""The tests of this room read sentences in English, whatever the site's default language is."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from django.utils import translation


@pytest.fixture(autouse=True)
def in_english() -> Iterator[None]:
    """Sentences come in English."""
    with translation.override("en"):
        yield
