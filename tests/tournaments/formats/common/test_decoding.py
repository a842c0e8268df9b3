from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tournaments.formats.common.decoding import decode, lines_of


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "cp1252", "utf-16"])
def test_every_usual_encoding_is_recognised(encoding: str) -> None:
    assert decode("Café à Liège".encode(encoding)) == ("Café à Liège", True)


def test_one_damaged_letter_does_not_spoil_the_others() -> None:
    assert decode("Élodie et Félix".encode()[:-1] + b"\xe9") == ("Élodie et Féli\ufffd", False)


def test_a_file_cut_inside_a_letter_stays_utf_8() -> None:
    assert decode("Élodie É".encode()[:-1]) == ("Élodie \ufffd", False)


def test_control_characters_keep_their_column() -> None:
    assert decode(b"a\0b\x1bc\td\n") == ("a\ufffdb\ufffdc\td\n", False)


def test_the_end_mark_of_dos_is_not_text() -> None:
    assert decode(b"Open\r\n\x1a") == ("Open\r\n", True)


def test_letters_that_windows_does_not_have_are_replaced() -> None:
    assert decode(b"\xe9\x81") == ("é\ufffd", False)


@given(st.binary(max_size=200))
def test_any_bytes_become_a_text_that_a_database_takes(data: bytes) -> None:
    text, clean = decode(data)
    assert "\0" not in text
    assert clean == ("\ufffd" not in text)
    text.encode()


@pytest.mark.parametrize("text", ["a\r\nb\r\n", "a\nb\n", "a\rb\r"])
def test_lines_end_in_any_way(text: str) -> None:
    assert lines_of(text) == ["a", "b", ""]


def test_no_other_sign_ends_a_line() -> None:
    assert lines_of("a\u2028b\r\nc\u2029d") == ["a\u2028b", "c\u2029d"]
    assert lines_of("") == [""]


def test_another_latin_encoding_is_used_unless_only_windows_has_the_letters() -> None:
    assert decode("Žofie Šimek".encode("iso-8859-15"), latin="iso-8859-15") == ("Žofie Šimek", True)
    assert decode("Žofie Šimek".encode("cp1252"), latin="iso-8859-15") == ("Žofie Šimek", True)
    assert decode("Žofie Šimek".encode(), latin="iso-8859-15") == ("Žofie Šimek", True)


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("cp850", "Jürgen Böhm, Höfe; Großmann, José; Núñez, Raúl"),
        ("cp1250", "Wałęsa, Paweł; Dąbrowska, Łucja; Różycki, Jerzy"),
        ("cp1251", "Открытое первенство: Иванов, Пётр"),
        ("cp1253", "Κύπελλο Φιλίας: Παπαδόπουλος, Γιώργος"),
        ("cp1253", "ΚΥΠΕΛΛΟ ΦΙΛΙΑΣ 2024\nPapadopoulos,Giorgos"),
        ("cp1252", "Søren Færch, L’Haÿ, d’Œuvre – «Élève» Peñíscola"),
    ],
)
def test_code_pages_are_known_by_the_words(page: str, text: str) -> None:
    assert decode(text.encode(page)) == (text, True)


def test_one_strange_sign_makes_no_other_code_page() -> None:
    assert decode("Hélène, Zoé, Noël, Ma³e".encode("cp1252")) == ("Hélène, Zoé, Noël, Ma³e", True)
