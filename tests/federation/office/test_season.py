"""The season of the office: which clubs have renewed, how they are asked, and all of a club on one page."""

from __future__ import annotations

import datetime as dt

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from federation.background import worker
from federation.enrolment.renewal import case_of, renew
from federation.models import Affiliation, Club, Job, Member, Office, RenewalReminder, UnitMembership
from federation.office.season import standings
from tests import cast
from tests.federation.enrolment import scene
from tests.forms import logged_in

pytestmark = pytest.mark.django_db

JUNE = dt.date(2026, 6, 1)
BORN = dt.date(1980, 1, 1)


@pytest.fixture
def office(on) -> Client:
    """Return the browser of the membership officer, on 1 June. Club 306 has three members, of whom it renewed one."""
    on(JUNE)
    scene.secretary("306")
    for number in range(3):
        scene.member(str(12000 + number), f"Lid{number}", "Jo", BORN, scene.club("306"))
    scene.member("13000", "Zes", "Jo", BORN, scene.club("601"))
    one = case_of(scene.club("306"), 2027)
    renew(scene.club("306"), 2027, [one.lines[0].member.pk], seen=one.digest, by=None)
    return logged_in(cast.membership_officer())


@pytest.fixture
def mails(settings) -> None:
    settings.EMAIL_HOST, settings.SITE_URL = "mail.example", "https://example.org"


def test_the_season_counts_who_is_renewed_and_who_is_not(office: Client) -> None:
    rows = [(row.club.number, row.before, row.now, row.late, row.change) for row in standings(2027)]
    assert rows == [("306", 3, 1, 2, -2), ("601", 1, 0, 1, -1)]
    page = office.get(reverse("office_season"), headers={"accept-language": "en"})
    facts = [page.context[name] for name in ("now", "before", "to_renew", "done", "late", "may_ask")]
    assert facts == [1, 4, 3, 0, 2, False]  # without mail there is no button


@pytest.mark.long
def test_clubs_that_are_late_are_asked_once_a_day(office: Client, mails: None, on) -> None:
    def asked() -> list[str]:
        answer = office.post(reverse("office_ask_clubs"), follow=True, headers={"accept-language": "en"})
        return [str(message) for message in answer.context["messages"]]

    assert "Ask 2 clubs to renew" in office.get(reverse("office_season"), headers={"accept-language": "en"}).text
    unreached = "1 club has no secretary with a mail address."
    assert asked() == ["1 club is asked by mail.", unreached]
    assert asked() == ["0 clubs are asked by mail.", unreached]
    for job in Job.objects.filter(kind="renewal_mail"):
        worker.run(job.pk)
    assert [(each.to, each.subject) for each in mail.outbox] == [
        (["306@example.org"], "306 Brugge\N{NO-BREAK SPACE}: 2 membres ne sont pas renouvelés pour 2026-2027")
    ]
    assert f"https://example.org/my-club/clubs/{scene.club('306').pk}/renewal/" in mail.outbox[0].body
    on(dt.date(2026, 6, 2))
    assert asked()[0] == "1 club is asked by mail."
    assert [(row.asked, row.asked_on) for row in standings(2027)] == [(2, dt.date(2026, 6, 2)), (0, None)]


def test_before_the_renewals_open_no_club_is_late_or_asked(office: Client, mails: None, on) -> None:
    on(dt.date(2026, 5, 1))
    office.post(reverse("office_ask_clubs"))
    page = office.get(reverse("office_season"))
    assert (page.context["late"], RenewalReminder.objects.count()) == (0, 0)


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 3])
def test_the_season_and_a_club_take_as_many_queries_for_many_as_for_one(
    office: Client, count: int, django_assert_num_queries
) -> None:
    found = scene.club("306")
    for number in range(count):
        Club.objects.create(number=str(700 + number), name=f"Club {number}")
        made = Member.objects.create(number=str(20000 + number), last_name="Nieuw", birth_date=BORN)
        Affiliation.objects.create(member=made, club=found, start=scene.SEASON[0], end=scene.SEASON[1])
        unit = UnitMembership.objects.filter(club=found).first().unit
        Office.objects.create(member=made, club=found, role=Office.Role.TREASURER, start=JUNE)
        UnitMembership.objects.create(club=found, unit=unit, start=dt.date(1990 + number, 1, 1))
    with django_assert_num_queries(9):
        office.get(reverse("office_season"))
    with django_assert_num_queries(12):
        office.get(reverse("office_club", args=[found.pk]))


def test_a_club_is_on_one_page(office: Client) -> None:
    page = office.get(reverse("office_club", args=[scene.club("306").pk]), headers={"accept-language": "en"})
    assert page.context["seasons"] == [("2026-2027", 1), ("2025-2026", 3)]
    assert [line.title for line in page.context["open"]] == ["2 members are not renewed for 2026-2027"]
    assert [each.holder for each in page.context["offices"]] == ["secretary306"]
    assert page.context["owed"] == 3000
