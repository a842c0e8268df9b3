"""tournaments/deadlines/announcements.py and reminders.py"""

import datetime as dt

import pytest
from django.contrib.auth.models import User
from django.core import mail
from django.test import Client
from django.utils import timezone

from federation.background import worker
from federation.models import Job, MailPreferences
from tests import cast, pages
from tests.forms import logged_in, send
from tests.tournaments.deadlines.test_clocks import late, sent
from tournaments.deadlines import reminders
from tournaments.deadlines.announcements import announce, deadline
from tournaments.models import Announcement, Tournament

pytestmark = pytest.mark.django_db

TODAY = timezone.localdate()


def announced(start: dt.date, on: dt.date, end: dt.date | None = None, **facts: object) -> Announcement:
    made = Announcement(start=start, end=end or start, **{"club": cast.club(), "name": "Tower Cup", **facts})
    announce(made, None)
    moment = timezone.make_aware(dt.datetime.combine(on, dt.time(12)))
    Announcement.objects.filter(pk=made.pk).update(announced_at=moment)
    made.refresh_from_db()
    return made


def in_use() -> None:
    """Let the site have an announcement of long ago."""
    announced(dt.date(2025, 1, 20), dt.date(2025, 1, 2), name="First of all")


def found(**changes: object) -> list[tuple[str, dt.date]]:
    made = sent("2025-06-01", "2025-06-02T10:00", **changes)
    return [(finding.code, finding.facts["due"]) for finding in late(made)]


def test_a_tournament_is_announced_fourteen_days_before_and_one_with_norms_twenty_one():
    day = dt.date(2025, 6, 1)
    assert [deadline(day, norms=norms).due for norms in (False, True)] == [dt.date(2025, 5, 18), dt.date(2025, 5, 11)]
    assert deadline(dt.date(2024, 6, 1), norms=False) is None


def test_an_announcement_in_time_leaves_no_finding():
    in_use()
    announced(dt.date(2025, 6, 1), dt.date(2025, 5, 18))
    assert found() == []


@pytest.mark.parametrize(("norms", "on"), [(False, dt.date(2025, 5, 19)), (True, dt.date(2025, 5, 12))])
def test_a_late_announcement_is_found(norms: bool, on: dt.date):
    in_use()
    announced(dt.date(2025, 6, 1), on, norms=norms)
    assert found() == [("announced_late", on - dt.timedelta(days=1))]


def test_a_tournament_that_was_not_announced_is_found_once_the_site_is_used_for_it():
    assert found() == []
    Tournament.objects.all().delete()
    in_use()
    assert found() == [("not_announced", dt.date(2025, 5, 18))]


def test_of_two_announcements_for_the_same_days_that_with_the_name_counts():
    in_use()
    announced(dt.date(2025, 6, 1), dt.date(2025, 5, 30), name="Blitz evening")
    announced(dt.date(2025, 6, 1), dt.date(2025, 5, 1), name="TOWER CUP")
    assert found() == []


@pytest.mark.long
def test_a_club_announces_on_its_page_and_anyone_can_read_it(django_assert_num_queries):
    secretary = logged_in(cast.secretary())
    day = TODAY + dt.timedelta(days=5)
    facts = {"name": "Spring Cup", "city": "Gent", "start": f"{day}", "end": f"{day}"}
    answer = send(secretary, secretary.get("/en/my-club/announce/"), facts, button="Announce the tournament")
    assert "The last day for announcing it was" in pages.text(answer)
    cast.club(201)
    announced = "/en/tournaments/announced/"
    with django_assert_num_queries(3):
        assert "Spring Cup" in pages.text(Client().get(announced))
    shown = {
        league: "Spring Cup" in pages.text(Client().get(announced, {"league": league})) for league in ("400", "600")
    }
    assert shown == {"400": True, "600": False}
    assert Client().get(announced, {"league": "nowhere"}).status_code == 404
    page = secretary.get("/en/my-club/announce/")
    facts = {"name": "Other", "start": f"{day}", "end": f"{day - dt.timedelta(days=1)}"}
    assert "The end is before the start." in pages.text(send(secretary, page, facts, button="Announce the tournament"))
    assert Announcement.objects.get().announced_by.username == "secretary101"


@pytest.fixture
def reader(with_mail: None) -> User:
    user = cast.secretary()
    User.objects.filter(pk=user.pk).update(email="secretary@example.org")
    MailPreferences.objects.create(user=user, language="en")
    return user


def told() -> list[str]:
    """Run the nightly work and return the mails."""
    reminders.queue()
    Job.objects.update(sent_at=None)
    for job in Job.objects.filter(kind=reminders.KIND, state=Job.State.QUEUED):
        worker.run(job.pk)
    return [each.body for each in mail.outbox]


@pytest.mark.parametrize(("ended", "count"), [(0, 0), (1, 1), (3, 1), (4, 0)])
def test_a_club_is_reminded_two_days_before_its_results_are_due(reader: User, ended: int, count: int):
    day = TODAY - dt.timedelta(days=ended)
    announced(day, TODAY - dt.timedelta(days=30))
    assert len(told()) == count
    assert len(told()) == count  # once
    assert all("Its results can be sent until" in body for body in told())


@pytest.mark.long
def test_a_club_that_sent_its_results_is_not_reminded(reader: User):
    day = TODAY - dt.timedelta(days=1)
    announced(day, TODAY - dt.timedelta(days=30))
    assert "The results of “Tower Cup” are due" in pages.text(logged_in(reader).get("/en/my-club/"))
    sent(f"{day}", f"{TODAY}T00:00")
    assert told() == []
    assert "The results of “Tower Cup” are due" not in pages.text(logged_in(reader).get("/en/my-club/"))
