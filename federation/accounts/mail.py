"""The site's mails, plain text: who wants them, in which language, and how a job sends one or a batch."""

import logging
import re
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager
from datetime import timedelta
from smtplib import SMTPRecipientsRefused
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.files.storage import default_storage
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone, translation

from federation.background import jobs, worker
from federation.background.backup_checks import HELD
from federation.i18n.errors import UserError
from federation.models import Job, MailPreferences

log = logging.getLogger(__name__)
_ADDRESS = re.compile(r"""[^\s<>"'(),:;]+@[^\s<>"'(),:;]+""")
HELD_PAUSE = timedelta(hours=1)
PAUSES = (timedelta(minutes=1), timedelta(minutes=15))  # between two attempts: a mail server restarts in less time


def are_sent() -> bool:
    """Return whether a mail server is set up."""
    return bool(settings.EMAIL_HOST)


def wanted_by(ids: Iterable[int]) -> QuerySet[User]:
    """Return those of the users (ids) who get mails about files: active, with an address, and not declined."""
    users = User.objects.filter(pk__in=list(ids), is_active=True).exclude(email="")
    return users.exclude(mail_preferences__of_files=False).select_related("mail_preferences")


def preferences_of(user: User) -> MailPreferences:
    """Return the user's preferences. If they never chose any, return the usual ones, not saved."""
    return MailPreferences.objects.filter(user=user).first() or MailPreferences(user=user)


def language_of(user: User) -> str:
    return preferences_of(user).language or settings.LANGUAGE_CODE


def chosen_language(user: User) -> str:
    """Return the language that the user chose for pages and mails, "" if none."""
    known = preferences_of(user)
    return known.language if known.chosen and known.language in dict(settings.LANGUAGES) else ""


@contextmanager
def in_language_of(user: User) -> Iterator[None]:
    """Translate the sentences of the block into the language of the user's mails."""
    with translation.override(language_of(user)):
        yield


def remember_language(user: User, language: str) -> None:
    """Remember the language of the page for mails, unless the user chose one. No query if no mails are sent."""
    if not are_sent():
        return
    known = preferences_of(user)
    if not known.chosen and known.language != language:
        MailPreferences.objects.update_or_create(user=user, defaults={"language": language})


def gather(kind: str, key: str, arguments: dict[str, Any], ids: str, pause: timedelta) -> None:
    """Queue a mail after a pause, or add the ids of ``arguments[ids]`` to the mail of that key that waits already.

    If that one is being sent, queue another.
    """
    job = jobs.submit(kind, key, arguments, after=pause)
    if job.arguments != arguments and not jobs.add_to_waiting_job(job, ids, arguments[ids]):
        jobs.submit(kind, f"{key} {timezone.now().isoformat()}", arguments, after=pause)


def link(name: str, *args: object) -> str:
    """Return the absolute URL of a page, in the active language."""
    return settings.SITE_URL + reverse(name, args=args)


def account_name(user: User) -> str:
    """Return the name of an account on the page of failed jobs. It shows no user name that is an address."""
    return f"#{user.pk}" if "@" in user.get_username() else user.get_username()


def deliver(job: Job, user: User, subject: str, text: str, failure: UserError) -> None:
    """Send a mail to an account. Raise what `deliver_to` raises."""
    deliver_to(job, user.email, subject, text, failure)


def deliver_to(job: Job, address: str, subject: str, text: str, failure: UserError) -> None:
    """Send a mail. Raise what `attempt` raises; its ``failure`` names the mail to the staff."""
    with attempt(job, failure):
        letter(address, subject, text).send()


def letter(address: str, subject: str, text: str) -> EmailMessage:
    """Return a mail of the site. Its subject is one line. Automatic replies ignore mails with this header."""
    headers = {"Auto-Submitted": "auto-generated"}
    return EmailMessage(" ".join(subject.splitlines()), text, to=[address], headers=headers)


@contextmanager
def batch(job: Job, failure: UserError) -> Iterator[BaseEmailBackend]:
    """Give a job one connection for all mails of the block. Raise what `attempt` raises."""
    with attempt(job, failure), closing(get_connection()) as connection:
        yield connection


def send_marked(one: EmailMessage, connection: BaseEmailBackend, reader: object, unmark: Callable[[], object]) -> None:
    """Send a mail of a batch whose rows were marked before, so that a job that is killed sends nothing twice.

    An address that the server refuses is not tried again. If the server takes no mail, ``unmark`` is called.
    """
    one.connection = connection
    try:
        one.send()
    except SMTPRecipientsRefused:
        log.warning("the mail server refused the address of %s", reader)
    except OSError:
        unmark()
        raise


@contextmanager
def attempt(job: Job, failure: UserError) -> Iterator[None]:
    """Let a job send mails in the block. On a restored site they wait for `manage.py release_mails`.

    Raise `worker.TryLater` if the server takes none; at the last attempt ``failure``.
    """
    if default_storage.exists(HELD):
        raise worker.TryLater(HELD_PAUSE, counts=False)
    try:
        yield
    except OSError as problem:  # the base of all errors of smtplib
        answer = OSError(_ADDRESS.sub("...@...", f"{type(problem).__name__}: {problem}"))  # no addresses in the log
        if job.attempts < jobs.ATTEMPTS:
            raise worker.TryLater(PAUSES[job.attempts - 1]) from answer
        log.error("job %s (%s): the mail server took no mail: %s", job.pk, job, answer)
        raise failure from answer
