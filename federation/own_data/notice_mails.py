"""The mails of notices, a batch at a time, each with a link that ends them without a login.

A notice is marked before the mail server gets its mail, so that a job that is killed sends nothing twice.
"""

import logging
from collections.abc import Callable, Iterable
from smtplib import SMTPRecipientsRefused
from typing import Any, TypeVar

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.storage import default_storage
from django.core.mail import EmailMessage, get_connection
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext_noop as noop

from federation.accounts import mail
from federation.background import jobs, worker
from federation.background.backup_checks import HELD
from federation.i18n.errors import UserError, filled
from federation.models import Job, Notice
from federation.own_data import notices

log = logging.getLogger(__name__)
T = TypeVar("T")
NOT_SENT = noop("Some notices could not be mailed: the mail server takes no mail. Run the job again.")


def send(job: Job, kind: str, about: str, first: int, last: int) -> int:
    """Mail the notices of a batch that are due. Return how many. One that a server refuses for ever is not tried again.

    Raise `worker.TryLater` if the server takes none now, `UserError` at the last attempt.
    """
    if default_storage.exists(HELD):
        raise worker.TryLater(mail.HELD_PAUSE, counts=False)
    rows = notices.mailed_alone(kind, about).filter(pk__range=(first, last)).order_by("pk")
    return send_each(job, rows.select_related("account__mail_preferences", "member"), _send)


def send_each(job: Job, rows: Iterable[T], send_one: Callable[[T, object], int]) -> int:
    """Send the mail of each over one connection to the mail server. Return the sum. Raise what `send` raises."""
    sent, connection = 0, get_connection()
    try:
        for row in rows:
            sent += send_one(row, connection)
    except OSError as problem:
        if job.attempts < jobs.ATTEMPTS:
            raise worker.TryLater(mail.PAUSES[job.attempts - 1]) from problem
        raise UserError(NOT_SENT) from problem
    finally:
        connection.close()
    return sent


def _send(notice: Notice, connection: object) -> int:
    row = Notice.objects.filter(pk=notice.pk)
    if not row.filter(mail_due=True).update(mail_due=False):
        return 0  # another attempt has it
    with translation.override(language_of(notice.account)):
        stop = mail.link("unsubscribe", notices.unsubscribe_token(notice))
        facts = {"text": filled(notice.text, notice.facts), "link": settings.SITE_URL + notice.path}
        subject = f"{notice.get_kind_display()}: {notice.member.name}"
        letter = letter_to(notice.account, subject, "federation/own_data/notice_mail.txt", facts, stop)
    try:
        deliver(letter, connection)
    except OSError:
        row.update(mail_due=True)  # the server did not take it
        raise
    return 1


def letter_to(account: User, subject: str, template: str, facts: dict[str, Any], stop: str) -> EmailMessage:
    """Return a mail in the active language that the link ``stop`` ends."""
    text = render_to_string(template, facts | {"stop": stop, "federation_name": settings.FEDERATION_NAME})
    headers = {
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return EmailMessage(subject, text, to=[account.email], headers=headers)


def deliver(letter: EmailMessage, connection: object) -> None:
    """Give a mail to the server. Raise OSError if it takes none; an address that it refuses for ever is only logged."""
    letter.connection = connection
    try:
        letter.send()
    except SMTPRecipientsRefused:
        log.warning("the mail server refused the address of an account")


def language_of(account: User) -> str:
    """Return the language of the reader, whose preferences were read with the account."""
    preferences = getattr(account, "mail_preferences", None)
    return (preferences and preferences.language) or settings.LANGUAGE_CODE
