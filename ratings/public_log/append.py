"""Append to the public log what was published since: lists and revisions, corrections, rules, keys.

An entry is one line of JSON. It repeats no name: a correction is a salted commitment to its text, which the site opens
for as long as it shows the correction.
"""

import datetime as dt
import hashlib
import json
import secrets
from collections.abc import Iterator
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max, Subquery
from django.utils import timezone

from ratings.models import LogEntry, PoolRules, RatingList, RatingPool
from ratings.public_log.signed_notes import SigningKey
from tournaments.models import Correction

SALT_BYTES = 16


class New(NamedTuple):
    """An entry that is not in the log yet."""

    when: dt.datetime
    kind: LogEntry.Kind
    subject: str
    facts: dict[str, Any]
    salt: str = ""


def append_news() -> int:
    """Append what the log lacks, the earliest first; the caller opens a transaction. Return how many entries."""
    _lock()
    # It is unknown when rules were entered: they come before the lists that were calculated by them.
    found = [*_rules(), *sorted([*_lists(), *_corrections()], key=lambda new: new.when)]
    _append(found)
    return len(found)


@transaction.atomic
def append_key(old: SigningKey, new: SigningKey) -> None:
    """Append that a new key follows, signed by the old one. Do nothing if the log has that already."""
    _lock()
    verifier = str(new.verifier())
    subject = new.verifier().id.hex()
    if not LogEntry.objects.filter(kind=LogEntry.Kind.KEY, subject=subject).exists():
        facts = {"key": verifier, "signature": old.private.sign(verifier.encode()).hex()}
        _append([New(timezone.now(), LogEntry.Kind.KEY, subject, facts)])


def subject_of(rating_list: RatingList) -> str:
    """Return what an entry of a published list is about."""
    return f"{rating_list.pool.slug} {rating_list.date} r{rating_list.revision}"


def commitment(salt: str, correction: Correction) -> str:
    """Return the SHA-256 of the salt and of what the correction says."""
    said = {
        "field": correction.field,
        "before": correction.before,
        "after": correction.after,
        "reason": correction.reason,
    }
    return hashlib.sha256(f"{salt}\n{canonical(said)}".encode()).hexdigest()


def canonical(facts: dict[str, Any]) -> str:
    """Return JSON that is the same for the same facts."""
    return json.dumps(facts, ensure_ascii=False, sort_keys=True, separators=(",", ":"))


def _lock() -> None:
    """Make processes that append wait for each other: entries are numbered without gaps."""
    list(RatingPool.objects.select_for_update().order_by("pk"))


def _append(news: list[New]) -> None:
    last = LogEntry.objects.aggregate(last=Max("number"))["last"]
    first = 0 if last is None else last + 1
    LogEntry.objects.bulk_create(
        LogEntry(
            number=number,
            kind=new.kind,
            subject=new.subject,
            content=canonical({"kind": new.kind.value, "time": _seconds(new.when)} | new.facts),
            salt=new.salt,
        )
        for number, new in enumerate(news, first)
    )


def _lists() -> Iterator[New]:
    logged = set(LogEntry.objects.filter(kind=LogEntry.Kind.LIST).values_list("subject", flat=True))
    lists = RatingList.objects.exclude(state=RatingList.State.DRAFT).filter(pool__public=True)
    for each in lists.select_related("pool").defer("manifest"):
        subject = subject_of(each)
        if subject not in logged:
            facts = {
                "list": each.pool.slug,
                "date": each.date.isoformat(),
                "revision": each.revision,
                "digest": each.digest,
            }
            yield New(each.published_at or timezone.now(), LogEntry.Kind.LIST, subject, facts)


def _corrections() -> Iterator[New]:
    logged = set(LogEntry.objects.filter(kind=LogEntry.Kind.CORRECTION).values_list("subject", flat=True))
    for each in Correction.objects.order_by("pk"):
        if str(each.pk) not in logged:
            salt = secrets.token_hex(SALT_BYTES)
            facts = {"number": each.pk, "tournament": each.tournament_id, "commitment": commitment(salt, each)}
            yield New(each.made_at, LogEntry.Kind.CORRECTION, str(each.pk), facts, salt)


def _rules() -> Iterator[New]:
    """Yield the rules of public pools that differ from their last entry, and those that were removed."""
    entries = LogEntry.objects.filter(kind=LogEntry.Kind.RULES)
    latest = entries.order_by().values("subject").annotate(last=Max("number")).values("last")
    logged = {entry.subject: json.loads(entry.content) for entry in entries.filter(number__in=Subquery(latest))}
    today = {
        f"{each.pool.slug} {each.valid_from}": {"profile": each.profile, "parameters": each.parameters}
        for each in PoolRules.objects.filter(pool__public=True).select_related("pool")
    }
    for subject in sorted(today.keys() | logged.keys()):
        holds = today.get(subject, {"profile": None, "parameters": {}})
        if not holds.items() <= logged.get(subject, {}).items():
            pool, valid_from = subject.split(" ")
            facts = {"pool": pool, "valid_from": valid_from, **holds}
            yield New(timezone.now(), LogEntry.Kind.RULES, subject, facts)


def _seconds(when: dt.datetime) -> str:
    return when.astimezone(dt.UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
