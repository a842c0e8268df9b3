"""federation/files/text_columns.py"""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from federation.files.text_columns import CHUNK, between, formatted, lines, numbers, of_any, padded, texts

WHOLE = st.one_of(st.none(), st.integers(-(2**62), 2**62), st.integers(-20, 20))
TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=8)


def written(*parts, fill: bytes = b"") -> str:
    return b"".join(lines(parts, fill)).decode()


def test_lines_are_cells_between_what_is_in_every_line():
    assert written(b"<", numbers([7, None, -12]), b"|", texts(["é", "", "abc"]), b">\n") == "<7|é>\n<|>\n<-12|abc>\n"


def test_in_fields_of_fixed_width_texts_stand_left_and_numbers_right():
    assert written(numbers([7, None, -12]), texts(["a", "", "abc"]), b"\n", fill=b" ") == "  7a  \n      \n-12abc\n"


def test_columns_have_separators_between_them():
    columns = [numbers([1, 2]), texts(["a", "b"]), numbers([3, 4])]
    assert written(*between(b";", columns), b"\n") == "1;a;3\n2;b;4\n"


def test_a_file_of_many_lines_comes_in_parts():
    count = 2 * CHUNK + 1
    parts = list(lines([numbers(range(count)), b"\n"]))
    assert len(parts) == 3
    assert b"".join(parts).split() == [b"%d" % number for number in range(count)]


def test_no_cells_make_no_lines():
    assert list(lines([b"<", texts([]), numbers([]), b">"])) == []


@given(st.lists(WHOLE))
def test_numbers_are_written_as_python_writes_them(values):
    assert written(numbers(values, "null"), b"\n") == "".join(f"{'null' if n is None else n}\n" for n in values)


@given(st.lists(TEXT))
def test_texts_stay_as_they_are(values):
    assert written(texts(values), b"\0|") == "".join(f"{value}|" for value in values)


def test_a_text_with_a_nul_loses_it_and_shifts_no_other():
    assert texts(["a\0b", "c", "\0"]).tolist() == [b"ab", b"c", b""]
    assert texts(["\0"]).tolist() == [b""]


def test_one_form_is_given_to_all_texts_at_once():
    assert texts(["a", "é"], str.upper, "cp1252").tolist() == [b"A", b"\xc9"]
    assert texts(["a", "象"], encoding="cp1252", errors="replace").tolist() == [b"a", b"?"]


def test_values_of_any_kind_have_a_form_and_whole_numbers_their_digits():
    assert written(of_any([5, None], lambda value: f"[{value}]"), b" ") == "5 [None] "
    assert written(of_any([5, True, 0.5], str), b" ") == "5 True 0.5 "
    assert formatted([True, False], lambda value: "yes" if value else "no").tolist() == [b"yes", b"no"]


def test_cells_are_filled_up_with_blanks_and_longer_ones_left():
    assert padded(texts(["a", "abc"]), 2).tolist() == [b"a ", b"abc"]
    assert padded(np.empty(0, "S1"), 2).tolist() == []
