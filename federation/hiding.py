"""Hiding a member, or showing him again: what was written for the public must say so too."""

from __future__ import annotations

import uuid

from federation import jobs
from federation.models import Job


def rewrite_public_files() -> Job:
    """Have all that was written for the public withdrawn and written anew, by a job of its own.

    Members were hidden or shown again: the caller has stored that, or does so in the transaction of this call.
    """
    return jobs.submit("hide", f"hide:{uuid.uuid4()}", {})
