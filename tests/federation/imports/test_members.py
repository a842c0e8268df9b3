"""federation/imports/members.py and plan.py"""

import datetime as dt

import pytest

from federation.erasure.erasing import erase_rows, remove_files
from federation.imports import member_files
from federation.imports.members import MemberPlan, plan, take_over
from federation.members.merging import merge
from federation.models import Affiliation, Club, FormerNumber, Licence, Member
from tests import cast
from tests.federation.imports.player_files import ANNA, player_list

pytestmark = pytest.mark.django_db
DAY = dt.date(2026, 3, 1)


def imported(text: str) -> MemberPlan:
    reading, day = member_files.read("members.csv", text.encode(), DAY)
    return take_over(reading, day)


def done(text: str) -> MemberPlan:
    """Import without a problem."""
    made = imported(text)
    assert made.problems == []
    return made


def refused(text: str) -> list[str]:
    """Return the problems of a list of which nothing was imported."""
    before = list(Member.objects.values()), list(Affiliation.objects.values()), list(Club.objects.values())
    made = imported(text)
    assert before == (list(Member.objects.values()), list(Affiliation.objects.values()), list(Club.objects.values()))
    return [str(problem) for problem in made.problems]


def affiliations(matricule: int) -> list[tuple[int | None, str, str]]:
    rows = Affiliation.objects.filter(member__key=matricule).order_by("start")
    return [(club, str(start), str(end)) for club, start, end in rows.values_list("club__key", "start", "end")]


# -- New members ----------------------------------------------------------------------------------------------------


def test_a_number_and_a_name_make_a_member():
    made = done('id,name\n20001,"Peeters, Élise"\n')
    member = Member.objects.get()
    assert (member.key, member.name, member.search_name) == (20001, "Peeters, Élise", "peeters elise")
    assert [row.record for row in made.rows] == made.new == [member]
    assert affiliations(20001) == []


def test_a_new_member_with_a_known_name_gives_a_remark():
    cast.member(10004)
    born = ["1970-04-04", "", "1999-04-04"]
    rows = "".join(f"2000{number},DUBOIS,Didier,{day}\n" for number, day in enumerate(born, 1))
    made = done(f"matricule,last_name,first_name,birth_date\n{rows}")
    sentence = "10004 Dubois, Didier has the same name. If they are the same person, merge the two records."
    assert [str(remark) for remark in made.remarks] == [f"Line 2: {sentence}", f"Line 3: {sentence}"]


def test_all_columns_arrive():
    header = "number,last_name,first_name,sex,birth_date,nationality,fide_federation,fide_id,fide_rating,title"
    header += ",resides_abroad,keeps_national_rating,deceased,hidden"
    done(f"{header}\n20001,Peeters,Jan,M,1999-12-31,BEL,NED,990001,2100,IM,1,1,0,1\n")
    facts = Member.objects.values(*header.split(",")).get()
    assert list(facts.values()) == [
        *("20001", "Peeters", "Jan", "M", dt.date(1999, 12, 31), "BEL", "NED", 990001, 2100, "IM"),
        *(True, True, False, True),
    ]


def test_unknown_clubs_are_made_once():
    made = done("id,nom,club\n20001,A,303\n20002,B,303\n20003,C,101\n")
    assert [(club.key, club.name) for club in Club.objects.all()] == [(101, "Club 101"), (303, "Club 303")]
    assert len(made.clubs) == 2
    assert affiliations(20002) == [(303, "2025-09-01", "2026-08-31")]


def test_a_club_that_nobody_is_affiliated_to_is_not_made():
    done("id,nom,club,affiliated\n20001,A,303,0\n")
    assert not Club.objects.exists()


def test_given_days_affiliate_members_who_are_not_affiliated_now():
    done("id,nom,club,affiliated,affiliated_from,affiliated_to\n20001,A,303,0,2024-01-01,2024-08-31\n")
    assert affiliations(20001) == [(303, "2024-01-01", "2024-08-31")]


