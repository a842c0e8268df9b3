"""A list as a file, read back by other programs than ours."""

from __future__ import annotations

import csv
import datetime as dt
import io
import json
import struct
import zipfile

import openpyxl
import pytest

from federation.files import dbase
from federation.models import Club, Member
from ratings.errors import RatingError
from ratings.exports import DOWNLOADS, WRITERS, DownloadGroup, Snapshot, downloads_of
from ratings.exports.programs.player_dbf import FIELDS
from ratings.exports.snapshot import rows_of
from ratings.models import RatingList
from tests import cast
from tests.ratings import scene, stored

pytestmark = pytest.mark.django_db


def by_matricule(records):
    return {int(record["matricule"]): record for record in records}


def read_csv(data: bytes) -> dict[int, dict[str, str]]:
    return by_matricule(csv.DictReader(io.StringIO(data.decode("utf-8"), newline="")))


def test_the_csv_has_every_column_that_a_program_may_ask_for(published: RatingList) -> None:
    header = WRITERS["csv"](published).decode().splitlines()[0].split(",")
    assert header[0] == "matricule"
    assert {"name", "club", "rating", "games", "previous_rating", "change", "status"} <= set(header)
    assert not any("birth" in name for name in header)


def test_the_csv_says_what_the_list_says(published: RatingList) -> None:
    found = read_csv(WRITERS["csv"](published))
    assert list(found) == [10001, 10002, 10003, 10004, 10005, 10006, 10007, 10008, 10009]
    line = found[10006]
    assert (line["name"], line["club"], line["rating"], line["previous_rating"]) == (
        "Fontaine, Félix",
        "201",
        "1445",
        "1420",
    )
    assert (line["change"], line["games"], line["period_games"], line["status"]) == ("25", "24", "2", "established")
    assert (line["points"], line["last_played"], line["affiliated"]) == ("2.0", "2026-03-03", "1")


def test_who_has_no_rating_has_an_empty_cell_and_his_games(published: RatingList) -> None:
    line = read_csv(WRITERS["csv"](published))[10009]
    assert (line["rating"], line["games"], line["status"], line["rank"], line["change"]) == ("", "1", "unrated", "", "")


def test_a_foreigner_has_his_status(published: RatingList) -> None:
    line = read_csv(WRITERS["csv"](published))[10008]
    assert (line["rating"], line["status"]) == ("2231", "foreign")


def test_in_go_a_level_has_its_grade_beside_it() -> None:
    made = scene.starting_list(scene.pool(system="ffg"), {10001: (0, 30), 10002: (-437, 12)})
    found = read_csv(WRITERS["csv"](made))
    assert [(line["rating"], line["grade"]) for line in found.values()] == [("0", "1d"), ("-437", "5k")]
    assert [line["grade"] for line in json.loads(WRITERS["json"](made))["ratings"]] == ["1d", "5k"]
    assert list(downloads_of(made)) == ["list.xlsx", "list.csv", "echelle.txt", "list.sqlite", "list.json"]
    with pytest.raises(RatingError, match="The PLAYER table is for chess"):
        WRITERS["dbf"](made)
    for name in ("papi.zip", "sheets-fr.zip"):
        with pytest.raises(RatingError, match=f"^The list of 2026-01-01 has no file {name}.$"):
            WRITERS[name](made)


def test_in_chess_there_is_no_grade(published: RatingList) -> None:
    assert {line["grade"] for line in read_csv(WRITERS["csv"](published)).values()} == {""}


def test_a_name_is_no_formula_and_a_hidden_member_has_none(published: RatingList) -> None:
    member = cast.member(10001)
    member.last_name, member.first_name = '=HYPERLINK("http://evil")', ""
    member.save()
    Member.objects.filter(key=10002).update(hidden=True, title="GM")
    found = read_csv(WRITERS["csv"](published))
    assert found[10001]["name"] == '\'=HYPERLINK("http://evil")'
    assert [found[10002][name] for name in ("name", "title", "fide_id")] == ["", "", ""]


def test_every_format_names_the_list_by_its_digest(published: RatingList) -> None:
    assert {line["list_digest"] for line in read_csv(WRITERS["csv"](published)).values()} == {published.digest}
    assert json.loads(WRITERS["json"](published))["digest"] == published.digest
    sheet = openpyxl.load_workbook(io.BytesIO(WRITERS["xlsx"](published))).active
    assert [cell.value for cell in sheet[2]][-1] == published.digest
    assert zipfile.ZipFile(io.BytesIO(WRITERS["player.zip"](published))).comment == published.digest.encode()


def test_the_workbook_says_the_same(published: RatingList) -> None:
    sheet = openpyxl.load_workbook(io.BytesIO(WRITERS["xlsx"](published))).active
    header, *lines = sheet.iter_rows(values_only=True)
    found = by_matricule(dict(zip(header, line, strict=True)) for line in lines)
    for row in rows_of(Snapshot(published).listed):
        line = found[row.matricule]
        assert (line["name"], line["rating"], line["games"], line["change"]) == (
            row.name,
            row.rating,
            row.games,
            row.change,
        )
    assert found[10006]["last_played"] == dt.datetime(2026, 3, 3)


