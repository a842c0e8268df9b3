"""Hiding a member or showing them again: merged records and published files follow."""

import uuid

from federation.background import jobs
from federation.models import Job, Member


def rewrite_public_files() -> Job:
    """Queue a job that withdraws everything published and writes it again.

    Members were hidden or shown again: the caller has stored that, in the same transaction if there is one. Records
    that were merged into theirs follow: pages name a player by the record with which they played.
    """
    Member.objects.filter(merged_into__hidden=True, hidden=False).update(hidden=True)
    Member.objects.filter(merged_into__hidden=False, hidden=True).update(hidden=False)
    return jobs.submit("hide", f"hide:{uuid.uuid4()}", {})