def test_a_known_club_is_used():
    cast.club(101)
    done("id,nom,club\n20001,A,101\n")
    assert affiliations(20001)[0][0] == 101
    assert Club.objects.get().name == "Tour Blanche"


# -- Known members --------------------------------------------------------------------------------------------------


def test_a_blank_cell_changes_nothing():
    cast.member(10001)
    made = done("id,nom,prenom,sex,birth_date,fide_id,title,club\n10001,,,,,,WIM,\n")
    anna = Member.objects.get()
    assert (anna.name, anna.sex, anna.birth_date, anna.fide_id, anna.title) == (
        *("Aerts, Anna", "F", dt.date(1990, 1, 1), 990001, "WIM"),
    )
    assert [tuple(change) for change in made.rows[0].changes] == [("title", "", "WIM")]
    assert affiliations(10001) == [(101, "2025-09-01", "2026-08-31")]


def test_the_same_list_twice_changes_nothing_the_second_time():
    text = "id,nom,sex,birth_date,fide_id,club,licences\n20001,A,F,1990-01-01,1,303,FFE A1\n20002,B,,,,101,\n"
    assert len(done(text).new) == 2
    again = done(text)
    assert (again.rows, again.unchanged) == ([], 2)
    assert Affiliation.objects.count() == 2


def test_a_changed_name_is_found_by_its_new_spelling():
    cast.member(10001)
    done("id,nom,prenom\n10001,Aerts-Müller,Anna\n")
    assert Member.objects.get().search_name == "aerts muller anna"


def test_members_swap_their_fide_ids():
    cast.member(10001), cast.member(10002)
    done("id,fide_id\n10001,990002\n10002,990001\n")
    assert dict(Member.objects.values_list("key", "fide_id")) == {10001: 990002, 10002: 990001}


def test_a_new_member_takes_a_fide_id_that_another_gives_up():
    cast.member(10001)
    done("id,nom,fide_id\n20001,New,990001\n10001,,5\n")
    assert dict(Member.objects.values_list("key", "fide_id")) == {10001: 5, 20001: 990001}


def test_a_transfer_is_seen_by_the_other_club():
    cast.member(10001)
    done("id,club\n10001,201\n")
    assert affiliations(10001) == [(101, "2025-09-01", "2026-02-28"), (201, "2026-03-01", "2026-08-31")]


def test_not_affiliated_ends_the_affiliation_on_the_day_before():
    cast.member(10001)
    done("id,affiliated\n10001,0\n")
    assert affiliations(10001) == [(101, "2025-09-01", "2026-02-28")]


def test_an_untrue_affiliation_is_removed():
    cast.affiliate(cast.member(10001, affiliated=False), cast.club(101), DAY)
    done("id,affiliated\n10001,0\n")
    assert affiliations(10001) == []


def test_licences_are_added():
    cast.member(10001)
    done("id,licences\n10001,FFE A1; FFG 2\n")
    done("id,licences\n10001,FFE A1\n")
    assert [str(licence) for licence in Licence.objects.all()] == ["FFE A1", "FFG 2"]


def test_former_numbers_are_added_once_and_have_one_holder():
    done("id,nom,anciens numéros\n20001,A,94 1994-12-31\n20002,B,94 2001-08-31; 95 1990-01-01\n")
    done("id,former numbers\n20001,94 1994-12-31\n")
    rows = FormerNumber.objects.order_by("key", "end").values_list("member__number", "number", "end")
    assert list(rows) == [
        ("20001", "94", dt.date(1994, 12, 31)),
        ("20002", "94", dt.date(2001, 8, 31)),
        ("20002", "95", dt.date(1990, 1, 1)),
    ]
    assert refused("id,former numbers\n20002,94 1994-12-31\n") == [
        "Line 2, column former numbers: 20001 already had the number 94 until 31 December 1994."
    ]


