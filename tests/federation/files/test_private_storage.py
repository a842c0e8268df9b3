"""Files of people and the database are for the user of the site alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from django.conf import LazySettings
from django.core.files.base import ContentFile
from django.core.files.storage import default_storage
from django.db import connection


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o777


def test_uploads_and_their_folders_are_closed_and_the_folder_of_published_files_is_not(
    settings: LazySettings, tmp_path: Path
):
    settings.MEDIA_ROOT = tmp_path / "media"
    (tmp_path / "media" / "uploads").mkdir(parents=True, mode=0o755)
    saved = Path(settings.MEDIA_ROOT, default_storage.save("uploads/ab/abc", ContentFile(b"a tournament")))
    assert [mode(path) for path in (saved, saved.parent, saved.parent.parent)] == [0o600, 0o700, 0o700]
    assert mode(tmp_path / "media") & 0o055 == 0o055


@pytest.mark.long
@pytest.mark.skipif(connection.vendor != "sqlite", reason="a file of SQLite")
@pytest.mark.django_db(transaction=True)
def test_the_file_of_the_database_is_closed_at_the_next_connection():
    file = Path(connection.settings_dict["NAME"])
    file.chmod(0o644)
    connection.close()
    connection.ensure_connection()
    assert mode(file) == 0o600
