"""Notices: opt-in, told once, mailed in batches, ended without a login, and never to children without consent."""

from __future__ import annotations

import re
from collections.abc import Sequence

import pytest
from django.conf import LazySettings
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.core.mail import EmailMessage
from django.core.mail.backends.locmem import EmailBackend
from django.test import Client

from federation.background import worker
from federation.models import Consent, Guardian, Holder, Job, Member, Notice, NoticeChoice
from federation.own_data import notice_mails, notices
from tests import cast, pages
from tests.federation.invitations.test_holders import child  # noqa: F401 - a fixture

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_mail")]

TEXT = "%(name)s in the list %(pool)s of %(day)s: %(rating)s (before: %(before)s)."
FACTS = {"name": "Aerts, Anna", "pool": "Elo", "day": {"day": "2026-07-01"}, "rating": 1612, "before": 1600}
PATH = "/players/10001/elo/2026-07/"


def reader(member: Member, by_mail: bool = True, guardian: Guardian | None = None, name: str = "anna") -> User:
    user = User.objects.create_user(name, f"{name}@example.org", "correct horse battery")
    Holder.objects.create(account=user, member=member, guardian=guardian)
    notices.choose(user, ["list"], by_mail)
    return user


def told(member: Member, about: str = "list 1") -> int:
    return notices.tell("list", about, [notices.News(member.pk, TEXT, FACTS, PATH)])


def work() -> None:
    for job in Job.objects.filter(kind=notices.KIND, state=Job.State.QUEUED):
        worker.run(str(job.pk))


def test_who_asked_gets_one_mail_with_the_figures_and_the_page() -> None:
    reader(cast.member(10001))
    assert told(cast.member(10001)) == 1
    work()
    told(cast.member(10001))
    work()
    [sent] = outbox.outbox
    assert sent.to == ["anna@example.org"]
    assert "1612" in sent.body
    assert f"https://ratings.example.org{PATH}" in sent.body


def test_who_did_not_ask_gets_nothing() -> None:
    anna = cast.member(10001)
    user = reader(anna)
    notices.choose(user, [], by_mail=True)
    assert (told(anna), Notice.objects.count()) == (0, 0)


def test_without_mail_a_notice_is_in_the_feed_alone() -> None:
    user = reader(cast.member(10001), by_mail=False)
    told(cast.member(10001))
    work()
    feed = Client().get(f"/en/notices/{notices.feed_token(user)}.atom")
    assert (outbox.outbox, "1612" in feed.text) == ([], True)


def test_a_new_address_of_the_feed_ends_the_old_one() -> None:
    user = reader(cast.member(10001))
    old = notices.feed_token(user)
    notices.renew_feed(user)
    assert [Client().get(f"/en/notices/{each}.atom").status_code for each in (old, "x")] == [404, 404]
    assert Client().get(f"/en/notices/{notices.feed_token(user)}.atom").status_code == 200


def test_the_link_of_a_mail_ends_mails_without_a_login() -> None:
    reader(cast.member(10001))
    told(cast.member(10001))
    work()
    [link] = re.findall(r"https://ratings.example.org(/\S*notices/stop/\S+/)", outbox.outbox[0].body)
    assert NoticeChoice.objects.get().by_mail
    Client().get(link)
    assert NoticeChoice.objects.get().by_mail
    Client().post(link)
    assert not NoticeChoice.objects.get().by_mail
    assert Client().post("/en/notices/stop/x/").status_code == 200


def test_a_child_gets_none_without_consent_and_their_guardian_does(child: Member) -> None:  # noqa: F811
    reader(child, name="child")
    reader(child, guardian=child.guardians.get(), name="ine")
    assert told(child) == 1
    assert Notice.objects.get().account.username == "ine"
    Consent.objects.create(member=child, purpose="mails", given=True)
    told(child, "list 2")
    assert Notice.objects.filter(about="list 2").count() == 2


def test_ten_thousand_mails_are_twenty_jobs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(notices, "BATCH", 2)
    people = list(cast.members([10001, 10002, 10003, 10004, 10005]).values())
    for number, member in enumerate(people):
        reader(member, name=f"reader{number}")
    notices.tell("list", "list 1", [notices.News(each.pk, TEXT, FACTS, PATH) for each in people])
    assert Job.objects.filter(kind=notices.KIND).count() == 3
    work()
    assert sorted(sent.to[0] for sent in outbox.outbox) == [f"reader{number}@example.org" for number in range(5)]


def test_a_job_that_died_mails_only_what_is_left() -> None:
    anna, bram = cast.member(10001), cast.member(10002)
    first = reader(anna)
    reader(bram, name="bram")
    notices.tell("list", "list 1", [notices.News(each.pk, TEXT, FACTS, PATH) for each in (anna, bram)])
    Notice.objects.filter(account=first).update(mail_due=False)
    work()
    assert [sent.to for sent in outbox.outbox] == [["bram@example.org"]]


class Killed(EmailBackend):
    """A mail server at whose second mail the job is killed."""

    def send_messages(self, messages: Sequence[EmailMessage]) -> int:
        if len(outbox.outbox) == 1:
            raise KeyboardInterrupt
        return super().send_messages(messages)


def test_a_killed_job_sends_nothing_twice(settings: LazySettings) -> None:
    people = list(cast.members([10001, 10002, 10003]).values())
    for number, member in enumerate(people):
        reader(member, name=f"reader{number}")
    notices.tell("list", "list 1", [notices.News(each.pk, TEXT, FACTS, PATH) for each in people])
    job, backend = Job.objects.get(kind=notices.KIND), settings.EMAIL_BACKEND
    said = ("list", "list 1", job.arguments["first"], job.arguments["last"])
    settings.EMAIL_BACKEND = "tests.federation.own_data.test_notices.Killed"
    with pytest.raises(KeyboardInterrupt):
        notice_mails.send(job, *said)
    settings.EMAIL_BACKEND = backend
    assert notice_mails.send(job, *said) == 1
    assert [sent.to[0] for sent in outbox.outbox] == ["reader0@example.org", "reader2@example.org"]


def test_the_page_stores_the_choice() -> None:
    user = reader(cast.member(10001))
    client = Client()
    client.force_login(user)
    client.post("/en/my-data/notices/", {"kinds": ["revision"], "mails": "never"})
    choice = NoticeChoice.objects.get()
    assert (choice.kind, choice.by_mail) == ("revision", False)
    assert "My rating changes in a revised list" in pages.text(client.get("/en/my-data/"))
