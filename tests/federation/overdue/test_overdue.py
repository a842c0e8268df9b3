"""federation/overdue/"""

import datetime as dt

import pytest
from django.core import mail as outbox

from federation.background import worker
from federation.enrolment import new_members, renewal
from federation.models import Affiliation, Charge, Job, Office, Suspension
from federation.money.balances import balances
from federation.money.charges import credit, raise_by_hand
from federation.money.payments import pay
from federation.overdue import measures, reminders
from federation.overdue.amounts_due import deadline, overdue, owed_by_clubs
from federation.overdue.measures import OverdueError
from tests import cast
from tests.at_once import at_once

pytestmark = pytest.mark.django_db
DUE, LATER = dt.date(2026, 10, 15), dt.date(2026, 11, 2)


@pytest.fixture(autouse=True)
def late(on):
    """Live after the due day of season 2027."""
    on(LATER)


def charged(number: int, cents: int = 12345, day: dt.date = DUE) -> Charge:
    return raise_by_hand(cast.club(number), "entry_team", cents, "Teams", day=day, by=None)


def proposed() -> list[tuple[str, int, int]]:
    return [(each.club.number, each.cents, each.surcharge) for each in overdue(deadline())]


def test_what_was_charged_by_the_due_day_and_is_not_paid_is_overdue():
    charged(101)
    charged(101, 999, LATER)  # not due yet
    charged(201, 5000)
    pay(cast.club(201), 5000, LATER, None)  # late, but paid
    charged(301, 4000, dt.date(2025, 10, 1))  # of the season before
    pay(cast.club(301), 1000, DUE, None)
    assert proposed() == [("101", 12345, 1235), ("301", 3000, 300)]


def test_before_the_due_day_of_a_season_that_of_the_season_before_counts(on):
    on(DUE)
    assert (deadline().day, deadline().season) == (dt.date(2025, 10, 15), 2026)


def test_a_federation_without_a_due_day_has_nothing_overdue(settings):
    settings.FEDERATION_PROFILE = "fr-ffe"
    assert deadline() is None


@pytest.mark.parametrize("count", [1, 3])
def test_many_overdue_clubs_ask_as_often_as_one(count, django_assert_num_queries):
    for number in list(cast.CLUBS)[:count]:
        charged(number)
    due = deadline()
    with django_assert_num_queries(6):
        assert len(overdue(due)) == count


def test_a_surcharge_is_charged_once_and_only_as_it_was_shown():
    charged(101)
    charged(201)
    first, second = cast.club(101).pk, cast.club(201).pk
    pay(cast.club(201), 100, LATER, None)
    [made] = measures.surcharge(deadline(), {first: 1235, second: 1235}, None)
    assert (made.club_id, made.cents, made.what, made.cause, made.reason) == (
        first,
        1235,
        "surcharge",
        "decision",
        "10 % × 123.45 FEFB, ROI 2",
    )
    assert measures.surcharge(deadline(), {first: 1235}, None) == []
    assert proposed() == [("101", 12345, 0), ("201", 12245, 1225)]
    credit([made.pk], "A mistake of ours")
    assert (proposed()[0], balances([first])) == (("101", 12345, 0), {first: 12345})  # it is not proposed again


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_two_treasurers_at_once_charge_a_surcharge_once():
    charged(101)
    due, wanted = deadline(), {cast.club().pk: 1235}
    charge = lambda: measures.surcharge(due, wanted, None)  # noqa: E731
    at_once(Charge.objects.all(), charge, charge)
    assert Charge.objects.filter(what="surcharge").count() == 1


def test_a_suspended_club_renews_and_enrols_nobody_until_the_suspension_is_lifted():
    member, club = cast.member(10001), cast.club()
    charged(101)
    [made] = measures.suspend(deadline(), {club.pk: 12345}, None)
    assert (made.start, made.cents, made.article) == (LATER, 12345, "FEFB, ROI 2")
    assert measures.suspend(deadline(), {club.pk: 12345}, None) == []
    case = renewal.case_of(club, 2027)
    with pytest.raises(renewal.RenewalError, match="The club is suspended until it has paid"):
        renewal.renew(club, 2027, [member.pk], seen=case.digest, by=None)
    with pytest.raises(new_members.EnrolmentError, match="The club is suspended until it has paid"):
        new_members.enrol_again(club, member, "full", LATER, None)
    pay(club, 12345, LATER, None)
    assert [(each.cents, each.suspended) for each in overdue(deadline())] == [(0, made)]  # it stays until it is lifted
    assert measures.lift([club.pk]) == 1
    renewal.renew(club, 2027, [member.pk], seen=case.digest, by=None)
    assert Affiliation.objects.filter(member=member).count() == 2


def test_a_profile_without_suspension_suspends_nobody(settings):
    charged(101)
    due = deadline()
    due = due._replace(rules=type(due.rules)(due=due.rules.due))
    with pytest.raises(OverdueError, match="does not suspend clubs"):
        measures.suspend(due, {cast.club().pk: 12345}, None)
    assert not Suspension.objects.exists()


def test_a_reminder_is_mailed_once_a_day_to_the_secretary_and_the_treasurer_of_the_club(settings):
    settings.EMAIL_HOST, settings.SITE_URL = "mail.example", "https://example.org"
    for role, name in (("secretary", "sec"), ("treasurer", "tre"), ("tournaments", "tou")):
        account = cast.User.objects.create_user(name, f"{name}@example.org")
        Office.objects.create(account=account, club=cast.club(), role=role, start=dt.date(2026, 1, 1))
    charged(101)
    charged(201)
    clubs = [cast.club(101).pk, cast.club(201).pk]
    assert reminders.remind(deadline(), clubs, None) == (1, 1)  # club 201 has nobody
    assert reminders.remind(deadline(), clubs, None) == (0, 1)
    for job in Job.objects.filter(kind=reminders.KIND):
        worker.run(job.pk)
    assert sorted(sent.to for sent in outbox.outbox) == [["sec@example.org"], ["tre@example.org"]]
    text = outbox.outbox[0].body
    assert "123" in text
    assert "+++101/0002/02703+++" in text


def test_without_mail_nobody_is_reminded():
    charged(101)
    with pytest.raises(OverdueError, match="This site sends no mail"):
        reminders.remind(deadline(), [cast.club().pk], None)


def test_what_clubs_owe_says_how_much_of_it_is_overdue(django_assert_num_queries):
    charged(101)
    club = cast.club()
    raise_by_hand(club, "entry_team", 3000, "Teams", day=LATER, by=None)
    pay(club, 345, LATER, None)
    with django_assert_num_queries(1):
        assert owed_by_clubs([club.pk]) == {club.pk: (15000, 12000)}
