"""Hiding a member, or showing him again: his other records and what was written for the public must say so too."""

from __future__ import annotations

import uuid

from federation.background import jobs
from federation.models import Job, Member


def rewrite_public_files() -> Job:
    """Have all that was written for the public withdrawn and written anew, by a job of its own.

    Members were hidden or shown again: the caller has stored that, in the transaction of this call if in any. Records
    that were merged into theirs do as they do: pages name a player by the record under which he played.
    """
    Member.objects.filter(merged_into__hidden=True, hidden=False).update(hidden=True)
    Member.objects.filter(merged_into__hidden=False, hidden=True).update(hidden=False)
    return jobs.submit("hide", f"hide:{uuid.uuid4()}", {})
