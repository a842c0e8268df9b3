"""How long each kind of data is kept (`[[retention]]` of the profile): a daily sweep, and the public page."""

import datetime as dt
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from federation import hooks
from federation.files import pending_uploads
from federation.models import BankLine
from federation.profiles.membership import Retention
from federation.profiles.reading import profile


class Kept(NamedTuple):
    """A kind of data, and for how many days it is kept."""

    what: str
    days: int

    @property
    def years(self) -> int:
        """Return the period in years; 0 if it is not whole years."""
        return 0 if self.days % 365 else self.days // 365


def in_force() -> Retention:
    """Return today's retention periods, in days."""
    return profile().on(timezone.localdate()).retention


def shown() -> list[Kept]:
    """Return the retention periods of the sweep and of other rooms, in the reader's language."""
    days = in_force()
    return [
        Kept(_("Files of accepted tournaments, as they were sent"), days.uploads),
        Kept(_("Files that could not be read, or whose tournaments were rejected"), days.refused_uploads),
        Kept(_("Files of imports that nobody confirmed"), pending_uploads.KEPT.days),
        Kept(_("Evidence of claims and corrections, once they are decided"), days.evidence),
        Kept(_("IP addresses of logins and changes; for changes the network part is kept"), days.addresses),
        Kept(_("Payer and text of lines of bank files"), days.bank_lines),
        Kept(_("Backups"), days.backups),
        *(Kept(*line) for lines in hooks.functions("ALSO_KEPT") for line in lines()),
    ]


def sweep() -> None:
    """Remove data older than its retention period, once a day (`settings.CLEANING`)."""
    days, now = in_force(), timezone.now()
    old = BankLine.objects.filter(booked_on__lt=timezone.localdate() - dt.timedelta(days=days.bank_lines))
    old.exclude(payer="", text="", iban="").update(payer="", text="", iban="")
    for remove in hooks.functions("OLD_UPLOADS"):
        remove(now - dt.timedelta(days=days.uploads), now - dt.timedelta(days=days.refused_uploads))
