"""federation/identity/matricules.py"""

import datetime as dt

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.identity.matricules import Doubt, MatriculeError, check_digit, doubts, next_free, parse

LONG_AGO = dt.date(1998, 5, 1)


@pytest.mark.parametrize(
    ("text", "number"), [("23001", 23001), (" 00123 ", 123), ("999999", 999_999), ("1", 1), ("0" * 30 + "7", 7)]
)
def test_digits_are_a_matricule(text, number):
    assert parse(text) == number


@pytest.mark.parametrize(
    "text", ["", "0", "00000", "-5", "1000000", "1" + "0" * 18 + "5", "12a45", "1 2", "²³", "١٢٣٤٥", "9" * 5000]
)
def test_anything_else_is_refused_with_a_sentence(text):
    with pytest.raises(MatriculeError, match="is not a member number: it must have five digits") as refusal:
        parse(text)
    assert len(str(refusal.value)) < 80


# 1234 by hand: 5*1 + 4*2 + 3*3 + 2*4 = 30; 30 mod 11 = 8; 11 - 8 = 3. Remainder 1 gives 10 -> 0, remainder 0 11 -> 1.
@pytest.mark.parametrize(("first_four", "digit"), [(1234, 3), (1001, 4), (2010, 9), (1110, 0), (1101, 1)])
def test_the_check_digit_of_old_numbers(first_four, digit):
    assert check_digit(first_four) == digit


def test_a_wrong_check_digit_is_a_doubt_only_in_a_number_issued_before_2005():
    assert doubts(12343, LONG_AGO) == []
    assert doubts(12344, LONG_AGO) == [Doubt.CHECK_DIGIT]
    assert doubts(12344, dt.date(2004, 12, 31)) == [Doubt.CHECK_DIGIT]
    assert doubts(12344, dt.date(2005, 1, 1)) == []
    assert doubts(12344) == []


@pytest.mark.parametrize("number", [1, 9999, 100_000])
def test_a_number_without_five_digits_is_a_doubt(number):
    assert doubts(number, LONG_AGO) == [Doubt.LENGTH]


@pytest.mark.parametrize("number", [10_000, 99_999])
def test_the_lowest_and_the_highest_number_of_five_digits_are_none(number):
    assert doubts(number) == []


def test_the_next_free_number_is_the_first_gap_above_23000():
    assert next_free([]) == 23001
    assert next_free([1, 22999, 23000]) == 23001
    assert next_free([23001, 23002, 23004]) == 23003


def test_a_full_register_says_so():
    assert next_free(range(23_001, 999_999)) == 999_999
    with pytest.raises(ValueError, match="No matricule is left"):
        next_free(range(23_001, 1_000_000))


@given(st.integers(1, 999_999))
def test_a_printed_number_is_read_back(number):
    assert parse(f"{number:05d}") == number


@given(st.integers(1000, 9999), st.integers(1, 9))
def test_another_fifth_digit_is_noticed(first_four, slip):
    right = first_four * 10 + check_digit(first_four)
    wrong = first_four * 10 + (check_digit(first_four) + slip) % 10
    assert doubts(right, LONG_AGO) == []
    assert doubts(wrong, LONG_AGO) == [Doubt.CHECK_DIGIT]


@given(st.sets(st.integers(23_001, 23_050)))
def test_the_next_free_number_is_free_and_has_no_gap_before_it(taken):
    number = next_free(taken)
    assert number not in taken
    assert all(before in taken for before in range(23_001, number))
