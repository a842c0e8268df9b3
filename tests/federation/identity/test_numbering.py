"""federation/identity/numbering.py"""

from __future__ import annotations

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.identity.number_forms import Kind, NumberForm
from federation.identity.numbering import Check, Doubt, Next, NoNumberLeft, Numbering, check_digit, frbe_mod11

TODAY = dt.date(2026, 11, 24)
LONG_AGO = dt.date(1998, 5, 1)
BELGIAN = Numbering(
    NumberForm(Kind.DIGITS_REUSE),
    Next.FIRST_GAP,
    [(dt.date(2019, 12, 20), "22001"), (dt.date(2021, 9, 1), "23001")],
    usual=5,
    check=Check(frbe_mod11, until=dt.date(2005, 1, 1)),
)
IRISH = Numbering(NumberForm(Kind.DIGITS), Next.AFTER_HIGHEST)
GIVEN = Numbering(NumberForm(Kind.LETTER_MIXED))


# 1234 by hand: 5*1 + 4*2 + 3*3 + 2*4 = 30; 30 mod 11 = 8; 11 - 8 = 3. Remainder 1 gives 10 -> 0, remainder 0 11 -> 1.
@pytest.mark.parametrize(("first_four", "digit"), [(1234, 3), (1001, 4), (2010, 9), (1110, 0), (1101, 1)])
def test_the_check_digit_of_old_numbers(first_four: int, digit: int) -> None:
    assert check_digit(first_four) == digit


def test_a_wrong_check_digit_is_a_doubt_only_in_a_number_issued_before_2005() -> None:
    assert BELGIAN.doubts("12343", LONG_AGO) == []
    assert BELGIAN.doubts("12344", LONG_AGO) == [Doubt.CHECK_DIGIT]
    assert BELGIAN.doubts("12344", dt.date(2004, 12, 31)) == [Doubt.CHECK_DIGIT]
    assert BELGIAN.doubts("12344", dt.date(2005, 1, 1)) == []
    assert BELGIAN.doubts("12344") == []


@pytest.mark.parametrize("number", ["1", "9999", "100000"])
def test_a_number_without_the_usual_count_of_digits_is_a_doubt(number: str) -> None:
    assert BELGIAN.doubts(number, LONG_AGO) == [Doubt.LENGTH]


@pytest.mark.parametrize("number", ["10000", "99999", "94b"])
def test_other_numbers_are_none(number: str) -> None:
    assert BELGIAN.doubts(number) == []


def test_a_federation_without_habits_doubts_nothing() -> None:
    assert (IRISH.doubts("1", LONG_AGO), GIVEN.doubts("A12345", LONG_AGO)) == ([], [])


def test_the_next_free_number_is_the_first_gap_from_the_start_of_its_day() -> None:
    assert BELGIAN.next_free([], TODAY) == "23001"
    assert BELGIAN.next_free([1, 22_999, 23_000], TODAY) == "23001"
    assert BELGIAN.next_free([23_001, 23_002, 23_004], TODAY) == "23003"
    assert BELGIAN.next_free([23_001], dt.date(2020, 1, 1)) == "22001"
    assert BELGIAN.next_free([], LONG_AGO) == "1"


def test_or_the_one_after_the_highest() -> None:
    assert IRISH.next_free([], TODAY) == "1"
    assert IRISH.next_free([3, 17, 9], TODAY) == "18"


@pytest.mark.long
def test_a_full_register_says_so() -> None:
    assert BELGIAN.next_free(range(23_001, 999_999), TODAY) == "999999"
    for numbering in (BELGIAN, IRISH):
        with pytest.raises(NoNumberLeft):
            numbering.next_free(range(1, 1_000_000), TODAY)


def test_numbers_of_another_system_are_never_made_up() -> None:
    with pytest.raises(NoNumberLeft):
        GIVEN.next_free([], TODAY)


@given(st.integers(1000, 9999), st.integers(1, 9))
def test_another_fifth_digit_is_noticed(first_four: int, slip: int) -> None:
    right = first_four * 10 + check_digit(first_four)
    wrong = first_four * 10 + (check_digit(first_four) + slip) % 10
    assert BELGIAN.doubts(str(right), LONG_AGO) == []
    assert BELGIAN.doubts(str(wrong), LONG_AGO) == [Doubt.CHECK_DIGIT]


@given(st.sets(st.integers(23_001, 23_050)))
def test_the_next_free_number_is_free_and_has_no_gap_before_it(taken: set[int]) -> None:
    number = int(BELGIAN.next_free(taken, TODAY))
    assert number not in taken
    assert all(before in taken for before in range(23_001, number))
