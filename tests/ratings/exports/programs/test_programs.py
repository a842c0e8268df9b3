"""Player lists for pairing programs: their layout to the letter, and what their readers here make of them."""

from __future__ import annotations

import datetime as dt
import io
import sqlite3
import zipfile
from collections.abc import Callable
from contextlib import closing
from itertools import product

import pytest
from gacrux.trf2json import trf2json

from federation.files import dbase
from federation.foreign_lists import go as go_lists
from federation.identity.names import PersonName
from federation.imports import members, player_list
from federation.models import Club, Licence, Member
from ratings.exports import Snapshot, sqlite
from ratings.exports.programs import chess_programs, ffg_scale, player_dbf, swiss_chess, trf
from ratings.exports.programs.cells import cell
from tests import cast
from tests.ratings import scene
from tournaments.formats.swiss_chess import player_list as swiss_chess_lst
from tournaments.formats.trf import reader as trf_format

pytestmark = pytest.mark.django_db
OTHERS = [number for number in cast.PEOPLE if number != 10007]  # no longer a member


def lines(data: bytes) -> list[str]:
    """Return the lines, which all end with CR LF."""
    assert data.endswith(b"\r\n")
    assert data.count(b"\n") == data.count(b"\r\n")
    return data.decode("cp1252").split("\r\n")[:-1]


def with_letters(last_name: str, club: str) -> None:
    """Letters that Windows lacks, and one that would end a cell."""
    member = cast.member(10001)
    member.last_name = last_name
    member.save()
    made = cast.club()
    made.name = club
    made.save()


@pytest.mark.long
def test_the_player_table_is_read_back_by_the_import_of_members(private: Snapshot) -> None:
    reading = player_list.from_table(dbase.read(player_dbf.write(private)))
    found = {int(row.values["number"]): row.values for row in reading.rows}
    assert list(found) == list(cast.PEOPLE)
    for number, (last, first, sex, born, _club, fide_id) in cast.PEOPLE.items():
        row = found[number]
        names = tuple(dbase.plain_ascii(name) for name in (last, first))
        assert (row["last_name"], row["first_name"], row["sex"], row["birth_date"]) == (*names, sex, born)
        assert row.get("fide_id") == fide_id
        assert row["affiliated"] is (number != 10007)
    assert (found[10008]["fide_rating"], found[10008]["title"], found[10008]["fide_federation"]) == (2231, "WIM", "NED")
    assert [number for number, row in found.items() if "fide_rating" in row] == [10008]
    assert reading.remarks == []


FOREIGNERS = list(product(("", "BEL", "NED"), (False, True), (False, True), (None, 2000)))


@pytest.mark.long
@pytest.mark.parametrize("start", range(0, len(FOREIGNERS), 8))
def test_our_own_player_table_changes_no_member_when_it_is_imported_again(start: int) -> None:
    pool = scene.spring_pool()
    cast.everybody()
    for place, (at_fide, abroad, keeps, rating) in enumerate(FOREIGNERS[start : start + 8]):
        facts = {"fide_federation": at_fide, "resides_abroad": abroad, "keeps_national_rating": keeps}
        facts |= {"fide_rating": rating, "nationality": at_fide, "title": ("", "FM", "NM")[place % 3]}
        Member.objects.filter(key=10001 + place).update(**facts, hidden=place == 6)
        Member.objects.create(number=str(20001 + place), last_name="Зорин", first_name="Ψ", **facts)  # without a line
    rating_list = scene.published(pool)
    table = player_dbf.write(Snapshot(rating_list, births_of=Member.objects.all()))
    plan = members.plan(player_list.from_table(dbase.read(table)), rating_list.date)
    assert [(planned.record.key, planned.changes) for planned in plan.rows] == []
    assert plan.unchanged == 18