def test_the_json_says_the_same_and_what_the_list_is(published: RatingList) -> None:
    found = json.loads(WRITERS["json"](published))
    assert (found["pool"], found["date"], found["revision"], found["state"]) == ("elo", "2026-07-01", 0, "published")
    assert found["manifest"] == published.manifest
    assert list(found["manifest"]) == sorted(found["manifest"])  # whichever way the database keeps it
    assert [line["matricule"] for line in found["ratings"]] == Snapshot(published).listed["matricule"]
    assert by_matricule(found["ratings"])[10009]["rating"] is None


def test_the_table_has_the_structure_of_player_version_4() -> None:
    # Name, type, length, decimals, offset: as the lists since 2018 have them.
    layout = """MATRICULE N6.0 1|NOM_PRENOM C32.0 7|SEXE C1.0 39|CLUB N6.0 40|PTARECUPER N2.0 46|DATE_NAISS D8.0 48
        |ELO_PRECE N4.0 56|PART_PRECE N4.0 60|ADVERSAIRE N6.0 64|ELO_CALCUL N4.0 70|PART_CALCU N4.0 74
        |MODIFY_ELO N1.0 78|SUPPRESS L1.0 79|CLAS_R1_R2 L1.0 80|NOMBRE_R2 N1.0 81|TITRE C3.0 82|PERFORMAN N5.1 85
        |DER_JEUX D8.0 90|GAIN N4.0 98|FEDERATION C2.0 102|CTR_RUN_1 L1.0 104|NOUV_MOD C4.0 105|FIDE N10.0 109
        |ARBITRE C4.0 119|NATFIDE C3.0 123|DECEDE L1.0 126"""
    offset, found = 1, []
    for field in FIELDS:
        found.append(f"{field.name} {field.type}{field.length}.{field.decimals} {offset}")
        offset += field.length
    assert found == [part.strip() for part in layout.split("|")]
    assert offset == 127


def test_the_table_holds_everybody_in_order_of_matricule(published: RatingList) -> None:
    data = WRITERS["dbf"](published)
    assert data[:12] == bytes([3, 126, 7, 1, 10, 0, 0, 0, 97, 3, 127, 0])
    assert len(data) == 865 + 10 * 127 + 1
    found = dbase.read(data)
    assert [record["MATRICULE"] for record in found.records] == list(cast.PEOPLE)


def test_a_line_of_the_table(published: RatingList) -> None:
    found = {record["MATRICULE"]: record for record in dbase.read(WRITERS["dbf"](published)).records}
    line = found[10006]
    assert (line["NOM_PRENOM"], line["SEXE"], line["CLUB"], line["DATE_NAISS"]) == ("Fontaine, Felix", "M", 201, None)
    assert (line["ELO_PRECE"], line["ELO_CALCUL"], line["GAIN"]) == (1420, 1445, 25)
    assert (line["PART_PRECE"], line["PART_CALCU"], line["PERFORMAN"]) == (22, 24, 2.0)
    assert (line["DER_JEUX"], line["SUPPRESS"], line["NATFIDE"], line["FIDE"]) == (dt.date(2026, 3, 3), False, "BEL", 0)
    assert (found[10007]["SUPPRESS"], found[10007]["CLUB"]) == (True, 0)
    assert (found[10008]["FEDERATION"], found[10008]["TITRE"], found[10008]["FIDE"]) == (" *", "WIM", 990008)
    assert (found[10009]["ELO_CALCUL"], found[10009]["PART_CALCU"]) == (0, 1)


def test_who_has_no_line_in_the_list_has_blank_ratings(published: RatingList) -> None:
    [line] = [record for record in dbase.read(WRITERS["dbf"](published)).records if record["MATRICULE"] == 10010]
    assert (line["NOM_PRENOM"], line["CLUB"], line["SUPPRESS"]) == ("Janssens, Jef", 301, False)
    assert {line[name] for name in ("ELO_PRECE", "PART_PRECE", "ELO_CALCUL", "PART_CALCU", "GAIN", "DER_JEUX")} == {
        None
    }


def test_who_is_affiliated_without_a_club_and_has_no_line_is_in_the_table(published: RatingList) -> None:
    cast.member(10010).affiliations.update(club=None)
    [line] = [record for record in dbase.read(WRITERS["dbf"](published)).records if record["MATRICULE"] == 10010]
    assert (line["CLUB"], line["SUPPRESS"], line["ELO_CALCUL"]) == (0, False, None)


def test_a_number_too_long_for_its_field_is_blank(published: RatingList) -> None:
    stored.change(published, 10001, opponents_sum=1_000_000, games=10_000)
    [line] = [record for record in dbase.read(WRITERS["dbf"](published)).records if record["MATRICULE"] == 10001]
    assert (line["ADVERSAIRE"], line["PART_CALCU"], line["ELO_CALCUL"]) == (None, None, 1799)


