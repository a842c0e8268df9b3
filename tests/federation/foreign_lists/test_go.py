"""Go player lists: their columns, damaged copies, and matching with members."""

from __future__ import annotations

import csv
import datetime as dt
import json
from io import StringIO
from itertools import groupby
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command

from federation.foreign_lists import go as go_lists
from federation.foreign_lists.go import GoList, ListedPlayer, NoGoList
from federation.foreign_lists.go_match import compare
from federation.identity.names import PersonName
from federation.models import Licence, ListComparison, Member
from tests import cast
from tests.federation.foreign_lists.list_files import egf, ffg
from tests.mutations import mutations, truncations
from tests.tournaments.formats.real_samples import samples

SCALE = ffg(
    ("AERTS Anna", 250, "L", "1000001"),
    ("BAETEN Bram", -150, "-", "99A0007"),
    ("CLAES Chloé", -9999, "L", "0100003"),
    ("DE_LOOR Žofie", 0, "e", "-------"),
)


def test_the_scale_of_the_ffg_is_read() -> None:
    listed = go_lists.read(SCALE)
    assert (listed.issuer, listed.day, listed.unread) == ("FFG", dt.date(2019, 11, 5), ())
    assert listed.players == (
        ListedPlayer(2, PersonName("AERTS", "Anna"), "1000001", 250),
        ListedPlayer(3, PersonName("BAETEN", "Bram"), "99A0007", -150),
        ListedPlayer(4, PersonName("CLAES", "Chloé"), "0100003", None),
        ListedPlayer(5, PersonName("DE_LOOR", "Žofie"), "", 0),
    )


def test_the_european_list_is_read() -> None:
    listed = go_lists.read(egf(("10000001", "Aerts Anna", 2300), ("10000002", "Baeten Bram", 100)))
    assert (listed.issuer, listed.day, listed.unread) == ("EGF", dt.date(2018, 2, 22), ())
    assert listed.players == (
        ListedPlayer(7, PersonName("Aerts", "Anna"), "10000001", 250),
        ListedPlayer(8, PersonName("Baeten", "Bram"), "10000002", -1950),
    )


def test_lines_that_cannot_be_read_are_counted() -> None:
    listed = go_lists.read(SCALE + b"what is this\r\n" + b"X" * 38 + b" many L 1000009 75Nu FR\r\n")
    assert (len(listed.players), listed.unread) == (4, (6, 7))


@pytest.mark.parametrize("data", [b"", b"hello", b"<html>(22 Foo)</html>", SCALE[20:]])
def test_anything_else_is_refused(data: bytes) -> None:
    with pytest.raises(NoGoList, match="^This is neither the FFG scale"):
        go_lists.read(data)


@pytest.mark.long
@pytest.mark.parametrize("data", [SCALE, egf(("10000001", "Aerts Anna", 2300))])
def test_damaged_copies_give_a_list_or_one_sentence(data: bytes) -> None:
    for damaged in (*mutations(data, 300, seed=2), *truncations(data, 50)):
        try:
            assert isinstance(go_lists.read(damaged), GoList)
        except NoGoList as error:
            assert str(error)


def verdicts(*players: ListedPlayer) -> list[tuple[str, list[int]]]:
    """Return the verdict on each listed player, and the members who may be meant."""
    rows = compare(ListComparison(), GoList("FFG", None, players, ()))
    return [
        (str(verdict), [row.member.key for row in same])
        for (_line, verdict), same in groupby(rows, key=lambda row: (row.line, row.verdict))
    ]


def listed(last: str, first: str, number: str, line: int = 2) -> ListedPlayer:
    return ListedPlayer(line, PersonName(last, first), number, 0)


