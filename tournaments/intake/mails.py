"""Mails to senders of files that could not be read, if they left the page before it said so."""

import datetime as dt
from collections.abc import Iterable

from django.contrib.auth.models import AnonymousUser, User
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_noop as noop

from federation.accounts import mail
from federation.background import jobs
from federation.models import Job
from tournaments import access, errors
from tournaments.mail_text import News, one_line, send_news
from tournaments.models import Upload

NOT_SENT = noop(
    "The mail to the account “%(user)s” about files that could not be read (%(names)s) could not be sent: the "
    "mail server refused it. Its answer is in the administrator's log."
)
SUBJECTS = noop("Unreadable: %(name)s"), noop("Unreadable: %(count)s files")
PAUSE = dt.timedelta(minutes=1)  # users still on the page see it there; files of one archive share a mail
FAILED = Q(state=Upload.State.FAILED) | Q(state=Upload.State.RECEIVED, job__state=Job.State.FAILED)


def later(upload: Upload) -> None:
    """Queue a mail to the sender of an unreadable file, unless they see the page first (`seen`)."""
    if not mail.are_sent() or not mail.wanted_by([upload.uploaded_by_id or 0]).exists():
        return
    if Upload.objects.filter(FAILED, pk=upload.pk).update(sender_not_notified=True):
        user = upload.uploaded_by_id
        jobs.submit("reading_mail", f"reading_mail {user}", {"user": user}, after=PAUSE)


def seen(uploads: Iterable[Upload], user: User | AnonymousUser) -> None:
    """Note that the user has seen why these files could not be read. No query if nothing changes."""
    ids = [upload.pk for upload in uploads if upload.sender_not_notified and upload.uploaded_by_id == user.pk]
    if ids:
        Upload.objects.filter(pk__in=ids).update(sender_not_notified=False)


def send(job: Job, user_id: int) -> None:
    """Mail the user which of their files could not be read, all in one mail. Raise what `mail.deliver` raises.

    Repeat it for files that failed while the mail was being sent.
    """
    user = mail.wanted_by([user_id]).first()
    while user and (found := list(_unnotified(user))):
        with mail.in_language_of(user):
            news = [_news(upload) for upload in found]
            send_news(job, user, news, names=[upload.name for upload in found], subjects=SUBJECTS, not_sent=NOT_SENT)
        Upload.objects.filter(pk__in=[upload.pk for upload in found]).update(sender_not_notified=False)


def _unnotified(user: User) -> QuerySet[Upload]:
    mine = access.uploads_of(user).filter(FAILED, uploaded_by=user, sender_not_notified=True, superseded=False)
    return mine.select_related("job").order_by("uploaded_at", "pk")


def _news(upload: Upload) -> News:
    why = errors.failure(upload) or (upload.job.failure if upload.job else "")
    return News(one_line(upload.name), one_line(why), mail.link("upload", upload.receipt))