def test_a_foreigner_who_keeps_the_belgian_rating_has_a_plus_behind_his_nationality(public: Snapshot) -> None:
    for matricule, nationality, federation in ((10001, "NED", "NED"), (10002, "BEL", "BEL"), (10004, "", "FRA")):
        facts = {"nationality": nationality, "fide_federation": federation, "keeps_national_rating": True}
        Member.objects.filter(key=matricule).update(**facts)
    Member.objects.filter(key=10005).update(**facts | {"fide_federation": "BEL"}, resides_abroad=True)
    found = {record["MATRICULE"]: record["NOUV_MOD"] for record in dbase.read(player_dbf.write(public)).records}
    told = [found[matricule] for matricule in (10001, 10002, 10004, 10005, 10003)]
    assert told == ["NED+", "BEL", "   +", "   +", "BEL"]


def test_a_matricule_of_six_digits_has_no_place_in_the_table_of_swiss_chess(public: Snapshot) -> None:
    Member.objects.filter(key=10001).update(number="123456", key=123_456)
    found = {record["NAME"]: record["ID_BEL"] for record in dbase.read(swiss_chess.write_table(public)).records}
    assert (found["Aerts, Anna"], found["Baeten, Bram"]) == (None, 10002)


def test_the_players_of_swar_have_the_same_sign(public: Snapshot) -> None:
    Member.objects.filter(key=10001).update(fide_federation="NED", keeps_national_rating=True)
    with closing(sqlite3.connect(":memory:")) as database:
        database.deserialize(sqlite.write_players(public))
        assert database.execute("SELECT NatPlayer FROM players WHERE IdNumber = 10001").fetchone() == ("BEL+",)


def test_swiss_chess_has_its_table(private: Snapshot) -> None:
    table = dbase.read(swiss_chess.write_table(private))
    layout = "NAME C32|CLUB C36|FED C4|ELO_FIDE N4|ELO_BEL N4|TIT C3|BIRTH D8|ID_FIDE N10|ID_BEL N5|SX C1"
    assert [f"{field.name} {field.type}{field.length}" for field in table.fields] == layout.split("|")
    line = {record["ID_BEL"]: record for record in table.records}[10008]
    assert (line["NAME"], line["CLUB"], line["FED"]) == ("Hermans, Hanne", "301-Pion Passe", "NED")
    assert (line["ELO_FIDE"], line["ELO_BEL"], line["TIT"], line["ID_FIDE"]) == (2231, 2231, "WIM", 990008)
    assert (line["BIRTH"], line["SX"]) == (dt.date(1994, 8, 8), "F")


def test_swiss_chess_has_its_text(private: Snapshot) -> None:
    found = lines(swiss_chess.write_text(private))
    assert found[7] == (
        '"Hermans, Hanne";"301-Pion Passé";"NED";"2231";"2231";"WIM";"08.08.1994";"10008";"990008";"";"F";"";"";"";""'
    )
    assert found[8] == ('"Iserbyt, Ilse";"301-Pion Passé";"BEL";"";"0";"";"09.09.2012";"10009";"0";"";"F";"";"";"";""')


def test_the_lst_of_swiss_chess_is_read_back(private: Snapshot) -> None:
    data = swiss_chess.write_lst(private)
    assert swiss_chess_lst.matches("PlayerSwissChess.LST", data)
    [report] = swiss_chess_lst.read(data)
    assert [player.licence for player in report.players] == [str(number) for number in cast.PEOPLE]
    for player, (last, first, sex, born, _club, fide_id) in zip(report.players, cast.PEOPLE.values(), strict=True):
        assert (player.last_name, player.first_name, player.sex, player.birth_date) == (last, first, sex, born)
        assert player.fide_id == fide_id
    assert [player.rating for player in report.players] == private.everybody["rating"]


