"""Verify the audit every night in a job, its whole chain once a week, and report the result to monitors and staff."""

import datetime as dt
from collections.abc import Iterator
from typing import Any

from django.utils import timezone

from federation.audit import verification
from federation.background import jobs
from federation.background.nightly import last_night
from federation.models import AuditEntry, Job, Sign, UnsealedChange

KIND = "verify_audit"
WHOLE = dt.timedelta(days=7)  # between two verifications of the whole chain
OVERDUE = dt.timedelta(days=2)
LATE = dt.timedelta(minutes=1)  # for a change to be sealed


def queue() -> Job | None:
    """Queue the verification if there was none since the last night began; None if there was."""
    done = Sign.objects.filter(part=verification.SIGN, seen_at__gte=last_night())
    return None if done.exists() or not AuditEntry.objects.exists() else jobs.submit(KIND, KIND, {})


def verify() -> verification.Outcome:
    """Verify all records, and the chain: what is new of it, or the whole after a week or if something was wrong."""
    sign = last_sign()
    if sign is None or sign.facts["problems"] or "whole" not in sign.facts:  # an earlier version did not note it
        return verification.verify()
    is_due = timezone.now() - dt.datetime.fromisoformat(sign.facts["whole"]) >= WHOLE
    return verification.verify(1 if is_due else sign.facts["last"] + 1)


def last_sign() -> Sign | None:
    """Return the sign of the last verification. One query."""
    return Sign.objects.filter(part=verification.SIGN).first()


def health_lines() -> Iterator[str]:
    """Yield what monitors hear of the audit. Two queries."""
    sign = last_sign()
    oldest = UnsealedChange.objects.order_by("pk").values_list("at", flat=True).first()
    now = timezone.now()
    if oldest and now - oldest > LATE:
        yield f"audit late: changes wait for their seal since {oldest:%Y-%m-%dT%H:%MZ}"
    if sign is None:
        return
    problems: list[Any] = sign.facts["problems"]
    state = "failed" if problems else "late" if now - sign.seen_at > OVERDUE else "ok"
    said = " ".join(problems) or f"{sign.facts['last']} entries"
    yield f"audit {state}: {said}, verified {sign.seen_at:%Y-%m-%dT%H:%MZ}"
