"""What the audit says about a person, for their export."""

from collections.abc import Collection
from typing import Any

from federation.audit import history
from federation.models import Member


def kept_audit(members: Collection[Member]) -> dict[str, list[dict[str, Any]]]:
    """Return which of their fields changed, when, from what and to what. Logins are no data of the person."""
    shown = ("at", "of", "act", "field", "before", "after")
    entries = [entry for member in members for entry in history.of_record(member)]
    return {"audit": [{name: row[name] for name in shown} for row in history.rows(entries)]}