def test_a_sex_that_is_neither_is_left_out_with_a_remark():
    cast.member(10001)
    made = done('id,name,Geslacht\n20001,"Peeters, Jo",X\n10001,"Aerts, Annie",x\n20002,"Peeters, Al",?\n')
    assert [str(remark) for remark in made.remarks] == [
        "Line 2, column Geslacht: “X” is neither M nor F; it was ignored.",
        "Line 3, column Geslacht: “x” is neither M nor F; it was ignored.",
    ]
    assert list(Member.objects.order_by("key").values_list("key", "first_name", "sex")) == [
        (10001, "Annie", "F"),
        (20001, "Jo", ""),
        (20002, "Al", ""),
    ]


def test_a_row_of_a_merged_record_is_left_out_with_a_remark():
    merge(cast.member(10002), cast.member(10001))
    made = done("id,nom\n10002,Changed\n")
    assert [str(remark) for remark in made.remarks] == [
        "Line 2, column id: 10002 Baeten, Bram was merged into another member; the row was skipped."
    ]
    assert Member.objects.get(key=10002).last_name == "Baeten"


@pytest.mark.long
def test_a_row_of_an_erased_person_is_left_out_with_a_remark():
    erase_rows(remove_files(cast.member(10002)))
    before = list(Member.objects.values()), list(Affiliation.objects.values())
    made = done("id,nom,date_naissance\n10002,Baeten,1985-02-02\n")
    assert [str(remark) for remark in made.remarks] == [
        "Line 2, column id: The person with number 10002 was erased; the row was skipped."
    ]
    assert (list(Member.objects.values()), list(Affiliation.objects.values())) == before


# -- All or nothing -------------------------------------------------------------------------------------------------


def test_one_wrong_row_and_nothing_is_written():
    cast.member(10001)
    assert refused("id,nom,birth_date,club\n20001,A,,303\n10001,Changed,1990-02-30,303\n") == [
        "Line 3, column birth_date: “1990-02-30” is not a date; write it as 2001-12-31."
    ]


def test_contradictions_have_their_place():
    cast.member(10001)
    cast.member(10002)
    Licence.objects.create(member=cast.member(10002), issuer="FFE", number="A1")
    text = "id,nom,fide_id,licences,affiliated_from,club\n"
    text += "20001,,,,,\n"
    text += "20002,A,990001,,,\n"
    text += "20003,B,7,FFE A1,,\n"
    text += "20003,C,,,,\n"
    text += "20004,D,7,,,\n"
    text += "10001,,,,2026-02-01,201\n"
    stored = "101 Tour Blanche, 01/09/2025 – 31/08/2026"
    assert refused(text) == [
        "Line 2, column nom: A new member needs a name.",
        "Line 3, column fide_id: 10001 already has the FIDE ID 990001.",
        "Line 4, column licences: 10002 already has the licence FFE A1.",
        "Line 5, column id: 20003 is already on line 4.",
        "Line 6, column fide_id: 20003 already has the FIDE ID 7.",
        f"Line 7, column affiliated: 10001 Aerts, Anna is already affiliated: {stored}.",
    ]


def test_a_licence_that_a_row_repeats_is_one_and_of_two_members_it_is_none():
    done("id,nom,licences\n20001,A,FFE A1; FFE A1\n")
    assert [str(licence) for licence in Licence.objects.all()] == ["FFE A1"]
    assert refused("id,nom,licences\n20002,B,FFE A2\n20003,C,FFE A2\n") == [
        "Line 3, column licences: 20002 already has the licence FFE A2."
    ]


def test_looking_at_the_plan_writes_nothing():
    reading, day = member_files.read("members.csv", b"id,nom,club\n20001,A,303\n", DAY)
    assert len(plan(reading, day).new) == 1
    assert not Member.objects.exists()
    assert not Club.objects.exists()


# -- The PLAYER list ------------------------------------------------------------------------------------------------


def listed(*records: dict[str, object], day: dt.date = DAY) -> MemberPlan:
    reading, day = member_files.read("PLAYER.DBF", player_list(*records), day)
    return take_over(reading, day)


