"""The public log of a site in a folder of the test."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import LazySettings


@pytest.fixture(autouse=True)
def log_folder(settings: LazySettings, tmp_path: Path) -> Path:
    settings.MEDIA_ROOT = tmp_path  # the live server of tests hands out its files, too
    settings.LOG_ROOT = tmp_path / "log"
    settings.LOG_KEY = tmp_path / "keys" / "public_log.pem"
    settings.LOG_ORIGIN = "ratings.example.org/log"
    return tmp_path / "log"
