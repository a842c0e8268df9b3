"""The files of evidence, for backups."""

from collections.abc import Iterator

from tournaments.models import ClaimEvidence, CorrectionEvidence


def evidence() -> Iterator[tuple[str, str]]:
    """Yield path below MEDIA_ROOT and SHA-256 of each. Two queries."""
    for files in (ClaimEvidence, CorrectionEvidence):
        yield from files.objects.values_list("file", "sha256").iterator()
