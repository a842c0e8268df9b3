"""The officers' pages: what waits for each office, the flaws in the data, all of a member, with their queries."""

from __future__ import annotations

import datetime as dt

import pytest
from django.http import HttpResponse
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from federation.enrolment import endings, transfers
from federation.foreign_lists import compare
from federation.i18n.dates import long_date
from federation.models import (
    Affiliation,
    BankLine,
    ComparedPlayer,
    Erasure,
    FormerNumber,
    ListComparison,
    Member,
    PersonalDetail,
)
from federation.office import health, near_duplicates
from tests import cast
from tests.federation.enrolment import scene
from tests.forms import logged_in

pytestmark = pytest.mark.django_db

JUNE = dt.date(2026, 6, 1)
BORN = dt.date(1980, 1, 1)
QUERIES = {
    "clubs-without-secretary": 7,
    "not-renewed": 5,
    "near-duplicates": 6,
    "deceased": 6,
    "birth-dates": 6,
    "identifiers": 6,
    "fide-ids": 6,
    "fide-unknown": 6,
    "fide-records": 6,
    "fide-list": 5,
    "numbers": 6,
}


@pytest.fixture
def office(on) -> Client:
    """Return the browser of the membership officer, on 1 June."""
    on(JUNE)
    return logged_in(cast.membership_officer())


def opened(client: Client, name: str, *args: object, **query: object) -> HttpResponse:
    answer = client.get(reverse(name, args=args), query, headers={"accept-language": "en"})
    assert answer.status_code == 200
    return answer


def found(code: str) -> list[tuple[str, str]]:
    near_duplicates.look()
    check = health.BY_CODE[code]
    rows = list(check.rows())
    assert dict(health.counts())[check] == len(rows)
    return [(line.title, line.detail) for line in health.lines(check, rows)]


def wishes(count: int) -> None:
    """Let club 601 ask for members of club 306."""
    asking = scene.secretary("601")
    for number in range(count):
        person = scene.member(str(12000 + number), f"Lid{number}", "Jo", BORN, scene.club("306"))
        transfers.ask(person, scene.club("601"), asking)


@pytest.mark.long
@pytest.mark.parametrize("count", [1, 3])
def test_the_inbox_takes_as_many_queries_for_many_as_for_one(office, count, django_assert_num_queries):
    wishes(count)
    opened(office, "office")  # what is read once
    with django_assert_num_queries(16):
        assert opened(office, "office").text.count("wants to change clubs</h3>") == count


@pytest.mark.parametrize(("code", "queries"), QUERIES.items())
@pytest.mark.parametrize("count", [1, 3])
def test_a_list_of_flaws_takes_as_many_queries_for_many_as_for_one(
    office, code, queries, count, django_assert_num_queries
):
    flawed(count)
    near_duplicates.look()
    opened(office, "office_data", code)
    with django_assert_num_queries(queries):
        opened(office, "office_data", code)


def flawed(count: int) -> None:
    """Make as many clubs and members with each flaw."""
    comparison = ListComparison.objects.create(name="list.txt", size=1, issuer="FIDE")
    for number in range(count):
        person = scene.member(f"9{number}", f"Doe{number}", "Jo", None, scene.club("306"))
        Member.objects.filter(pk=person.pk).update(deceased=True)
        scene.member(f"1300{number}", f"Doe{number}", "Jo", None, None)
        ComparedPlayer.objects.create(comparison=comparison, verdict="mismatch", number="7", name="Roe", member=person)
        fide_lists(comparison, 500 + number, verdict="suggestion")
        fide_lists(comparison, 600 + number, 600 + number, verdict="missing")
        fide_lists(comparison, 700 + number, 700 + number, fide_id=700 + number, title="IM", federation="FRA")


