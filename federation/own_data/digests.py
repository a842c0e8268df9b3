"""One mail for all notices of a day or a week, to accounts that chose this.

As with single mails, notices are marked before the mail server gets the mail: a job that is killed sends nothing twice.
"""

import datetime as dt
from collections.abc import Collection
from itertools import groupby

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils import timezone, translation
from django.utils.translation import ngettext

from federation.accounts import mail
from federation.background import jobs
from federation.i18n.errors import UserError, filled
from federation.models import Job, MailPreferences, Notice
from federation.own_data import notice_mails, notices

KIND = "notice_digests"
WEEK = dt.timedelta(days=7)
SHOWN = 100  # notices in a mail; the page shows the others
TEMPLATE = "federation/own_data/digest_mail.txt"
Rhythm = MailPreferences.Rhythm


def queue(today: dt.date | None = None) -> None:
    """Queue the mails that are due to those who want notices together. One of `settings.NIGHTLY`."""
    if not mail.are_sent():
        return
    today = today or timezone.localdate()
    ids = list(_due(today).order_by("account").values_list("account", flat=True).distinct())
    for start in range(0, len(ids), notices.BATCH):
        part = ids[start : start + notices.BATCH]
        jobs.submit(KIND, f"{KIND} {today} {part[0]}", {"accounts": part, "day": today.isoformat()})


def _due(today: dt.date) -> QuerySet[Notice]:
    """Return the notices that today's mails name.

    They include those that are left from before an account chose to have them at once again.
    """
    daily = Q(rhythm=Rhythm.DAILY) & (Q(digest_on=None) | Q(digest_on__lt=today))
    weekly = Q(rhythm=Rhythm.WEEKLY) & (Q(digest_on=None) | Q(digest_on__lte=today - WEEK))
    together = MailPreferences.objects.filter(daily | weekly).values("user")
    alone = MailPreferences.objects.filter(rhythm=Rhythm.AT_ONCE).values("user")
    is_left = Q(account__in=alone, at__date__lt=today - dt.timedelta(days=1))
    return Notice.objects.to_mail().filter(Q(account__in=together) | is_left)


def send(job: Job, accounts: Collection[int], day: str) -> int:
    """Mail each account its notices that are due on the day. Return how many mails.

    Raise what `notice_mails.send` raises.
    """
    due = _due(dt.date.fromisoformat(day)).filter(account__in=accounts)
    rows = due.select_related("account__mail_preferences", "member").order_by("account", "kind", "at", "pk")
    with mail.batch(job, UserError(notice_mails.NOT_SENT)) as connection:
        readers = [(account, list(each)) for account, each in groupby(rows, key=lambda notice: notice.account)]
        return sum(_send(*reader, dt.date.fromisoformat(day), connection) for reader in readers)


def _send(account: User, due: list[Notice], day: dt.date, connection: BaseEmailBackend) -> int:
    preferences = MailPreferences.objects.filter(pk=account.pk)
    ids, before = [each.pk for each in due], account.mail_preferences.digest_on
    with transaction.atomic():
        mine = list(Notice.objects.select_for_update(of=("self",)).filter(pk__in=ids, mail_due=True).values_list("pk"))
        if len(mine) < len(ids):
            return 0  # another attempt has it
        Notice.objects.filter(pk__in=ids).update(mail_due=False)
        preferences.update(digest_on=day)
    with translation.override(notice_mails.language_of(account)):
        count = len(due)
        subject = ngettext("%(count)s notice", "%(count)s notices", count) % {"count": count}
        kinds = [(kind, [_line(each) for each in group]) for kind, group in groupby(due[:SHOWN], _heading)]
        facts = {"kinds": kinds, "more": max(count - SHOWN, 0), "page": mail.link("own_data")}
        stop = mail.link("unsubscribe", notices.unsubscribe_all_token(account))
        letter = notice_mails.letter_to(account, f"{settings.FEDERATION_NAME}: {subject}", TEMPLATE, facts, stop)

    def unmark() -> None:
        Notice.objects.filter(pk__in=ids).update(mail_due=True)
        preferences.update(digest_on=before)

    mail.send_marked(letter, connection, f"account {account.pk}", unmark)
    return 1


def _heading(notice: Notice) -> str:
    return notice.get_kind_display()


def _line(notice: Notice) -> tuple[str, str]:
    return filled(notice.text, notice.facts), settings.SITE_URL + notice.path
