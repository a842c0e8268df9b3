"""Files of people with their birth dates: no other user of the machine reads them or lists their names."""

from pathlib import Path
from typing import Any

from django.core.files.storage import FileSystemStorage


class PrivateStorage(FileSystemStorage):
    """Files are 0600, their folders 0700. MEDIA_ROOT itself stays open: the web server reads published files in it."""

    def __init__(self, **options: Any) -> None:
        super().__init__(**{"file_permissions_mode": 0o600, "directory_permissions_mode": 0o700, **options})

    def _save(self, name: str, content: Any) -> str:
        Path(self.location).mkdir(parents=True, exist_ok=True)
        saved = super()._save(name, content)
        first = Path(self.location, Path(saved).parts[0])
        if first.is_dir() and first.stat().st_mode & 0o077:  # made by an earlier version
            first.chmod(0o700)
        return saved
