"""What the audit says, for tests."""

from federation.audit import sealing
from federation.models import AuditEntry

Line = tuple[str, str, str, str | None, str | None]


def told() -> list[Line]:
    """Seal, and return act, record, field, and the values before and after."""
    sealing.seal()
    entries = AuditEntry.objects.order_by("n").select_related("values")
    return [
        (entry.act, f"{entry.kind} {entry.object}", entry.field, entry.values.before, entry.values.after)
        for entry in entries
    ]


def changes() -> list[Line]:
    """Do the same, of changed fields alone."""
    return [line for line in told() if line[0] == "change"]