@pytest.mark.django_db
def test_a_listed_player_is_matched_by_number_and_suggested_by_name() -> None:
    Licence.objects.create(member=cast.member(10001), issuer="FFG", number="1000001")
    cast.member(10002)
    bram, again = listed("BAETEN", "Bram", "1000002"), listed("Bram", "Baeten", "1000003", line=3)
    assert verdicts(listed("AERTS", "Anna", "1000001")) == [("matched", [10001])]
    assert verdicts(listed("AERTS", "Anna", "1000009")) == [("mismatch", [10001])]
    assert verdicts(listed("ZONDER", "Naam", "1000001")) == [("mismatch", [10001])]
    assert verdicts(bram) == [("suggestion", [10002])]
    assert verdicts(bram, again) == [("duplicate", [10002])] * 2
    assert (
        verdicts(listed("AERTS", "Anna", "1000001"), listed("AERTS", "Anna", "1000001", line=3))
        == [("duplicate", [10001])] * 2
    )
    assert verdicts(listed("BAETEN", "Bram", ""), listed("ZONDER", "Naam", "1000009")) == []


@pytest.mark.django_db
def test_two_members_with_one_name_are_not_suggested() -> None:
    Member.objects.create(number="10012", last_name="Baeten", first_name="Bram")
    cast.member(10002)
    assert verdicts(listed("BAETEN", "Bram", "1000002")) == [("duplicate", [10002, 10012])]


@pytest.mark.django_db
@pytest.mark.parametrize("count", [1, 3])
def test_a_comparison_costs_two_queries(django_assert_num_queries, count: int) -> None:
    cast.everybody()
    players = go_lists.read(SCALE)
    with django_assert_num_queries(2):
        compare(ListComparison(), GoList("FFG", None, players.players[:count], ()))


@pytest.mark.django_db
def test_the_command_reports_and_writes_what_the_imports_take(tmp_path: Path) -> None:
    Licence.objects.create(member=cast.member(10001), issuer="FFG", number="1000001")
    cast.member(10002)
    path = tmp_path / "ech_ffg_V3.txt"
    path.write_bytes(SCALE)
    out, files = StringIO(), {"numbers": tmp_path / "numbers.csv", "ratings": tmp_path / "ratings.csv"}
    call_command("compare_list", str(path), stdout=out, json=True, **files)
    assert json.loads(out.getvalue())["counts"] == {"matched": 1, "mismatch": 0, "suggestion": 1, "duplicate": 0}
    assert Licence.objects.count() == 1
    written = {name: list(csv.reader(StringIO(path.read_text()))) for name, path in files.items()}
    assert written == {
        "numbers": [["number", "licences"], ["10002", "FFG 99A0007"]],
        "ratings": [["number", "rating", "games"], ["10001", "250", "0"]],
    }
    call_command("import_members", str(files["numbers"]), stdout=StringIO())
    out = StringIO()
    call_command("compare_list", str(path), stdout=out)
    assert out.getvalue().splitlines()[:2] == ["FFG list: 4 players, 2 of them are or may be members", "matched: 2"]


def test_the_command_refuses_other_files_with_a_sentence(tmp_path: Path) -> None:
    path = tmp_path / "list.txt"
    path.write_bytes(b"hello")
    with pytest.raises(CommandError, match=r"^list\.txt: This list cannot be compared"):
        call_command("compare_list", str(path))
    with pytest.raises(CommandError, match="No such file"):
        call_command("compare_list", str(tmp_path / "nothing.txt"))


@pytest.mark.parametrize(("path", "facts"), [*samples("go", "500rows.txt"), *samples("go", "300rows.html")])
def test_real_lists_hold_what_they_should(path: Path, facts: dict[str, object]) -> None:
    found = go_lists.read(path.read_bytes())
    assert (len(found.players), found.unread) == (facts["rows"], ())
    levels = [player.level for player in found.players if player.level is not None]
    if found.issuer == "FFG":
        assert (sum(levels), len(found.players) - len(levels)) == (facts["sum_of_levels"], facts["no_level"])
    else:
        assert sum(level + 2050 for level in levels) == facts["sum_of_gor"]
