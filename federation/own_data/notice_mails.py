"""The mails of notices, a batch at a time, each with a link that ends them without a login.

A notice is marked before the mail server gets its mail, so that a job that is killed sends nothing twice.
"""

import logging
from smtplib import SMTPRecipientsRefused

from django.conf import settings
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
NOT_SENT = noop("Some notices could not be mailed: the mail server takes no mail. Run the job again.")


def send(job: Job, kind: str, about: str, first: int, last: int) -> int:
    """Mail the notices of a batch that are due. Return how many. One that a server refuses for ever is not tried again.

    Raise `worker.TryLater` if the server takes none now, `UserError` at the last attempt.
    """
    if default_storage.exists(HELD):
        raise worker.TryLater(mail.HELD_PAUSE, counts=False)
    due = Notice.objects.filter(kind=kind, about=about, pk__range=(first, last), mail_due=True)
    wanted = due.filter(account__is_active=True, account__notice_choices__kind=kind)
    rows = wanted.filter(account__notice_choices__by_mail=True).select_related("account__mail_preferences", "member")
    rows = rows.order_by("pk")
    sent, connection = 0, get_connection()
    try:
        for notice in rows:
            sent += _send(notice, connection)
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
    with translation.override(_language(notice)):
        stop = mail.link("unsubscribe", notices.unsubscribe_token(notice))
        facts = {
            "text": filled(notice.text, notice.facts),
            "link": settings.SITE_URL + notice.path,
            "stop": stop,
            "federation_name": settings.FEDERATION_NAME,
        }
        subject = f"{notice.get_kind_display()}: {notice.member.name}"
        text = render_to_string("federation/own_data/notice_mail.txt", facts)
    headers = {
        "Auto-Submitted": "auto-generated",
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    letter = EmailMessage(subject, text, to=[notice.account.email], headers=headers, connection=connection)
    try:
        letter.send()
    except SMTPRecipientsRefused:
        log.warning("the mail server refused the address of account %s", notice.account_id)
    except OSError:
        row.update(mail_due=True)  # the server did not take it
        raise
    return 1


def _language(notice: Notice) -> str:
    """Return the language of the reader, which was read with the notice."""
    preferences = getattr(notice.account, "mail_preferences", None)
    return (preferences and preferences.language) or settings.LANGUAGE_CODE
