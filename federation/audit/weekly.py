"""Verify the audit once a week in a job, and report the result to monitors."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from federation.audit import verification
from federation.background import jobs
from federation.models import AuditEntry, Job, Sign, UnsealedChange

KIND = "verify_audit"
EVERY = dt.timedelta(days=7)
OVERDUE = 2 * EVERY
LATE = dt.timedelta(minutes=1)  # for a change to be sealed


def queue() -> Job | None:
    """Queue the verification if the last one was a week ago; None if it was not."""
    since = timezone.now() - EVERY
    if not AuditEntry.objects.exists() or Sign.objects.filter(part=verification.SIGN, seen_at__gt=since).exists():
        return None
    return jobs.submit(KIND, KIND, {})


def health_lines() -> Iterator[str]:
    """Yield what monitors hear of the audit. Two queries."""
    sign = Sign.objects.filter(part=verification.SIGN).first()
    oldest = UnsealedChange.objects.order_by("pk").values_list("at", flat=True).first()
    now = timezone.now()
    if oldest and now - oldest > LATE:
        yield f"audit late: changes wait for their seal since {oldest:%Y-%m-%dT%H:%MZ}"
    if sign is None:
        return
    problems: list[Any] = sign.facts["problems"]
    state = "failed" if problems else "late" if now - sign.seen_at > OVERDUE else "ok"
    said = " ".join(problems) or f"{sign.facts['entries']} entries"
    yield f"audit {state}: {said}, verified {sign.seen_at:%Y-%m-%dT%H:%MZ}"
