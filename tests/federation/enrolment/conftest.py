"""The day on which the tests of a season take place."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable

import pytest
from django.utils import timezone

LOCALDATE = timezone.localdate


@pytest.fixture
def on(monkeypatch: pytest.MonkeyPatch) -> Callable[[dt.date], None]:
    """Let the site live on a day."""

    def live(day: dt.date) -> None:
        monkeypatch.setattr(
            timezone, "localdate", lambda value=None, zone=None: day if value is None else LOCALDATE(value, zone)
        )

    return live
