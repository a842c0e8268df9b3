"""Override the profile with a row, or withdraw such a row."""

import datetime as dt
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_noop as noop

from federation.amendments import current
from federation.i18n.errors import UserError
from federation.models import ProfileChange
from federation.profiles.errors import ProfileError
from federation.profiles.reading import row_of
from federation.profiles.schema import AMENDABLE

SHORTEST_REASON = 10  # letters


class AmendmentError(UserError):
    """The row cannot override the profile."""


@transaction.atomic
def amend(
    section: str,
    value: dict[str, Any],
    valid_from: dt.date,
    by: User | None,
    *,
    article: str = "",
    source: str = "",
    reason: str = "",
) -> ProfileChange:
    """Put a row in force from a day on. Raise `AmendmentError` if it is wrong, or without a source or a reason."""
    if section not in AMENDABLE:
        raise AmendmentError(noop("%(section)s comes with the profile; ask for a new version of it."), section=section)
    if section == "roles" and "acts_as" in value:
        raise AmendmentError(noop("The rights of an office come with the profile; ask for a new version of it."))
    try:
        row_of(section, current.values_of(value, valid_from, article, source))
    except ProfileError as problem:
        raise AmendmentError(noop("This entry is wrong: %(problem)s"), problem=str(problem)) from None
    if not (article.strip() or source.strip()):
        raise AmendmentError(noop("Say which article or decision this entry is based on."))
    if valid_from < timezone.localdate() and len(reason.strip()) < SHORTEST_REASON:
        raise AmendmentError(
            noop("This changes the past: give a reason of at least %(letters)s characters."), letters=SHORTEST_REASON
        )
    facts = {"section": section, "value": value, "valid_from": valid_from}
    made = ProfileChange.objects.create(**facts, article=article, source=source, reason=reason, by=by)
    current.forget()
    transaction.on_commit(current.forget)
    return made


@transaction.atomic
def withdraw(change: ProfileChange, by: User | None) -> None:
    """Withdraw the row on all days. It stays in the records. Doing it twice changes nothing."""
    held = ProfileChange.objects.select_for_update().get(pk=change.pk)
    if held.withdrawn_at is None:
        held.withdrawn_at, held.withdrawn_by = timezone.now(), by
        held.save(update_fields=["withdrawn_at", "withdrawn_by"])
    current.forget()
    transaction.on_commit(current.forget)
