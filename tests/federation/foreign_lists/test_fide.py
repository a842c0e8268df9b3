"""FIDE's rating list: reading text and XML, matching with members, the command."""

from __future__ import annotations

import csv
import io
import json
import tracemalloc
from itertools import groupby

import pytest
from django.core.management import CommandError, call_command

from federation.foreign_lists import fide
from federation.foreign_lists.fide import FidePlayer, NoFideList
from federation.foreign_lists.fide_match import compare
from federation.identity.names import PersonName
from federation.models import ListComparison, Member
from federation.models.list_comparisons import MISSING, Verdict
from tests import cast
from tests.federation.foreign_lists.list_files import line, person, text, xml, zipped
from tests.mutations import mutations, truncations

ANNA = FidePlayer(2, 99200001, PersonName("Aerts", "Anna"), "BEL", "WFM", 1812, 1980)


def read(data: bytes) -> list[FidePlayer]:
    return list(fide.players(io.BytesIO(data)))


@pytest.mark.parametrize(
    "data",
    [
        text(line(99200001, "Aerts, Anna")),
        zipped(text(line(99200001, "Aerts, Anna"))),
        text(line(99200001, "Aerts, Anna")).replace(b"SRtng", b"AUG25"),
        text(line(99200001, "Aerts, Anna")).replace(b"\r\n", b"\n"),
    ],
)
def test_the_text_is_read_by_the_names_of_its_columns(data: bytes) -> None:
    assert read(data) == [ANNA]


def test_the_xml_is_read() -> None:
    (anna,) = read(xml(person(99200001, "Aerts, Anna")))
    assert anna == FidePlayer(**{**ANNA.__dict__, "line": 1})
    assert read(zipped(xml(person(99200001, "Aerts, Anna")), "list.xml")) == [anna]


def test_missing_rating_and_year_are_none() -> None:
    (anna,) = read(text(line(1, "Aerts, Anna", rating=0, born="", flag="wi")))
    assert (anna.rating, anna.birth_year) == (None, None)


def test_lines_without_a_player_are_skipped() -> None:
    assert len(read(text("\r\n", line(1, "Aerts, Anna"), "what is this\r\n", line(2, "")))) == 1


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "does not name the columns"),
        (b"hello\n", "does not name the columns"),
        (b"<html><body/></html>", "it contains no players"),
        (xml(person(1, "Aerts, Anna"))[:-30], "damaged or cut off"),
        (b'<!DOCTYPE a [<!ENTITY b "c">]><playerslist/>', "damaged or cut off"),
        (zipped(b"x")[:-30], "The archive is damaged"),
    ],
)
def test_anything_else_is_refused(data: bytes, sentence: str) -> None:
    with pytest.raises(NoFideList, match=sentence):
        read(data)


@pytest.mark.long
@pytest.mark.parametrize("data", [text(line(1, "Aerts, Anna")), xml(person(1, "Aerts, Anna")), zipped(text())])
def test_damaged_copies_give_players_or_one_sentence(data: bytes) -> None:
    for damaged in (*mutations(data, 200, seed=3), *truncations(data, 50)):
        try:
            assert isinstance(read(damaged), list)
        except NoFideList as error:
            assert str(error)


def test_xml_without_players_is_not_read_to_its_end() -> None:
    with pytest.raises(NoFideList, match="damaged or cut off after 1 players"):
        read(xml(person(1, "Aerts, Anna"), "<a>" * 2_000))


@pytest.mark.long
def test_reading_xml_keeps_no_player_in_memory() -> None:
    file = io.BytesIO(xml(person(1, "Aerts, Anna") * 3_000))
    tracemalloc.start()
    try:
        assert sum(1 for _player in fide.players(file)) == 3_000
        assert tracemalloc.get_traced_memory()[1] < 1 << 18
    finally:
        tracemalloc.stop()


def test_a_list_is_read_player_by_player() -> None:
    """An endless file yields its first players at once."""

    class Endless(io.RawIOBase):
        rest = text(line(1, "Aerts, Anna"))

        def readable(self) -> bool:
            return True

        def seekable(self) -> bool:
            return False

        def read1(self, size: int = -1) -> bytes:
            return self.read(size)

        def seek(self, *_place: int) -> int:
            self.rest = text(line(1, "Aerts, Anna"))
            return 0

        def read(self, size: int = -1) -> bytes:
            if not self.rest:
                self.rest = line(2, "Baert, Bob").encode()
            found, self.rest = self.rest[:size], self.rest[size:]
            return found

    endless = fide.players(Endless())
    assert [next(endless).fide_id for _ in range(3)] == [1, 2, 2]


