from ratings.systems.common.elo_tables import (
    BAND_ENDS,
    DIFFERENCE_OF_PERCENT,
    differences_by_percent,
    percents_by_difference,
)
from tests.ratings.systems.vectors import load

FACTS = load("frbe")


def test_table_one_has_the_99_printed_differences():
    by_percent = differences_by_percent().tolist()
    printed = {int(percent): difference for percent, difference in FACTS["table1_Dp"].items()}
    assert {percent: by_percent[percent] for percent in range(1, 100)} == printed


def test_table_one_is_antisymmetric():
    by_percent = differences_by_percent().tolist()
    assert all(by_percent[percent] == -by_percent[100 - percent] for percent in range(101))


def test_table_two_has_the_printed_bands():
    by_difference = percents_by_difference().tolist()
    for low, high, percent, _ in FACTS["table2_We"]:
        last = len(by_difference) - 1 if high is None else high
        assert set(by_difference[low : last + 1]) == {percent}


def test_table_two_has_neither_gap_nor_overlap():
    by_difference = percents_by_difference().tolist()
    assert len(by_difference) == 737
    assert [by_difference[end + 1] - by_difference[end] for end in BAND_ENDS] == [1] * 50


def test_every_difference_of_table_one_is_in_its_band_of_table_two():
    by_difference = percents_by_difference().tolist()
    assert [by_difference[difference] for difference in DIFFERENCE_OF_PERCENT] == list(range(50, 100))
