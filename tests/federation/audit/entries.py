"""The entries of the audit, for tests."""

from federation.audit import sealing
from federation.models import AuditEntry

Line = tuple[str, str, str, str | None, str | None]


def entries() -> list[Line]:
    """Seal, and return act, record, field, and the values before and after."""
    sealing.seal()
    rows = AuditEntry.objects.order_by("n").select_related("values")
    return [
        (entry.act, f"{entry.kind} {entry.object}", entry.field, entry.values.before, entry.values.after)
        for entry in rows
    ]


def changes() -> list[Line]:
    """Do the same, of changed fields alone."""
    return [line for line in entries() if line[0] == "change"]