def test_swiss_manager_has_its_columns(public: Snapshot, private: Snapshot) -> None:
    head, *found = lines(chess_programs.write_swiss_manager(private))
    assert head == (
        '"ID_No";"Name";"Sex";"Fed";"Clubnumber";"ClubName";"Birthday";"Rtg_Nat";"Fide_No";"Rtg_Int";"Title";'
    )
    assert found[7] == (
        '"10008";"Hermans, Hanne";"F";"NED";"301";"301-Pion Passé";"08/08/1994";"2231";"990008";"2231";"WIM";'
    )
    line = lines(chess_programs.write_swiss_manager(public))[7]
    assert line == '"10007";"Goossens, Gust";"M";"BEL";"0";"";"";"1980";"0";"0";"";'


def test_vega_has_its_columns_of_fixed_width(public: Snapshot, private: Snapshot) -> None:
    found = lines(chess_programs.write_vega(private))
    assert found[7] == (
        "Hermans, Hanne                  ;NED;08081994;F;WIM;990008  ;2231;  ;10008   ;2231;  ;                    ;"
    )
    assert {len(line) for line in found + lines(chess_programs.write_vega(public))} == {107}


def test_sevilla_has_its_columns(public: Snapshot, private: Snapshot) -> None:
    head, *found = chess_programs.write_sevilla(private).decode().splitlines()
    assert head == (
        "id;lname;fname;mname;gender;federation;club_id;club_name;birthyear;rating;fide_id;fide_rating;fide_title"
    )
    assert found[7] == "10008;Hermans;Hanne;;f;NED;301;Pion Passé;1994;2231;990008;2231;WIM"
    assert "10008;Hermans;Hanne;;f;NED;301;Pion Passé;;2231;" in chess_programs.write_sevilla(public).decode()


def test_swar_and_pair_two_register_the_affiliated(public: Snapshot, private: Snapshot) -> None:
    head, name, section, *found = lines(chess_programs.write_swar(private))
    assert (head, name, section) == ("[TOURNAMENT]", "1;Elo 2026-07-01", "[PLAYER]")
    assert [int(line.split(";")[0]) for line in found] == OTHERS
    assert found[6] == "10008;Hermans Hanne;F;301;1994-08-08;2231;WIM;NED;"
    found = lines(chess_programs.write_pair_two(private))
    assert [int(line.split(";")[0]) for line in found] == OTHERS
    assert found[6] == "10008;990008;Hermans;Hanne;2231;19940808;F;NED;301;;"
    assert lines(chess_programs.write_pair_two(public))[6] == "10008;990008;Hermans;Hanne;2231;;F;NED;301;;"


def test_no_letter_ends_a_cell_or_the_file(public: Snapshot) -> None:
    with_letters('Łukas;z "Å', "Œuvre → Échecs\r\n")
    assert lines(swiss_chess.write_text(public))[0].startswith('"Lukas,z \'Å, Anna";"101-Œuvre  Échecs')
    assert swiss_chess.write_text(public).count(b"\n") == 10
    assert lines(chess_programs.write_pair_two(public))[0] == "10001;990001;Lukas,z 'Å;Anna;1799;;F;BEL;101;;"


WRITERS = [chess_programs.write_swiss_manager, chess_programs.write_vega, chess_programs.write_sevilla]


@pytest.mark.parametrize(
    ("text", "told"), [("=1+2", "1+2"), ("-12", "-12"), ("+3.5", "+3.5"), ("@x\0=y", "x\0y"), ('a;"b"', "a,'b'")]
)
def test_a_cell_ends_where_it_should_and_is_no_formula(text: str, told: str) -> None:
    assert cell(text) == told


@pytest.mark.parametrize("write", [*WRITERS, chess_programs.write_swar, chess_programs.write_pair_two])
def test_no_cell_of_a_list_is_a_formula_in_a_spreadsheet(public: Snapshot, write: Callable[[Snapshot], bytes]) -> None:
    with_letters("=-@SUM(1)", '+HYPERLINK("x")')
    cells = [cell.strip('"') for line in write(public).decode("cp1252").splitlines() for cell in line.split(";")]
    assert [cell for cell in cells if cell.startswith("SUM(1)")]
    assert [cell for cell in cells if cell.startswith(("=", "+", "-", "@"))] == []


