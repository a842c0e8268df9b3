"""federation/imports/player_list.py"""

import datetime as dt

import pytest

from federation.files.dbase import Field, read
from federation.imports.columns import Row
from federation.imports.player_list import NoPlayerList, from_table
from tests.dbase_tables import write
from tests.federation.imports.player_files import ANNA, STRUCTURES, player_list


def values(length: int = 127, **facts: object) -> dict[str, object]:
    """Return what the list says of Anna, with other facts."""
    return from_table(read(player_list(ANNA | facts, length=length))).rows[0].values


def test_all_lengths_of_a_record_since_1989_are_there():
    assert sorted(STRUCTURES) == [92, 94, 95, 107, 111, 114, 122, 124, 127]


def test_the_current_list_is_read():
    assert from_table(read(player_list(ANNA))).rows == [
        Row(
            1,
            {
                "number": "20001",
                "plain_name": True,
                "last_name": "Aerts",
                "first_name": "Anna",
                "sex": "F",
                "birth_date": dt.date(1970, 1, 1),
                "title": "WIM",
                "deceased": False,
                "affiliated": True,
                "club": "101",
                "fide_id": 990001,
                "nationality": "BEL",
                "fide_federation": "BEL",
            },
        )
    ]


@pytest.mark.parametrize("length", STRUCTURES)
def test_every_structure_has_member_and_affiliation(length):
    found = values(length)
    assert {
        "number": "20001",
        "last_name": "Aerts",
        "first_name": "Anna",
        "club": "101",
        "affiliated": True,
    }.items() <= (found.items())
    assert found["birth_date"] == dt.date(1970, 1, 1)
    assert ("fide_id" in found) == (length >= 107)
    assert ("fide_federation" in found) == (length >= 114)


def test_names_in_capitals_without_a_comma_are_split_and_written_small():
    found = values(92, NOM_PRENOM="VAN DEN BERG JAN")
    assert (found["last_name"], found["first_name"]) == ("Van Den Berg", "Jan")


def test_a_no_break_space_joins_the_words_of_a_name():
    data = player_list(ANNA).replace(b"Aerts, Anna", b"De\xffB, Anna ")
    found = from_table(read(data)).rows[0].values
    assert (found["last_name"], found["first_name"]) == ("De B", "Anna")


def test_suppressed_means_not_affiliated_and_blank_says_nothing():
    assert values(SUPPRESS=True)["affiliated"] is False
    assert "affiliated" not in values(SUPPRESS=None)


def test_a_sex_that_is_neither_is_left_out_with_a_remark():
    reading = from_table(read(player_list(ANNA | {"SEXE": "X"}, ANNA | {"MATRICULE": 20002, "SEXE": ""})))
    assert [str(remark) for remark in reading.remarks] == [
        "Line 1, column SEXE: “X” is neither M nor F; it was ignored."
    ]
    assert ["sex" in row.values for row in reading.rows] == [False, False]


def test_club_0_is_not_a_club():
    assert "club" not in values(CLUB=0)
    assert "club" not in values(CLUB=None)


FOREIGNER = {"FEDERATION": "V", "NATFIDE": "NED", "NOUV_MOD": "NED"}
EXCEPTION = ("fide_rating", "fide_federation", "resides_abroad", "keeps_national_rating")


def exception(*facts: dict[str, object], length: int = 127) -> list[dict[str, object]]:
    """Return what a list says of the FIDE exception of each of these people."""
    people = [ANNA | fact | {"MATRICULE": 20001 + place} for place, fact in enumerate(facts)]
    rows = from_table(read(player_list(*people, length=length))).rows
    return [{name: row.values[name] for name in EXCEPTION if name in row.values} for row in rows]


def test_b33_code_9_marks_the_fide_ratings_of_a_list_that_has_it():
    marked = FOREIGNER | {"MODIFY_ELO": 9}
    starred = FOREIGNER | {"FEDERATION": "V*", "MODIFY_ELO": 0}
    assert exception(marked, starred) == [
        {"fide_rating": 1900, "fide_federation": "NED", "keeps_national_rating": False},
        {"fide_federation": "NED"},
    ]


@pytest.mark.parametrize("sign", ["V", "V*", ""])
def test_b33_without_code_9_who_is_fides_elsewhere_has_a_fide_rating(sign):
    assert exception(FOREIGNER | {"FEDERATION": sign}) == [
        {"fide_rating": 1900, "fide_federation": "NED", "keeps_national_rating": False}
    ]


