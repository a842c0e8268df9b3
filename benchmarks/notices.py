"""A publication of which 10,000 accounts asked to be told: notices stored, then mailed by jobs of 500.

Each notice is marked before its mail is sent, so that a killed job sends nothing twice. Raw are the same rows written
by ``executemany`` and as many mails over one connection, all alike. Both send to the mail server of Django's tests,
which takes every mail into a list.
"""

from __future__ import annotations

import datetime as dt

from django.contrib.auth.models import User
from django.core import mail
from django.core.mail import EmailMessage, get_connection
from django.db import transaction
from django.test import override_settings

from benchmarks.invented import raw
from benchmarks.measure import Row, medians
from federation.background import worker
from federation.models import Holder, Job, MailPreferences, Member, Notice, NoticeChoice
from federation.own_data import notices

AT = dt.datetime(2026, 10, 1, 8, tzinfo=dt.UTC)
TEXT = "%(name)s in the list %(pool)s of %(day)s: %(rating)s (before: %(before)s)."
FACTS = '{"name": "Name", "pool": "Elo", "day": {"day": "2026-10-01"}, "rating": 1612, "before": 1600}'
COLUMNS = ("account_id", "member_id", "kind", "about", "text", "facts", "path", "at", "mail_due")


def measure(quick: bool) -> list[Row]:
    """Return the rows of this subject."""
    count = 1_000 if quick else 10_000
    news = _subscribed(count)
    with override_settings(EMAIL_HOST="mail.example", EMAIL_BACKEND="django.core.mail.backends.locmem.EmailBackend"):
        found = medians(
            {"site": lambda: _tell(news), "raw": lambda: _raw(news)},
            1 if quick else 3,
            _emptied,
        )
    what = f"a publication that {count:,} accounts are told of by mail, by jobs of {notices.BATCH}"
    return [Row(what, "the same rows and mails, raw", found["site"] / found["raw"], at_most=20)]


def _subscribed(count: int) -> list[notices.News]:
    """Let so many accounts of members ask to be told by mail. Return the news for them."""
    numbers = range(30_001, 30_001 + count)
    people = Member.objects.bulk_create(
        Member(number=str(key), key=key, last_name=f"Name{key}", first_name="A", birth_date=dt.date(1980, 1, 1))
        for key in numbers
    )
    users = User.objects.bulk_create(User(username=f"user{key}", email=f"{key}@example.org") for key in numbers)
    pairs = list(zip(users, people, strict=True))
    Holder.objects.bulk_create(Holder(account=user, member=member) for user, member in pairs)
    NoticeChoice.objects.bulk_create(NoticeChoice(account=user, kind="list", by_mail=True) for user in users)
    MailPreferences.objects.bulk_create(MailPreferences(user=user, language="nl", chosen=True) for user in users)
    facts = {"name": "Name", "pool": "Elo", "day": {"day": "2026-10-01"}, "rating": 1612, "before": 1600}
    return [notices.News(member.pk, TEXT, facts, f"/players/{member.number}/") for member in people]


def _emptied() -> None:
    raw.empty(Notice, Job)
    mail.outbox = []


def _tell(news: list[notices.News]) -> None:
    notices.tell("list", "list 1", news)
    for job in Job.objects.filter(kind=notices.KIND):
        worker.run(str(job.pk))
    assert len(mail.outbox) == len(news), "mails are missing"


def _raw(news: list[notices.News]) -> None:
    accounts = dict(Holder.objects.values_list("member", "account"))
    rows = [(accounts[each.member], each.member, "list", "raw", TEXT, FACTS, each.path, AT, False) for each in news]
    with transaction.atomic():
        raw.insert(Notice, COLUMNS, rows)
    connection = get_connection()
    for account in accounts.values():
        EmailMessage("List", TEXT, to=[f"{account}@example.org"], connection=connection).send()
