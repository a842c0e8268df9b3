"""The site's mails, plain text: who wants them, in which language, and how a job hands one in."""

from __future__ import annotations

import logging
import re
from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone

from federation.background import jobs, worker
from federation.i18n.errors import Refusal
from federation.models import Job, MailWishes

log = logging.getLogger(__name__)
_ADDRESS = re.compile(r"""[^\s<>"'(),:;]+@[^\s<>"'(),:;]+""")
PAUSES = (timedelta(minutes=1), timedelta(minutes=15))  # between the tries: a mail server is begun anew in less


def are_sent() -> bool:
    """Whether a mail server is set up."""
    return bool(settings.EMAIL_HOST)


def wanted_by(ids: Iterable[int]) -> QuerySet[User]:
    """Those of the users (ids) who are told by mail what became of files: active, with an address, not unwilling."""
    users = User.objects.filter(pk__in=list(ids), is_active=True).exclude(email="")
    return users.exclude(mail_wishes__of_files=False).select_related("mail_wishes")


def wishes_of(user: User) -> MailWishes:
    """The user's wishes; those of everybody where he never said any (not saved then)."""
    return MailWishes.objects.filter(user=user).first() or MailWishes(user=user)


def language_of(user: User) -> str:
    """The language in which he is written to."""
    return wishes_of(user).language or settings.LANGUAGE_CODE


def remember_language(user: User, language: str) -> None:
    """Write to him in the language that he reads now. No query where no mails are sent."""
    if are_sent() and wishes_of(user).language != language:
        MailWishes.objects.update_or_create(user=user, defaults={"language": language})


def gather(kind: str, key: str, arguments: dict[str, Any], ids: str, pause: timedelta) -> None:
    """Queue a mail after a pause, or add the ids of ``arguments[ids]`` to the mail of that key that waits already.

    Where that one is on its way, it is another mail.
    """
    job = jobs.submit(kind, key, arguments, after=pause)
    if job.arguments != arguments and not jobs.add_to_waiting_job(job, ids, arguments[ids]):
        jobs.submit(kind, f"{key} {timezone.now().isoformat()}", arguments, after=pause)


def link(name: str, *args: object) -> str:
    """The whole address of a page, in the language that is active."""
    return settings.SITE_URL + reverse(name, args=args)


def account_name(user: User) -> str:
    """What the page of failed jobs calls an account: no address, though some user names are one."""
    return f"#{user.pk}" if "@" in user.get_username() else user.get_username()


def deliver(job: Job, user: User, subject: str, text: str, failure: Refusal) -> None:
    """Hand a mail to the server.

    Raises `worker.TryLater` where it takes none; at the last try ``failure``, which tells the staff which mail it was.
    """
    # A subject is one line; programs that answer mails of absence leave generated ones alone.
    mail = EmailMessage(" ".join(subject.split()), text, to=[user.email], headers={"Auto-Submitted": "auto-generated"})
    try:
        mail.send()
    except OSError as problem:  # whatever smtplib raises is one
        answer = OSError(_ADDRESS.sub("...@...", f"{type(problem).__name__}: {problem}"))  # logs name nobody
        if job.attempts < jobs.ATTEMPTS:
            raise worker.TryLater(PAUSES[job.attempts - 1]) from answer
        log.error("job %s (%s): the mail server took no mail: %s", job.pk, job, answer)
        raise failure from answer
