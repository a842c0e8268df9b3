"""federation/imports/member_columns.py"""

import datetime as dt

import pytest
from django.utils import timezone

from federation.files.spreadsheets import read
from federation.identity.names import folded
from federation.imports.member_columns import COLUMNS, from_sheet

FORM = "one to six digits, and a small letter if it was given again."


def values(text: str) -> dict[str, object]:
    """Return the only row of the CSV."""
    reading = from_sheet(read(text.encode()))
    assert reading.problems == []
    return reading.rows[0].values


def problems(text: str) -> list[str]:
    return [str(problem) for problem in from_sheet(read(text.encode())).problems]


def test_all_columns_are_read():
    header = "matricule,last_name,first_name,sex,birth_date,nationality,fide_federation,fide_id,fide_rating,title"
    header += (
        ",resides_abroad,keeps_national_rating,deceased,hidden,club,affiliated,affiliated_from,affiliated_to,licences"
        ",former_numbers"
    )
    row = "20001,Peeters,Jan,M,1999-12-31,BEL,ned,990001,2100,im,0,1,0,1,303,0,2025-09-01,2026-08-31"
    row += ",FFE A12345; FFG 0812345,94 1994-12-31; 1207 31/08/2003"
    assert values(f"{header}\n{row}\n") == {
        "number": "20001",
        "last_name": "Peeters",
        "first_name": "Jan",
        "sex": "M",
        "birth_date": dt.date(1999, 12, 31),
        "nationality": "BEL",
        "fide_federation": "NED",
        "fide_id": 990001,
        "fide_rating": 2100,
        "title": "IM",
        "resides_abroad": False,
        "keeps_national_rating": True,
        "deceased": False,
        "hidden": True,
        "club": "303",
        "affiliated": False,
        "affiliated_from": dt.date(2025, 9, 1),
        "affiliated_to": dt.date(2026, 8, 31),
        "licences": [("FFE", "A12345"), ("FFG", "0812345")],
        "former_numbers": [("94", dt.date(1994, 12, 31)), ("1207", dt.date(2003, 8, 31))],
    }


@pytest.mark.parametrize(
    "text",
    [
        "id;Nom;Prénom\n20001;Peeters;Jan\n",
        "Stamnummer\tNaam\tVoornaam\n20001\tPeeters\tJan\n",
        'ID_Number,Name\n20001,"Peeters, Jan"\n',
        'matricule,nom\n20001,"Peeters,Jan"\n',
        "matricule,name,first_name\n20001,Peeters,Jan\n",
        "mat,nom_prenom\n20001,Peeters Jan\n",
        "Mitgliedsnummer,Nachname,Vorname,full name\n20001,Peeters,Jan,Somebody Else\n",
    ],
)
def test_headers_of_other_lists_are_understood(text):
    assert values(text) == {"number": "20001", "last_name": "Peeters", "first_name": "Jan"}


@pytest.mark.parametrize(
    ("text", "last", "first"),
    [
        ("id,name,first_name\n1,Van den Berg,Jan\n", "Van den Berg", "Jan"),
        ("id,nom\n1,Van den Berg\n", "Van den Berg", None),
        ("id,name\n1,Van den Berg\n", "Van den", "Berg"),
        ('id,name,nom\n1,"Berg, Jan",\n', "Berg", "Jan"),
        ("id,prenom\n1,Jan\n", None, "Jan"),
    ],
)
def test_which_word_of_a_name_is_which(text, last, first):
    found = values(text)
    assert (found.get("last_name"), found.get("first_name")) == (last, first)


@pytest.mark.parametrize(
    ("cell", "number"),
    [("303", "303"), ("303.0", "303"), ("303-Tour Blanche", "303"), ("303 Tour", "303"), ("0", None)],
)
def test_a_club_is_recognised_by_its_number(cell, number):
    assert values(f"id,club\n1,{cell}\n").get("club") == number


def test_the_letter_of_a_part_of_the_federation_says_nothing_about_fide():
    assert "fide_federation" not in values("id,federation\n1,V\n")
    assert values("id,federation\n1,FRA\n")["fide_federation"] == "FRA"


def test_unreadable_cells_are_reported_with_their_place():
    assert problems("id,club,licences\nx,Tour,A12345\n,1,\n") == [
        f"Line 2, column id: “x” is not a member number: it must have {FORM}",
        "Line 2, column club: “Tour” is not a club number: it must have one to six digits.",
        "Line 2, column licences: “A12345”: write the issuer and number of each licence, such as FFE A12345.",
        "Line 3, column id: The member number is missing.",
    ]
    assert problems("nom,club\nA,1\n") == [
        "Line 1: There is no column with member numbers: this line must name the columns."
    ]


@pytest.mark.parametrize(
    ("cell", "sentence"),
    [
        ("94", "“94”: write each former number and its last day, such as 94 1994-12-31."),
        ("94 2199-12-31", "A former number ended before today."),
        ("94 0000-00-00", "A former number ended before today."),
    ],
)
def test_a_former_number_needs_a_last_day_in_the_past(cell, sentence):
    assert problems(f"id,former numbers\n1,{cell}\n") == [f"Line 2, column former numbers: {sentence}"]


def test_no_header_means_two_things():
    headers = [folded(header) for column in COLUMNS for header in column.headers]
    assert sorted(headers) == sorted(set(headers))


def test_nobody_is_born_in_the_future():
    tomorrow = timezone.localdate() + dt.timedelta(days=1)
    assert values(f"matricule,birth_date\n20001,{timezone.localdate()}\n")["birth_date"] == timezone.localdate()
    assert problems(f"matricule,birth_date\n20001,{tomorrow}\n") == [
        "Line 2, column birth_date: The birth date is in the future."
    ]
