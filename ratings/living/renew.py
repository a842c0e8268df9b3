"""Write what the next list of a pool would say today: only the lines of members for whom something changed."""

from collections.abc import Callable
from contextlib import AbstractContextManager

import numpy as np
from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Now
from django.utils import timezone

from federation.database import bulk, records
from ratings.calculation import store
from ratings.living.calculate import Today, calculate
from ratings.models import LivingEntry, LivingList, LivingRating, RatingPool

Writing = Callable[[], AbstractContextManager[object]]  # opens the transaction of the rows


def renew(pool: RatingPool, *, writing: Writing = transaction.atomic) -> int:
    """Calculate the ratings of today and store those that changed. Return how many members that concerns.

    If another run that began to read later was faster, its ratings stay.
    """
    as_of = RatingPool.objects.annotate(now=Now()).values_list("now", flat=True).get(pk=pool.pk)
    found = calculate(pool, timezone.localdate())
    with writing():
        RatingPool.objects.select_for_update(of=("self",), no_key=True).get(pk=pool.pk)
        if LivingList.objects.filter(pool=pool, as_of__gt=as_of).exists():
            return 0
        if found is None:
            LivingList.objects.filter(pool=pool).delete()
            return 0
        facts = {name: getattr(found, name) for name in ("date", "previous", "rules", "game_count")}
        living, _is_new = LivingList.objects.update_or_create(pool=pool, defaults={**facts, "as_of": as_of})
        return _replace(living, found)


def _replace(living: LivingList, found: Today) -> int:
    """Write the lines that differ, delete those that no longer apply."""
    stored = records.read(living.ratings.all(), {"member": F("member_id"), "digest": F("digest")})
    known = dict(zip(stored["member"].tolist(), stored["digest"].tolist(), strict=True))
    pairs = zip(found.ratings.member.tolist(), found.ratings.digest.tolist(), strict=True)
    changed = [member for member, digest in pairs if known.pop(member, None) != digest]
    gone = [*known, *changed]
    if gone:
        for rows in (living.entries.all(), living.ratings.all()):
            _remove(rows, gone)
    for model, lines in ((LivingRating, found.ratings), (LivingEntry, found.ledger)):
        store.write_lines(model, {"list": living.pk}, lines[np.isin(lines.member, changed)])
    return len(gone)


def _remove(rows: QuerySet[LivingRating] | QuerySet[LivingEntry], members: list[int]) -> None:
    """Delete the rows of these members: no other row points to them."""
    found = rows.filter(member__in=bulk.in_values(members))
    found._raw_delete(found.db)