@pytest.mark.parametrize("facts", [{"FIDE": 0}, {"FIDE": None}, {"NATFIDE": "BEL"}, {"NATFIDE": ""}])
def test_b33_without_code_9_it_takes_a_fide_id_and_another_federation(facts):
    [found] = exception(FOREIGNER | {"FEDERATION": "V*"} | facts)
    assert found.keys() <= {"fide_federation"}


@pytest.mark.parametrize("facts", [{"NOUV_MOD": "NED+"}, {"MODIFY_ELO": 5}, {"NOUV_MOD": "NED+", "MODIFY_ELO": 9}])
def test_b33_a_plus_or_code_5_keeps_the_national_rating(facts):
    assert exception(FOREIGNER | facts) == [{"fide_federation": "NED", "keeps_national_rating": True}]


def test_b33_code_9_for_a_player_of_this_federation_means_that_they_live_abroad():
    assert exception({"MODIFY_ELO": 9, "NATFIDE": "BEL"}) == [
        {"fide_rating": 1900, "fide_federation": "BEL", "resides_abroad": True, "keeps_national_rating": False}
    ]


def test_b33_before_2013_the_nationality_stands_for_the_federation_of_a_marked_player():
    assert exception(FOREIGNER | {"MODIFY_ELO": 9}, length=111) == [
        {"fide_rating": 1900, "fide_federation": "NED", "keeps_national_rating": False}
    ]
    assert exception(FOREIGNER | {"FEDERATION": "V*"}, length=111) == [{}]


def test_a_star_of_the_1990s_is_a_nationality():
    assert exception({"FEDERATION": "V*"}, length=95) == [{}]


@pytest.mark.parametrize("marker", ["NOUV", "MODI", ""])
def test_the_markers_of_2002_are_not_a_nationality(marker):
    found = values(107, NOUV_MOD=marker)
    assert "nationality" not in found
    assert "keeps_national_rating" not in found


@pytest.mark.parametrize(
    ("written", "title"),
    [("g", "GM"), ("MI", "IM"), ("wf", "WFM"), ("GM", "GM"), ("MN", "NM"), ("***", None), ("", None)],
)
def test_titles_of_all_times_are_understood(written, title):
    assert values(TITRE=written).get("title") == title


def test_fide_id_0_is_none():
    assert "fide_id" not in values(FIDE=0)


def test_deleted_records_are_left_out():
    bram = ANNA | {"MATRICULE": 20002}
    data = write(STRUCTURES[127], [ANNA, bram], dt.date(2022, 4, 5), deleted={0})
    assert [row.values["number"] for row in from_table(read(data)).rows] == ["20002"]


@pytest.mark.parametrize(
    ("born", "told"), [(b"19709999", "19709999"), (b"02060512", "0206-05-12"), (b"22060512", "2206-05-12")]
)
def test_impossible_values_are_left_out_with_a_remark(born: bytes, told: str):
    unborn = player_list(ANNA, ANNA | {"MATRICULE": 0}).replace(b"19700101", born, 1)
    reading = from_table(read(unborn))
    assert "birth_date" not in reading.rows[0].values
    assert [str(remark) for remark in reading.remarks] == [
        f"Line 1, column DATE_NAISS: “{told}” is not a birth date; it was ignored.",
        "Line 2, column MATRICULE: There is no member number; the record was skipped.",
    ]
    assert reading.problems == []


def test_a_hostile_list_fits_into_the_columns():
    wide = [Field("MATRICULE", "N", 20), Field("NOM_PRENOM", "C", 200), Field("TITRE", "C", 50), Field("CLUB", "N", 20)]
    wide += [Field("FIDE", "N", 20), Field("ELO_CALCUL", "N", 20), Field("FEDERATION", "C", 2)]
    huge = {"CLUB": 10**15, "FIDE": 10**18, "ELO_CALCUL": 10**18, "FEDERATION": "V*", "TITRE": "G" * 50}
    name = {"NOM_PRENOM": "N" * 90 + ", " + "P" * 90}
    rows = [huge | name | {"MATRICULE": 20001}, huge | name | {"MATRICULE": 10**19}, huge | name | {"MATRICULE": -5}]
    reading = from_table(read(write(wide, rows, dt.date(2022, 4, 5))))
    assert [row.values for row in reading.rows] == [
        {
            "number": "20001",
            "plain_name": True,
            "last_name": "N" + "n" * 59,
            "first_name": "P" + "p" * 59,
        }
    ]
    assert [remark.line for remark in reading.remarks] == [2, 3]


def test_another_table_is_not_a_player_list():
    clubs = write([Field("NUMERO", "N", 3)], [{"NUMERO": 101}], dt.date(2022, 4, 5))
    with pytest.raises(NoPlayerList, match="lacks the fields MATRICULE and NOM_PRENOM"):
        from_table(read(clubs))