def listed(number: int, name: str, federation: str = "BEL", year: int | None = None, **facts: object) -> FidePlayer:
    last, _, first = name.partition(", ")
    return FidePlayer(1, number, PersonName(last, first), federation, birth_year=year, **facts)


def verdicts(*players: FidePlayer) -> list[tuple[str, list[int]]]:
    rows = [row for row in compare(ListComparison(), players) if row.verdict != MISSING]
    return [
        (str(verdict), [row.member.key for row in same])
        for (_number, verdict), same in groupby(rows, key=lambda row: (row.number, row.verdict))
    ]


@pytest.mark.django_db
def test_players_get_verdicts_by_id_name_and_year() -> None:
    anna, bram = cast.member(10001), cast.member(10002)
    Member.objects.filter(pk=anna.pk).update(fide_id=77)
    Member.objects.filter(pk=bram.pk).update(fide_id=None)
    name, year = f"{bram.last_name}, {bram.first_name}", bram.birth_date.year
    assert verdicts(listed(77, "Aerts, Anna")) == [("matched", [10001])]
    assert verdicts(listed(77, "Zonder, Naam")) == [("mismatch", [10001])]
    assert verdicts(listed(77, "Aerts, Anna", year=1900)) == [("mismatch", [10001])]
    assert verdicts(listed(78, "Aerts, Anna")) == [("mismatch", [10001])]
    assert verdicts(listed(79, name, year=year)) == [("suggestion", [10002])]
    assert verdicts(listed(79, name, year=year + 1)) == []
    assert verdicts(listed(79, name, "NED", year)) == []
    assert verdicts(listed(79, name), listed(80, name)) == [("duplicate", [10002])] * 2


@pytest.mark.django_db
def test_an_id_that_the_list_does_not_have_is_missing() -> None:
    for matricule in (10001, 10002):
        cast.member(matricule)
    Member.objects.update(fide_id=None)
    Member.objects.filter(key=10001).update(fide_id=77)
    assert [(row.verdict, row.member.key) for row in compare(ListComparison(), [])] == [(MISSING, 10001)]


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 3])
def test_a_comparison_costs_one_query(count: int, django_assert_num_queries) -> None:
    cast.everybody()
    with django_assert_num_queries(1):
        compare(ListComparison(), [listed(number, "Aerts, Anna") for number in range(1, count + 1)])


@pytest.mark.django_db
def test_the_command_reports_and_writes_for_the_import_and_changes_nobody(tmp_path, capsys) -> None:
    cast.everybody()
    Member.objects.update(fide_id=None, fide_rating=None, title="")
    Member.objects.filter(key=10001).update(fide_id=77, fide_rating=1700)
    before = list(Member.objects.order_by("pk").values())
    bram = Member.objects.get(key=10002)
    file = tmp_path / "players.txt"
    file.write_bytes(
        text(
            line(77, "Aerts, Anna", born=str(Member.objects.get(key=10001).birth_date.year)),
            line(78, f"{bram.last_name}, {bram.first_name}", born=str(bram.birth_date.year)),
        )
    )
    ids, ratings = tmp_path / "ids.csv", tmp_path / "ratings.csv"
    call_command("compare_list", file, "--numbers", str(ids), "--ratings", str(ratings))
    shown = capsys.readouterr().out
    assert "matched: 1" in shown
    assert "suggestion: 1" in shown
    assert "different at FIDE: 1" in shown
    assert list(csv.reader(ids.open())) == [["number", "fide_id"], ["10002", "78"]]
    assert list(csv.reader(ratings.open()))[1] == ["10001", "1812", "WFM", "BEL"]
    assert list(Member.objects.order_by("pk").values()) == before
    call_command("compare_list", file, "--json")
    assert json.loads(capsys.readouterr().out)["counts"] == {
        verdict.value: int(verdict in {Verdict.MATCHED, Verdict.SUGGESTION}) for verdict in Verdict
    }


@pytest.mark.django_db
def test_the_command_names_the_file_that_it_cannot_read(tmp_path) -> None:
    bad = tmp_path / "bad.txt"
    bad.write_bytes(b"hello")
    with pytest.raises(CommandError, match=r"^bad\.txt: This list cannot be compared"):
        call_command("compare_list", bad)
    with pytest.raises(CommandError, match="No such file"):
        call_command("compare_list", tmp_path / "none.txt")
