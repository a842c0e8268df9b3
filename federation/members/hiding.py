"""Hiding a member or showing them again: merged records and published files follow."""

import uuid

from django.db import transaction

from federation import hooks
from federation.background import jobs
from federation.models import Job, Member


@transaction.atomic
def rewrite_public_files() -> Job:
    """Withdraw everything published, and queue a job that writes it again.

    Members were hidden or shown again: the caller has stored that, in the same transaction if there is one. From its
    end on no public answer names them, whether or not a worker runs. Records that were merged into theirs follow: pages
    name a player by the record with which they played.
    """
    Member.objects.filter(merged_into__hidden=True, hidden=False).update(hidden=True)
    Member.objects.filter(merged_into__hidden=False, hidden=True).update(hidden=False)
    for withdraw in hooks.functions("MEMBERS_HIDDEN"):
        withdraw()
    return jobs.submit("hide", f"hide:{uuid.uuid4()}", {})
