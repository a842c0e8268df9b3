"""Enrolling people: the duplicate check, the number, the receipt."""

from __future__ import annotations

import datetime as dt

import pytest

from federation.enrolment import receipts
from federation.enrolment.new_members import EnrolmentError, Person, enrol, enrol_again, preview
from federation.models import Affiliation, Charge, Member
from tests.at_once import at_once
from tests.federation.enrolment import scene

TODAY = dt.date(2026, 9, 5)
ANA = Person("Aerts", "Ana", dt.date(1990, 5, 5))
NEW = Person("Zeno", "Zoë", dt.date(2001, 2, 3), details={"email": "zoe@example.org"})


@pytest.fixture(autouse=True)
def today(on) -> None:
    on(TODAY)


@pytest.mark.django_db
def test_a_similar_name_with_that_birth_date_is_found_before_saving(django_assert_num_queries):
    scene.anna()
    club = scene.club("601")
    with django_assert_num_queries(4):
        found = preview(club, ANA, "full", TODAY)
    assert [hit.text for hit in found.hits] == ["A former member of 306 Brugge: that birth date and a similar name"]
    with pytest.raises(EnrolmentError, match="may be known already"):
        enrol(club, ANA, "full", TODAY, seen="", by=None)
    with pytest.raises(EnrolmentError, match="Say in a sentence"):
        enrol(club, ANA, "full", TODAY, seen=found.digest, by=None, another_person="yes")
    assert Member.objects.count() == 1


@pytest.mark.django_db
def test_another_person_is_enrolled_with_the_sentence_kept():
    scene.anna()
    club = scene.club("601")
    seen = preview(club, ANA, "full", TODAY).digest
    act = enrol(club, ANA, "full", TODAY, seen=seen, by=None, another_person="Twin cousins of that day")
    assert (act.doubt, Member.objects.get(pk=act.made["member"]).number) == ("Twin cousins of that day", "23001")


@pytest.mark.django_db
def test_it_is_this_person_affiliates_them_under_the_old_number():
    anna, club = scene.anna(), scene.club("601")
    act = enrol_again(club, anna, "full", TODAY, None)
    made = Affiliation.objects.get(pk=act.made["affiliations"][0])
    assert (made.member, made.club, made.end) == (anna, club, dt.date(2027, 8, 31))


@pytest.mark.django_db
def test_a_new_member_gets_number_details_affiliation_and_charge():
    club = scene.club("306")
    shown = preview(club, NEW, "full", TODAY)
    act = enrol(club, NEW, "full", TODAY, seen=shown.digest, by=None)
    member = Member.objects.get(pk=act.made["member"])
    assert (member.number, member.details.get().value, shown.cents) == ("23001", "zoe@example.org", 3000)
    assert Charge.objects.get().cents == act.made["cents"] == 3000


@pytest.mark.django_db
def test_undoing_an_enrolment_takes_the_affiliation_back_and_credits_it():
    act = enrol(scene.club("306"), NEW, "full", TODAY, seen="", by=None)
    receipts.undo(act, scene.secretary("306"))
    assert not Affiliation.objects.filter(member=act.made["member"]).exists()
    assert sum(Charge.objects.values_list("cents", flat=True)) == 0


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
def test_two_secretaries_at_the_same_moment_get_two_numbers():
    clubs = [scene.club("306"), scene.club("601")]
    people = [NEW, Person("Quist", "Qi", dt.date(1999, 9, 9))]

    def step(place: int) -> str:
        act = enrol(clubs[place], people[place], "full", TODAY, seen="", by=None)
        return Member.objects.get(pk=act.made["member"]).number

    numbers = at_once(Member.objects.all(), lambda: step(0), lambda: step(1))
    assert sorted(map(str, numbers)) == ["23001", "23002"]
