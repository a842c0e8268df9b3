"""Notices mailed together: one mail a day or a week, ended by one link, and never sent twice."""

from __future__ import annotations

import datetime as dt
import re

import pytest
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.test import Client

from federation.background import worker
from federation.models import Job, MailPreferences, Member, Notice, NoticeChoice
from federation.own_data import digests, notices
from tests import cast
from tests.federation.own_data.test_notices import reader, told, work

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_mail")]

DAY = dt.date(2026, 7, 6)


def subscriber(member: Member, rhythm: str) -> User:
    user = reader(member)
    notices.choose(user, ["list", "revision"], by_mail=True, rhythm=rhythm)
    MailPreferences.objects.filter(user=user).update(language="en")
    return user


def night(days: int = 0) -> int:
    """Do the work of a night. Return how many mails were sent."""
    before = len(outbox.outbox)
    digests.queue(DAY + dt.timedelta(days=days))
    for job in Job.objects.filter(kind=digests.KIND, state=Job.State.QUEUED):
        worker.run(str(job.pk))
    return len(outbox.outbox) - before


def test_a_day_is_one_mail_with_each_notice_under_its_kind() -> None:
    anna = cast.member(10001)
    subscriber(anna, "daily")
    told(anna, "list 1")
    told(anna, "list 2")
    notices.tell("revision", "list 3", [notices.News(anna.pk, "Revised: %(name)s.", {"name": "A"}, "/lists/")])
    work()
    assert (len(outbox.outbox), night(), night(), night(1)) == (0, 1, 0, 0)
    [sent] = outbox.outbox
    assert sent.subject.endswith(": 3 notices")
    assert sent.body.count("1612") == 2
    assert [sent.body.count(str(kind)) for kind in (NoticeChoice.Kind.LIST.label, "Revised: A.")] == [1, 1]
    assert sent.extra_headers["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_week_passes_between_weekly_mails() -> None:
    anna = cast.member(10001)
    subscriber(anna, "weekly")
    sent = []
    for day in (0, 1, 6, 7):
        told(anna, f"list {day}")
        sent.append(night(day))
    assert sent == [1, 0, 0, 1]
    assert outbox.outbox[1].body.count("1612") == 3


def test_at_once_is_not_mailed_again_at_night() -> None:
    anna = cast.member(10001)
    subscriber(anna, "at_once")
    told(anna)
    work()
    assert (len(outbox.outbox), night()) == (1, 0)


def test_what_waited_is_mailed_although_the_account_wants_notices_at_once_again() -> None:
    anna = cast.member(10001)
    user = subscriber(anna, "weekly")
    told(anna)
    Notice.objects.update(at=dt.datetime(2026, 7, 1, tzinfo=dt.UTC))
    notices.choose(user, ["list"], by_mail=True)
    assert night() == 1


def test_no_mails_means_none_and_what_waited_is_dropped() -> None:
    anna = cast.member(10001)
    user = subscriber(anna, "daily")
    told(anna)
    notices.choose(user, ["list"], by_mail=False)
    notices.choose(user, ["list"], by_mail=True, rhythm="daily")
    assert (night(), Notice.objects.count()) == (0, 1)


def test_the_link_of_the_mail_ends_all_kinds_without_a_login() -> None:
    anna = cast.member(10001)
    subscriber(anna, "daily")
    told(anna)
    night()
    [link] = re.findall(r"https://ratings.example.org(/\S*notices/stop/\S+/)", outbox.outbox[0].body)
    Client().post(link)
    assert set(NoticeChoice.objects.values_list("kind", "by_mail")) == {("list", False), ("revision", False)}


def test_the_account_chooses_how_often_and_sees_it() -> None:
    user = reader(cast.member(10001))
    client = Client()
    client.force_login(user)
    client.post("/en/my-data/notices/", {"kinds": ["list"], "mails": "weekly"})
    assert MailPreferences.objects.get().rhythm == "weekly"
    assert '<option value="weekly" selected>' in client.get("/en/my-data/").text
    assert "in one mail a week" in client.get("/en/account/").text
    client.post("/en/my-data/notices/", {"kinds": ["list"], "mails": "never"})
    assert '<option value="never" selected>' in client.get("/en/my-data/").text