@pytest.mark.long
def test_no_number_of_a_member_is_too_long_for_the_files_of_all(published: RatingList) -> None:
    Member.objects.filter(key=10001).update(fide_id=123_456_789_012, fide_rating=12_345)
    Club.objects.filter(key=101).update(number="1234567", key=1_234_567)
    stored.change(published, 10001, rating=10_000)
    stored.change(published, 10002, rating=400, previous_rating=1_400)
    found = {record["MATRICULE"]: record for record in dbase.read(WRITERS["dbf"](published)).records}
    assert [found[10001][name] for name in ("FIDE", "CLUB", "ELO_CALCUL", "ELO_PRECE")] == [None, None, None, 1800]
    assert [found[10002][name] for name in ("ELO_CALCUL", "GAIN")] == [400, None]
    [line] = [each for each in dbase.read(WRITERS["swiss-chess.dbf"](published)).records if each["ID_BEL"] == 10001]
    assert [line[name] for name in ("ELO_FIDE", "ELO_BEL", "ID_FIDE")] == [None, None, None]
    for path in downloads_of(published):
        DOWNLOADS[path].write(Snapshot(published))


def test_the_archive_holds_the_table(published: RatingList) -> None:
    archive = zipfile.ZipFile(io.BytesIO(WRITERS["player.zip"](published)))
    assert archive.namelist() == ["PLAYER.DBF"]
    assert archive.read("PLAYER.DBF") == WRITERS["dbf"](published)


@pytest.mark.long
def test_the_same_list_gives_the_same_bytes(published: RatingList) -> None:
    for download in DOWNLOADS.values():
        assert download.write(Snapshot(published)) == download.write(Snapshot(published)), download.title


def test_so_many_queries(published: RatingList, django_assert_num_queries) -> None:
    queries = {
        **dict.fromkeys(("list.csv", "list.xlsx", "list.json", "list.sqlite"), 4),
        **dict.fromkeys(("player.zip", "papi.zip"), 6),
        "echelle.txt": 7,
        "chcklist.zip": 8,
        "sheets-fr.zip": 8,
    }
    for path, count in queries.items():
        with django_assert_num_queries(count):
            DOWNLOADS[path].write(Snapshot(published))


def test_all_files_together_read_the_list_once(published: RatingList, django_assert_num_queries) -> None:
    snapshot = Snapshot(published)
    # Lines, people, clubs, their units, affiliations, members, licences; ledger, tournaments, seats, games.
    with django_assert_num_queries(11):
        for download in DOWNLOADS.values():
            download.write(snapshot)


@pytest.mark.long
def test_a_file_is_made_of_the_parts_that_it_names(published: RatingList, django_assert_num_queries) -> None:
    for download in DOWNLOADS.values():
        snapshot = Snapshot(published).read(download.made_of)
        with django_assert_num_queries(0):
            download.write(snapshot)


@pytest.mark.long
def test_a_birth_date_is_only_in_the_copy_for_club_officers(published: RatingList) -> None:
    born = cast.member(10006).birth_date
    ways = ("%Y%m%d", "%d%m%Y", "%Y-%m-%d", "%d.%m.%Y", "%d/%m/%Y", "%Y/%m/%d", ";%Y;")
    forms = [born.strftime(way).encode() for way in ways]
    forms.append(struct.pack("<d", (born - dt.date(1899, 12, 30)).days))  # Access
    for path, download in DOWNLOADS.items():
        public = unpacked(download.write(Snapshot(published)))
        assert [form for form in forms if form in public] == [], path
        private = unpacked(download.write(Snapshot(published, births_of=Member.objects.all())))
        assert any(form in private for form in forms) == download.has_birth_dates, path


@pytest.mark.long
def test_a_hidden_member_is_in_no_list_for_pairing_programs(published: RatingList) -> None:
    member = cast.member(10001)
    member.hidden = True
    member.save()
    for path, download in DOWNLOADS.items():
        data = unpacked(download.write(Snapshot(published)))
        told = [name for name in (b"Aerts", b"AERTS", "AERTS".encode("utf-16-le"), b"990001") if name in data]
        assert told == [], path
        if download.group is DownloadGroup.PROGRAMS and path != "player.zip":
            assert b"10001" not in data, path


def unpacked(data: bytes) -> bytes:
    """Return the content of all files of an archive; what is none, as it is."""
    if not data.startswith(b"PK"):
        return data
    archive = zipfile.ZipFile(io.BytesIO(data))
    return b"".join(archive.read(name) for name in archive.namelist())


def test_who_has_no_line_belongs_where_he_did_on_the_day_of_the_list(published: RatingList) -> None:
    cast.member(10010).affiliations.update(end=dt.date(2026, 5, 31))
    people = Snapshot(published).everybody
    place = people["matricule"].index(10010)
    assert (people["listed"][place], people["club"][place], people["affiliated"][place]) == (False, None, False)