def test_a_letter_that_becomes_two_does_not_widen_a_column(public: Snapshot) -> None:
    with_letters(31 * "A" + "ǆ" + "ﬁ", 31 * "ĳ")
    assert {len(line) for line in lines(chess_programs.write_vega(public))} == {107}
    name, club, *_others = lines(swiss_chess.write_lst(public))[0].split(";")
    assert (name, club) == (31 * "A" + "d", "101-" + 14 * "ij")


def test_every_letter_of_europe_has_its_place_in_a_list(public: Snapshot) -> None:
    with_letters("Đorđević-Þórð Yıldırım", "Иван")
    assert lines(swiss_chess.write_text(public))[0].startswith('"Dordevic-Þórð Yildirim, Anna";"101-????";')


def test_the_registrations_of_a_club_are_read_back_here_and_by_gacrux(private: Snapshot) -> None:
    archive = zipfile.ZipFile(io.BytesIO(trf.write_zip(private)))
    assert archive.namelist() == ["101.trf", "201.trf", "301.trf"]
    [report] = trf_format.read(archive.read("101.trf"))
    assert (report.name, report.pairings) == ("Tour Blanche (Elo 2026-07-01)", ())
    for number, player in zip((10001, 10002, 10003), report.players, strict=True):
        last, first, sex, born, _club, fide_id = cast.PEOPLE[number]
        assert (player.last_name, player.first_name, player.sex, player.birth_date) == (last, first, sex, born)
        assert (player.matricule, player.fide_id) == (str(number), fide_id)
    assert [player.rating for player in report.players] == [1799, 1640, 1492]
    for name in archive.namelist():
        second_opinion = trf2json()
        second_opinion.parse_file(archive.read(name).decode(), verbose=False)
        assert second_opinion.get_status() == 0, name


def test_the_scale_is_read_back_as_the_french_list() -> None:
    made = scene.starting_list(scene.pool("go", system="ffg"), {10001: (0, 30), 10002: (-437, 12), 10003: (250, 9)})
    Licence.objects.create(member=cast.member(10002), issuer="FFG", number="0812345")
    Licence.objects.create(member=cast.member(10003), issuer="EGF", number="12345678")
    data = ffg_scale.write(Snapshot(made))
    assert data.decode("iso-8859-15").split("\r\n")[:3] == [
        "#Echelle au 1/01/2026 00:00:00",
        "AERTS Anna                                0 e ------- 0101 BE",
        "BAETEN Bram                            -437 L 0812345 0101 BE",
    ]
    found = go_lists.read(data)
    assert (found.issuer, found.day, found.unread) == ("FFG", made.date, ())
    assert [player.level for player in found.players] == [0, -437, 250, *[None] * 7]
    assert [player.number for player in found.players][:3] == ["", "0812345", ""]
    assert found.players[2].name == PersonName("CLAES", "Chloé")


def test_no_letter_shifts_the_columns_of_the_scale() -> None:
    made = scene.starting_list(scene.pool("go", system="ffg"), {10001: (0, 30)})
    with_letters("Đorđe ĳ\nИван", "Tour Blanche")
    line = ffg_scale.write(Snapshot(made)).decode("iso-8859-15").split("\r\n")[1]
    assert line == "DORDE_IJ_???? Anna                        0 e ------- 0101 BE"


def test_what_is_too_long_for_the_scale_is_left_out() -> None:
    made = scene.starting_list(scene.pool("go", system="ffg"), {10001: (0, 30)})
    Licence.objects.create(member=cast.member(10001), issuer="FFG", number="08123456")
    Club.objects.filter(key=101).update(number="10101", key=10_101)
    line = ffg_scale.write(Snapshot(made)).decode("iso-8859-15").split("\r\n")[1]
    assert line == "AERTS Anna                                0 e ------- xxxx BE"