def test_a_player_list_makes_members_and_affiliates_them():
    listed(ANNA, ANNA | {"MATRICULE": 20002, "FIDE": 0, "SUPPRESS": True})
    assert affiliations(20001) == [(101, "2025-09-01", "2026-08-31")]
    assert affiliations(20002) == []
    assert Member.objects.get(key=20001).title == "WIM"


def test_a_player_list_removes_no_accents():
    Member.objects.create(number="20001", last_name="Aërts", first_name="Änna")
    listed(ANNA)
    assert Member.objects.get().name == "Aërts, Änna"


@pytest.mark.parametrize(
    ("last", "first", "told"),
    [
        ("Ħaż-Żebbuġ", "Máŧŧe", "Haz-Zebbug, Matte"),
        ("Đorđević", "Þór", "Dordevic, Thor"),
        ("Иванов", "Anna", "??????, Anna"),
        ("Van den " + "B" * 40, "Anna", "Van den " + "B" * 24),
    ],
)
def test_a_player_list_spells_a_name_as_well_as_it_can(last: str, first: str, told: str):
    Member.objects.create(number="20001", last_name=last, first_name=first)
    listed(ANNA | {"NOM_PRENOM": told})
    assert Member.objects.get().name == f"{last}, {first}"


def test_a_player_list_removes_no_name_of_a_hidden_member():
    Member.objects.create(number="20001", last_name="Claes", first_name="Anna", hidden=True)
    made = listed(ANNA | {"NOM_PRENOM": ""})
    assert made.problems == []
    assert Member.objects.get().name == "Claes, Anna"


def test_a_different_name_is_imported():
    Member.objects.create(number="20001", last_name="Claes", first_name="Anna")
    listed(ANNA)
    assert Member.objects.get().name == "Aerts, Anna"


def test_a_list_after_the_other_keeps_the_history():
    listed(ANNA, day=dt.date(2024, 7, 1))
    listed(ANNA | {"CLUB": 201}, day=dt.date(2025, 7, 1))
    listed(ANNA | {"SUPPRESS": True}, day=dt.date(2026, 7, 1))
    assert affiliations(20001) == [(101, "2023-09-01", "2024-08-31"), (201, "2024-09-01", "2025-08-31")]


def test_a_fide_id_that_two_have_is_left_out_of_the_second_with_a_remark():
    made = listed(ANNA, ANNA | {"MATRICULE": 20002})
    assert made.problems == []
    assert [str(remark) for remark in made.remarks] == [
        ("Line 2, column fide_id: 20001 already has the FIDE ID 990001.")
    ]
    assert dict(Member.objects.values_list("key", "fide_id")) == {20001: 990001, 20002: None}


# -- Many rows ------------------------------------------------------------------------------------------------------


def many(size: int) -> str:
    rows = [f"{30_000 + number},Name{number},1990-01-01,{500_000 + number},101" for number in range(size)]
    return "\n".join(["id,nom,birth_date,fide_id,club", *rows])


@pytest.mark.parametrize("size", [1, 3, pytest.param(20_000, marks=pytest.mark.long)])
def test_twenty_thousand_rows_are_compared_in_as_many_statements_as_one(size, django_assert_num_queries):
    reading, day = member_files.read("members.csv", many(size).encode(), DAY)
    with django_assert_num_queries(5):  # members, clubs, affiliations, who has the FIDE ids, namesakes
        assert len(plan(reading, day).new) == size


@pytest.mark.long
@pytest.mark.parametrize("size", [3, 300])
def test_many_rows_are_changed_in_as_many_statements_as_few(size, django_assert_num_queries):
    done(many(size))
    again = done(many(size))
    assert (again.rows, again.unchanged) == ([], size)
    others = many(size).replace(",101", ",201").replace(",5", ",6")
    reading, day = member_files.read("members.csv", others.encode(), DAY)
    with django_assert_num_queries(14):
        assert len(take_over(reading, day).rows) == size
    assert Member.objects.filter(fide_id__gte=600_000).count() == size
    assert Affiliation.objects.filter(club__key=201).count() == size
