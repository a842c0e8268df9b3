"""federation/treasury/statement_mails.py and mail_views.py"""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.core import mail as outbox
from django.core.mail.backends.locmem import EmailBackend
from django.urls import reverse

from federation.background import worker
from federation.background.kinds import no_progress
from federation.models import Guardian, Holder, Job, PersonalDetail, Statement, StatementMail
from federation.money.balances import DebtorKind
from federation.money.charges import raise_by_hand
from federation.money.payments import pay
from federation.money.statements import issue
from federation.treasury import statement_mails
from federation.treasury.statement_mails import MailingError, plan, queue
from tests import cast
from tests.federation.invitations.test_holders import child  # noqa: F401 - a fixture
from tests.forms import logged_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("with_mail")]
DAY = dt.date(2026, 10, 1)


def issued(*members: int) -> None:
    """Issue a statement of 50.00 to club 101, which one account reads, and one of 35.00 to each of the members."""
    User.objects.filter(pk=cast.secretary(101).pk).update(email="club@example.org")
    raise_by_hand(cast.club(101), "entry_team", 5000, "Teams", day=DAY, by=None)
    for number in members:
        raise_by_hand(cast.member(number), "other", 3500, "Abroad", day=DAY, by=None)
    issue([cast.club(101).pk], 2027, None)
    issue([cast.member(number).pk for number in members], 2027, None, DebtorKind.MEMBER)


def work() -> None:
    for job in Job.objects.filter(kind=statement_mails.KIND, state=Job.State.QUEUED):
        worker.run(str(job.pk))


@pytest.mark.long
def test_one_job_sends_each_statement_once_to_each_reader():
    issued(10001, 10002, 10003)
    Holder.objects.create(account=User.objects.create_user("anna", "anna@example.org"), member=cast.member(10001))
    PersonalDetail.objects.create(member=cast.member(10001), what="email", value="other@example.org")
    PersonalDetail.objects.create(member=cast.member(10002), what="email", value="bram@example.org")
    found = plan(2027)
    assert (found.mails, found.clubs, found.members) == (3, 1, 2)
    assert [each.member for each in found.unreached] == [cast.member(10003)]
    for seen in (3, 0):
        queue(2027, seen, None)
    work()
    assert Job.objects.filter(kind=statement_mails.KIND).count() == 1
    assert [sent.to for sent in outbox.outbox] == [["club@example.org"], ["anna@example.org"], ["bram@example.org"]]
    club, anna, bram = (sent.body for sent in outbox.outbox)
    assert "50,00" in club
    assert f"/treasury/members/{cast.member(10001).pk}/2027/" in anna
    assert ("35,00" in bram, "http" in bram) == (True, False)
    assert plan(2027).mails == 0


def test_a_later_statement_alone_is_sent_and_the_number_of_mails_must_be_the_one_shown():
    issued()
    pay(cast.club(101), 5000, DAY, None)
    issue([cast.club(101).pk], 2027, None)
    with pytest.raises(MailingError, match="number of mails has changed"):
        queue(2027, 2, None)
    queue(2027, 1, None)
    work()
    assert StatementMail.objects.get().statement.number == 2
    assert "Il n’y a rien à payer." in outbox.outbox[0].body


def test_of_a_minor_the_guardians_read_it(child):  # noqa: F811
    Guardian.objects.filter(member=child).update(email="ine@example.org")
    Holder.objects.create(account=User.objects.create_user("child", "child@example.org"), member=child)
    issued(int(child.number))
    [(_club, _reader), (_statement, readers)] = plan(2027).readers.items()
    assert readers == [f"guardian {child.guardians.get().pk}"]


class Killed(EmailBackend):
    """A mail server at whose second mail the job is killed."""

    def send_messages(self, messages):
        if len(outbox.outbox) == 1:
            raise KeyboardInterrupt
        return super().send_messages(messages)


class Down(EmailBackend):
    """A mail server that takes no mail."""

    def send_messages(self, messages):
        raise OSError


@pytest.mark.long
def test_a_killed_job_sends_nothing_twice_and_one_without_a_server_sends_all_later(settings):
    issued(10001, 10002)
    for number in (10001, 10002):
        PersonalDetail.objects.create(member=cast.member(number), what="email", value=f"{number}@example.org")
    job, backend = queue(2027, 3, None), settings.EMAIL_BACKEND
    arguments = (job, job.arguments["first"], job.arguments["last"], no_progress)
    settings.EMAIL_BACKEND = "tests.federation.treasury.test_statement_mails.Down"
    with pytest.raises(worker.TryLater):
        statement_mails.send(*arguments)
    assert not StatementMail.objects.exclude(begun_at=None).exists()
    settings.EMAIL_BACKEND = "tests.federation.treasury.test_statement_mails.Killed"
    with pytest.raises(KeyboardInterrupt):
        statement_mails.send(*arguments)
    settings.EMAIL_BACKEND = backend
    assert statement_mails.send(*arguments) == 1
    assert [sent.to for sent in outbox.outbox] == [["club@example.org"], ["10002@example.org"]]
    page = logged_in(cast.administrator()).get(reverse("statement_mailing"))
    assert [each.statement.facts["name"] for each in page.context["interrupted"]] == ["Aerts, Anna"]


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 3])
def test_the_page_shows_the_number_of_mails_and_asks_as_often_for_many(count, django_assert_num_queries):
    treasurer = logged_in(cast.administrator())
    issued(*(10001, 10002, 10003)[:count])
    address = reverse("statement_mailing")
    treasurer.get(address)
    with django_assert_num_queries(8):
        page = treasurer.get(address)
    assert "Send 1 mail<" in page.text
    assert len(page.context["unreached"]) == count
    assert "The number of mails has changed since." in treasurer.post(address, {"seen": "7"}, follow=True).text
    assert "The mails are on their way." in treasurer.post(address, {"seen": "1"}, follow=True).text
    assert Statement.objects.filter(mails__isnull=False).count() == 1
