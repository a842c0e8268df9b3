"""The mails of notices, a batch at a time, each with a link that ends them without a login.

A notice is marked before the mail server gets its mail, so that a job that is killed sends nothing twice.
"""

from functools import partial
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.core.mail.backends.base import BaseEmailBackend
from django.template.loader import render_to_string
from django.utils import translation
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.accounts import mail
from federation.i18n.errors import UserError, filled
from federation.models import Job, Notice
from federation.own_data import notices

NOT_SENT = noop("Some notices could not be mailed: the mail server accepts no mail. Run the job again.")


def send(job: Job, kind: str, about: str, first: int, last: int) -> int:
    """Mail the notices of a batch that are due. Return how many. One that a server refuses for ever is not tried again.

    Raise `worker.TryLater` if the server takes none now, `UserError` at the last attempt.
    """
    rows = notices.mailed_alone(kind, about).filter(pk__range=(first, last)).order_by("pk")
    rows = rows.select_related("account__mail_preferences", "member")
    with mail.batch(job, UserError(NOT_SENT)) as connection:
        return sum(_send(notice, connection) for notice in rows)


def _send(notice: Notice, connection: BaseEmailBackend) -> int:
    row = Notice.objects.filter(pk=notice.pk)
    if not row.filter(mail_due=True).update(mail_due=False):
        return 0  # another attempt has it
    with translation.override(language_of(notice.account)):
        stop = mail.link("unsubscribe", notices.unsubscribe_token(notice))
        facts = {"text": filled(notice.text, notice.facts), "link": settings.SITE_URL + notice.path}
        subject = _("%(what)s: %(said)s") % {"what": notice.get_kind_display(), "said": notice.member.name}
        letter = letter_to(notice.account, subject, "federation/own_data/notice_mail.txt", facts, stop)
    mail.send_marked(letter, connection, f"account {notice.account_id}", partial(row.update, mail_due=True))
    return 1


def letter_to(account: User, subject: str, template: str, facts: dict[str, Any], stop: str) -> EmailMessage:
    """Return a mail in the active language that the link ``stop`` ends."""
    text = render_to_string(template, facts | {"stop": stop, "federation_name": settings.FEDERATION_NAME})
    letter = mail.letter(account.email, subject, text)
    letter.extra_headers |= {
        "List-Unsubscribe": f"<{stop}>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    return letter


def language_of(account: User) -> str:
    """Return the language of the reader, whose preferences were read with the account."""
    preferences = getattr(account, "mail_preferences", None)
    return (preferences and preferences.language) or settings.LANGUAGE_CODE
