"""The audit forgets a person: values and salts go, entries and commitments stay. The chain still verifies."""

from collections.abc import Iterable

from django.db import models

from federation.audit import sealing
from federation.audit.registry import kind_of
from federation.database import acts, bulk
from federation.erasure.person import Person
from federation.erasure.registry import PERSONAL
from federation.models import AuditEntry, AuditValue, Member


def forget(person: Person, rows: Iterable[models.Model]) -> int:
    """Seal what waits, the erasure itself included, and delete the values that say who the person was.

    ``rows``: what was emptied beside the tables that refer to members. Return the number of entries without values from
    then on.
    """
    sealing.seal()
    emptied = [f"{kind_of(type(row))}:{row.pk}" for row in rows]
    records = [f"{kind_of(Member)}:{each.pk}" for each in person.records]
    kinds = [kind_of(Member), *(kind_of(each.model) for each in PERSONAL.values() if each.is_deleted or each.emptied)]
    of_person = AuditValue.objects.filter(entry__kind__in=kinds)
    batch = AuditEntry.objects.filter(row=f"{sealing.BATCH}:{acts.current().uid}").values("n")
    found = {
        *of_person.filter(entry__row__in=records).values_list("pk", flat=True),
        *of_person.filter(entry__owner__in=records).values_list("pk", flat=True),
        *of_person.filter(entry__partner__in=records).values_list("pk", flat=True),
        *AuditValue.objects.filter(entry__row__in=emptied).values_list("pk", flat=True),
        *AuditValue.objects.filter(entry__batch__in=batch).values_list("pk", flat=True),
    }
    for value in AuditValue.objects.filter(person.in_texts("before", "after")).iterator():
        if any(person.is_named_in(text) for text in (value.before, value.after) if text):
            found.add(value.pk)
    if found:
        AuditValue.objects.filter(pk__in=bulk.in_values(sorted(found))).delete()
    return len(found)
