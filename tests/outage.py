"""A database that no longer answers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from django.core.cache import cache
from django.db import connection


@contextmanager
def database_away() -> Iterator[None]:
    """Let no connection be made inside the block, as if the server had stopped.

    For tests with real transactions (``django_db(transaction=True)``).
    """
    connection.close()
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(connection.settings_dict, "NAME", "/nowhere/at/all")
        yield
    connection.close()
    cache.clear()
