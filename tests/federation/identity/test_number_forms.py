"""federation/identity/number_forms.py"""

from __future__ import annotations

import string

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.identity.number_forms import COUNTS, LONGEST, MOST, Kind, NumberError, NumberForm, Of

BELGIAN = NumberForm(Kind.DIGITS_REUSE)
FRENCH = NumberForm(Kind.LETTER_MIXED)
DUTCH = NumberForm(Kind.DIGITS, width=7)
DUTCH_CLUB = NumberForm(Kind.DIGITS, width=6, of=Of.CLUB)
PLAIN = NumberForm(Kind.DIGITS, 8)
GO = NumberForm(Kind.PACKED, 7)
GO_CLUB = NumberForm(Kind.PACKED, 4, of=Of.CLUB)
LONG = NumberForm(Kind.PACKED, 12)
FORMS = [BELGIAN, FRENCH, DUTCH, DUTCH_CLUB, PLAIN, GO, GO_CLUB, LONG]
# In text order, capitals after digits, but of digits without a fixed width: those by size, numbers given again last.
SIGNS = string.digits + string.ascii_uppercase
BY_FORM = {
    PLAIN: st.integers(1, 99_999_999).map(str),
    DUTCH: st.integers(1, 9_999_999).map("{:07d}".format),
    DUTCH_CLUB: st.integers(1, 999_999).map("{:06d}".format),
    BELGIAN: st.builds("{}{}".format, st.integers(1, 999_999), st.sampled_from(["", *string.ascii_lowercase[1:]])),
    FRENCH: st.from_regex(r"[A-Z][0-9A-Z][0-9]{4}", fullmatch=True),
    GO: st.text(SIGNS, min_size=1, max_size=7),
    GO_CLUB: st.text(SIGNS, min_size=1, max_size=4),
    LONG: st.text(SIGNS, min_size=1, max_size=12),
}
some_form = st.sampled_from(FORMS)


def in_order(form: NumberForm, number: str) -> tuple[object, ...]:
    digits = number.rstrip(string.ascii_lowercase)
    return (number[len(digits) :], int(digits)) if form.is_of_digits else (number,)


@pytest.mark.parametrize(
    ("form", "number", "key"),
    [
        (BELGIAN, "10001", 10_001),
        (BELGIAN, "94", 94),
        (BELGIAN, "94b", 33_554_526),
        (FRENCH, "A12345", 12_346),
        (FRENCH, "AB1234", 111_235),
        (FRENCH, "ZZ9999", 9_360_000),
        (DUTCH, "8359087", 8_359_087),
        (DUTCH_CLUB, "020032", 20_032),
        (GO, "1800014", 5_757_474_693),
        (GO, "97250B2", 26_217_943_963),
        (GO_CLUB, "75JU", 414_209),
    ],
)
def test_the_printed_vectors(form: NumberForm, number: str, key: int) -> None:
    assert (form.key(number), form.number(key)) == (key, number)


@pytest.mark.parametrize(
    ("form", "written", "number"),
    [
        (BELGIAN, " 00123 ", "123"),
        (BELGIAN, "0" * 30 + "7", "7"),
        (BELGIAN, "094B", "94b"),
        (FRENCH, "a12345", "A12345"),
        (DUTCH_CLUB, "020032", "020032"),
        (GO, "97250b2", "97250B2"),
        (GO, "00FF", "00FF"),
        (GO_CLUB, "75Ju", "75JU"),
    ],
)
def test_every_spelling_leads_to_one(form: NumberForm, written: str, number: str) -> None:
    assert form.canonical(written) == number


NEVER = ["", "0", "00000", "-5", "1.5", "1 2", "²³", "١٢٣٤٥", "é", "9" * 5000, "\x00"]


@pytest.mark.parametrize("form", FORMS, ids=str)
@pytest.mark.parametrize("text", NEVER)
def test_other_texts_are_refused_in_one_short_sentence(form: NumberForm, text: str) -> None:
    if form.kind == Kind.PACKED and text in {"0", "00000"}:
        assert form.find(text) in {text, ""}  # in this form zeros are signs like others
        return
    with pytest.raises(NumberError, match=f"is not a {form.of} number: it must have ") as refusal:
        form.canonical(text)
    assert (form.find(text), len(str(refusal.value)) < 140) == ("", True)


@pytest.mark.parametrize(
    ("form", "text", "sentence"),
    [
        (
            BELGIAN,
            "8359087",
            (
                "“8359087” is not a member number: it must have one to six digits, "
                "and a small letter if it was given again."
            ),
        ),
        (BELGIAN, "94a", None),
        (BELGIAN, "94bb", None),
        (BELGIAN, "b", None),
        (
            FRENCH,
            "12345",
            "“12345” is not a member number: it must have a letter, a letter or a digit, and four digits.",
        ),
        (FRENCH, "A1234", None),
        (DUTCH, "835908", "“835908” is not a member number: it must have seven digits."),
        (DUTCH_CLUB, "20032", "“20032” is not a club number: it must have six digits."),
        (PLAIN, "123456789", "“123456789” is not a member number: it must have one to eight digits."),
        (GO_CLUB, "75JUX", "“75JUX” is not a club number: it must have one to four letters and digits."),
    ],
)
def test_the_sentence_names_the_form(form: NumberForm, text: str, sentence: str | None) -> None:
    with pytest.raises(NumberError) as refusal:
        form.key(text)
    assert sentence in {str(refusal.value), None}


@given(some_form.flatmap(lambda form: st.tuples(st.just(form), BY_FORM[form], BY_FORM[form])))
def test_keys_lead_back_differ_keep_the_order_and_fit_their_bits(drawn: tuple[NumberForm, str, str]) -> None:
    form, one, other = drawn
    key = form.key(one)
    assert 0 < key < 2**form.bits
    assert form.number(key) == one == form.canonical(one)
    assert (key < form.key(other)) == (in_order(form, one) < in_order(form, other))
    assert len(one) <= LONGEST


@given(some_form, st.integers(-(2**63), 2**63 - 1) | st.integers(0, 2**30))
def test_a_whole_number_is_the_key_of_one_number_or_of_none(form: NumberForm, key: int) -> None:
    try:
        number = form.number(key)
    except ValueError:
        return
    assert form.key(number) == key


@given(some_form, st.text(max_size=15) | st.text(SIGNS, max_size=13))
def test_any_text_is_a_number_with_a_key_or_refused(form: NumberForm, text: str) -> None:
    number = form.find(text)
    assert not number or form.number(form.key(text)) == number == form.find(number)


@pytest.mark.parametrize(
    ("form", "bits"), [(BELGIAN, 31), (FRENCH, 31), (GO_CLUB, 31), (NumberForm(Kind.PACKED, 5), 31), (GO, 63)]
)
def test_only_long_numbers_of_letters_have_large_keys(form: NumberForm, bits: int) -> None:
    assert form.bits == bits


@pytest.mark.parametrize(
    ("kind", "facts"), [(Kind.PACKED, {"most": 13}), (Kind.DIGITS, {"most": 0}), (Kind.PACKED, {"width": 4})]
)
def test_a_form_that_cannot_be_is_refused(kind: Kind, facts: dict[str, int]) -> None:
    with pytest.raises(ValueError, match=f"^{kind} numbers"):
        NumberForm(kind, **facts)


def test_there_is_a_word_for_each_count() -> None:
    assert len(COUNTS) == max(MOST.values()) + 1