def fide_lists(comparison: ListComparison, listed: int, ours: int | None = None, **facts: object) -> Member:
    """Let FIDE's list have a player under a number, and a member have their own."""
    person = scene.member(f"1{listed}0", f"Fide{listed}", "Jo", dt.date(1980, listed // 100, 1 + listed % 100), None)
    Member.objects.filter(pk=person.pk).update(fide_id=ours, title="FM")
    facts = {"verdict": "matched", "number": f"{listed}", "name": f"Fide{listed}, Jo", "birth_year": 1980} | facts
    ComparedPlayer.objects.create(comparison=comparison, member=person, **facts)
    return person


def test_data_in_order_have_no_flaw(office):
    scene.anna()
    cast.secretary()
    assert {code: found(code) for code in health.BY_CODE if code not in {"clubs-without-secretary", "not-renewed"}} == {
        code: []
        for code in (
            *("near-duplicates", "deceased", "birth-dates", "identifiers", "numbers"),
            *("fide-ids", "fide-unknown", "fide-records", "fide-list"),
        )
    }


def test_each_flaw_is_found_and_named(office):
    flawed(1)
    assert found("clubs-without-secretary") == [("306 Brugge", "1 member")]
    assert found("near-duplicates") == [("90 Doe0, Jo and 13000 Doe0, Jo", "the same name, birth date unknown")]
    assert found("deceased") == [("90 Doe0, Jo", "306 Brugge · affiliated until 31 August 2026")]
    assert found("birth-dates") == [("90 Doe0, Jo", "")]
    assert found("identifiers") == [("90 Doe0, Jo", "FIDE 7 is listed as Roe")]
    assert found("numbers") == [("90 Doe0, Jo", "the number has an unusual length")]
    day = long_date(timezone.localdate(ListComparison.objects.get().made_at))
    assert found("fide-ids") == [("15000 Fide500, Jo", "FIDE 500 is listed as Fide500, Jo, born in 1980")]
    assert found("fide-unknown") == [("16000 Fide600, Jo", f"600 is not in FIDE’s list that was compared on {day}")]
    assert found("fide-records") == [
        ("17000 Fide700, Jo", "title IM at FIDE, FM here · federation FRA at FIDE, none here")
    ]


def test_what_fide_s_list_says_leaves_the_page_once_it_is_copied_or_corrected(office):
    comparison = ListComparison.objects.create(name="list.txt", size=1, issuer="FIDE")
    unlisted = fide_lists(comparison, 600, 600, verdict="missing")
    other = fide_lists(comparison, 700, 700, fide_id=700, title="IM")
    fide_lists(comparison, 500, fide_id=500, verdict="suggestion")
    [line] = health.lines(health.BY_CODE["fide-ids"], health.BY_CODE["fide-ids"].rows())
    player = ComparedPlayer.objects.get(number="500")
    page = office.get(line.address)
    assert "Fide500, Jo" in page.text
    assert "Fide700, Jo" not in page.text
    compare.take_over([player], compare.numbers)
    Member.objects.filter(pk=unlisted.pk).update(fide_id=None)
    Member.objects.filter(pk=other.pk).update(title="IM", fide_rating=2400)
    assert [found(code) for code in ("fide-ids", "fide-unknown", "fide-records")] == [[], [], []]


def test_a_list_of_an_earlier_month_is_to_be_compared_again(office):
    made = ListComparison.objects.create(name="list.txt", size=1, issuer="FIDE")
    for day, lines in ((JUNE, []), (dt.date(2026, 5, 31), [("FIDE · list.txt", "Compared on 31 May 2026.")])):
        noon = timezone.make_aware(dt.datetime.combine(day, dt.time(12)))
        ListComparison.objects.filter(pk=made.pk).update(made_at=noon)
        assert found("fide-list") == lines


@pytest.mark.long
def test_clubs_with_members_not_renewed_are_counted_until_they_are(office):
    scene.sixty()
    assert found("not-renewed") == [("306 Brugge", "60 members are not renewed")]
    for row in Affiliation.objects.all()[:59]:
        Affiliation.objects.create(member=row.member, club=row.club, start=dt.date(2026, 9, 1))
    assert found("not-renewed") == [("306 Brugge", "1 member is not renewed")]


def test_similar_names_with_one_birth_date_are_a_doubt_and_merged_records_are_none(office):
    scene.member("12001", "Aerts", "Ana", BORN, None)
    other = scene.member("12002", "Aerts", "Anna", BORN, None)
    scene.member("12003", "Aerts", "Bart", dt.date(1999, 9, 9), None)
    assert found("near-duplicates") == [
        ("12001 Aerts, Ana and 12002 Aerts, Anna", "that birth date and a similar name")
    ]
    Member.objects.filter(pk=other.pk).update(merged_into=Member.objects.get(number="12001"))
    assert found("near-duplicates") == []


def test_a_reported_death_leads_from_the_inbox_to_its_decision(office):
    endings.report_death(scene.club("306"), scene.anna(), scene.secretary("306"), JUNE)
    inbox = opened(office, "office").text
    assert "Brugge reports the death of Aerts, Anna" in inbox
    assert f'href="{reverse("desk_decisions")}"' in inbox


def test_money_waits_for_the_treasurer_and_for_nobody_else(on):
    on(JUNE)
    BankLine.objects.create(digest="a", booked_on=dt.date(2026, 5, 30), cents=500, file_name="bank.xml")
    treasurer = logged_in(cast._staff("treasurer", "treasurer"))
    assert "1 bank line to book" in opened(treasurer, "office").text
    assert "bank line" not in opened(logged_in(cast.rating_officer()), "office").text


@pytest.mark.parametrize("count", [1, 3])
def test_the_page_of_a_member_takes_as_many_queries_for_many_as_for_one(office, count, django_assert_num_queries):
    person = scene.anna()
    for number in range(count):
        FormerNumber.objects.create(member=person, number=str(50 + number), end=dt.date(1990 + number, 1, 1))
        year = 2010 + 2 * number
        Affiliation.objects.create(
            member=person, club=scene.club("601"), start=dt.date(year, 9, 1), end=dt.date(year + 1, 8, 31)
        )
    opened(office, "office_member", person.pk)
    with django_assert_num_queries(17):
        page = opened(office, "office_member", person.pk)
    assert page.text.count(" until ") == count


def test_who_only_looks_sees_the_year_of_birth_and_no_contact_data(on):
    on(JUNE)
    person = scene.anna()
    PersonalDetail.objects.create(member=person, what="email", value="anna@example.org", visibility="public")
    page = opened(logged_in(cast.viewer()), "office_member", person.pk).text
    assert ("1990" in page, "5 May" in page, "anna@example.org" in page) == (True, False, False)
    page = opened(logged_in(cast.membership_officer()), "office_member", person.pk).text
    assert ("5 May 1990" in page, "anna@example.org" in page) == (True, True)


def test_members_and_clubs_are_found_by_name_or_number(office):
    scene.anna()
    assert "Aerts, Anna" in opened(office, "office_search", q="anna aer").text
    assert "Aerts, Anna" in opened(office, "office_search", q="10001").text
    assert "Brugge" in opened(office, "office_search", q="306").text
    assert "No member or club found" in opened(office, "office_search", q="zzz").text


def test_an_erasure_waits_for_another_officer_than_the_one_who_asked(office):
    person = scene.member("12000", "Lid", "Jo", BORN, scene.club("306"))
    asked_by = cast.User.objects.create_user("colleague")
    long_ago = timezone.now() - dt.timedelta(days=400)
    Erasure.objects.create(member=person, reason="By letter", asked_by=asked_by, asked_at=long_ago)
    assert "1 erasure of a person waits for your approval." in opened(office, "office").text
    Erasure.objects.update(asked_by=cast.User.objects.get(username="registrar"))
    assert "waits for your approval" not in opened(office, "office").text
