"""The files of uploads, for backups."""

from collections.abc import Iterator

from tournaments.models import Upload


def uploads() -> Iterator[tuple[str, str]]:
    """Yield path below MEDIA_ROOT and SHA-256 of each. One query."""
    return Upload.objects.exclude(file="").values_list("file", "sha256").iterator()
