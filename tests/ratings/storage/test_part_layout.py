"""Lines and ledgers of a list as bytes."""

from __future__ import annotations

from dataclasses import fields, replace

import numpy as np
import pytest

from ratings.storage.arrays import LedgerLines, Lines, RatingLines
from ratings.storage.part_layout import ENTRY, LINE, MEMBERS_A_PART, SHORT, pack, unpack_entries, unpack_lines

MEMBERS = np.array([3, 255, 256, 700, 511, 4])  # in order of matricule
MATRICULES = np.array([10, 20, 30, 40, 50, 60])


def ratings(members: np.ndarray = MEMBERS) -> RatingLines:
    """Lines of which every figure is another."""
    columns = {
        name: np.arange(len(members), dtype=np.int64) + 100 * place
        for place, name in enumerate(field.name for field in fields(RatingLines))
    }
    columns |= {"member": members, "matricule": MATRICULES[: len(members)]}
    columns |= {name: columns[name] % 2 for name in ("status", "was_rated", "affiliated")}
    columns["deviation"] = np.where(columns["rank"] % 2, np.nan, columns["rank"] / 3)
    return RatingLines(**columns)


def ledger() -> LedgerLines:
    """Two entries of each of three members."""
    columns = {
        name: np.arange(6, dtype=np.int64) - 3 * place
        for place, name in enumerate(field.name for field in fields(LedgerLines))
    }
    members = {"member": np.repeat(MEMBERS[1:4], 2), "matricule": np.repeat(MATRICULES[1:4], 2)}
    return LedgerLines(**columns | members | {"number": np.array([1, 2] * 3), "half_points": np.array([-1, 223] * 3)})


def same(one: Lines, other: Lines) -> bool:
    return all(np.array_equal(getattr(one, each.name), getattr(other, each.name), True) for each in fields(one))


def test_what_is_packed_comes_back_in_order_of_matricule() -> None:
    parts = list(pack(ratings(), ledger()))
    assert [part.number for part in parts] == [0, 1, 2]
    assert same(unpack_lines([part.lines for part in parts]), ratings())
    assert same(unpack_entries([part.entries for part in parts]), ledger())


def test_a_part_holds_the_members_whose_ids_are_neighbours() -> None:
    assert MEMBERS_A_PART == 256
    found = {part.number: unpack_lines([part.lines]).member.tolist() for part in pack(ratings(), None)}
    assert found == {0: [3, 255, 4], 1: [256, 511], 2: [700]}


def test_a_figure_takes_as_many_bytes_as_the_largest_of_its_column() -> None:
    assert (LINE.itemsize, ENTRY.itemsize) == (75, 50)
    parts = list(pack(ratings(), ledger()))
    widths = {part.lines[: len(SHORT) + len(LINE)] for part in parts}
    assert widths == {SHORT + bytes([2, 1, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 8, 1, 1, 1])}
    assert len(parts[0].lines) == len(SHORT) + len(LINE) + 3 * 38
    [longer, *_] = pack(replace(ratings(), rating=MEMBERS * 50), None)
    assert len(longer.lines) == len(parts[0].lines) + 3 * 2  # 700 * 50 takes four
    nobody_deviates = replace(ratings(), deviation=np.full(len(MEMBERS), np.nan))
    assert same(unpack_lines([part.lines for part in pack(nobody_deviates, None)]), nobody_deviates)


@pytest.mark.parametrize("figure", [127, 128, -128, -129, 2**15 - 1, 2**15, -(2**15) - 1, 2**31 - 1, -(2**31)])
def test_every_figure_comes_back_at_the_edges_of_the_lengths(figure: int) -> None:
    lines = replace(ratings(), rating=np.array([0, figure, 1, 2, 3, 4]))
    assert same(unpack_lines([part.lines for part in pack(lines, None)]), lines)


def test_parts_of_records_of_the_full_length_are_read_as_well() -> None:
    lines = ratings()
    records = np.empty(len(lines), LINE)
    for name in LINE.names or ():
        records[name] = getattr(lines, name)
    assert same(unpack_lines([records[:4].tobytes(), b"", records[4:].tobytes()]), lines)


def test_who_has_a_ledger_and_no_line_has_a_part_as_well() -> None:
    [nobody, *_] = pack(ratings(MEMBERS[2:4]), ledger())
    assert (nobody.number, nobody.lines) == (0, b"")
    assert unpack_entries([nobody.entries]).member.tolist() == [255, 255]


def test_an_empty_list_has_no_parts() -> None:
    assert list(pack(unpack_lines([]), unpack_entries([]))) == []
    assert (len(unpack_lines([])), len(unpack_entries([]))) == (0, 0)


@pytest.mark.parametrize(("column", "figure"), [("rating", 2**31), ("games", -(2**31) - 1), ("status", 128)])
def test_a_figure_without_room_is_refused(column: str, figure: int) -> None:
    lines = ratings()
    changed = getattr(lines, column).copy()
    changed[2] = figure
    with pytest.raises(OverflowError, match=f"{column}: .*{figure}"):
        list(pack(replace(lines, **{column: changed}), None))
