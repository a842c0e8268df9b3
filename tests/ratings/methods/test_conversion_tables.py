"""The tables as rows."""

from ratings.methods.conversion_tables import Band, Difference, bands, differences, in_columns


def test_table_one_has_99_scores_from_the_best_to_the_poorest() -> None:
    rows = differences()
    assert len(rows) == 99
    assert [rows[place] for place in (0, 49, 98)] == [Difference(99, 677), Difference(50, 0), Difference(1, -677)]


def test_the_tables_of_expected_scores_differ_where_they_end() -> None:
    belgium, quebec = bands("frbe"), bands("fqe")
    assert belgium[0] == quebec[0] == Band(0, 3, 50, 50)
    assert belgium[-2:] == [Band(620, 735, 99, 1), Band(736, None, 100, 0)]
    assert quebec[-2:] == [Band(620, 734, 99, 1), Band(735, None, 100, 0)]
    assert belgium[:-2] == quebec[:-2]


def test_rows_are_cut_into_columns_in_their_order() -> None:
    assert in_columns(range(7), 3) == [range(3), range(3, 6), range(6, 7)]
