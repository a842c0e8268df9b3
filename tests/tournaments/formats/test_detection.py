"""Which format is it? By content, whatever the name; and what is said of a file that no reader reads."""

from __future__ import annotations

import datetime as dt
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.files.dbase import Field
from tests import dbase_tables
from tests.tournaments.formats.binary_event import REPORT
from tests.tournaments.formats.every_format import EVENTS, FILES
from tournaments import formats
from tournaments.formats.report import FormatError

BY_CONTENT = [key for key in FILES if key != "swiss_chess_lst"]  # a list of players has no sign but its ending
NAMES = ["open.papi", "open.SWT", "open.trf", "open.txt", "open.csv", "open.xlsx", "open.TUN", "open", ""]
LIST_OF_SWISS_MANAGER = (
    "This Swiss-Manager list has only the names or only the games: send the tournament file (.TUNX), or export "
    "the data for FIDE (TRF)."
)


def dbase(field: str) -> bytes:
    """Return a dBase table with this one field, and a tab in it."""
    return dbase_tables.write([Field(field, "C", 8)], [{field: "\t"}], dt.date(2025, 9, 9))


def refusal(name: str, data: bytes) -> str:
    with pytest.raises(FormatError) as caught:
        formats.read(name, data)
    return str(caught.value)


def test_every_format_offers_the_same() -> None:
    assert list(formats.FORMATS) == list(FILES) == list(formats.ENDINGS)


@pytest.mark.parametrize("key", BY_CONTENT)
def test_a_format_is_known_under_any_name(key: str) -> None:
    assert {name: formats.detect(name, FILES[key]) for name in NAMES} == dict.fromkeys(NAMES, key)
    (report,) = formats.read(NAMES[-1], FILES[key])
    assert (report.format, report.name) == (key, EVENTS.get(key, REPORT.name))


@pytest.mark.parametrize("key", BY_CONTENT)
def test_only_one_format_fits_a_file(key: str) -> None:
    assert [other for other, form in formats.FORMATS.items() if form.matches("", FILES[key])] == [key]


def test_the_name_breaks_a_tie(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(formats.FORMATS, "trf", formats.FORMATS["games_csv"])  # now a games CSV fits both
    assert formats.detect("open.csv", FILES["games_csv"]) == "games_csv"
    assert formats.detect("open.trf", FILES["games_csv"]) == "trf"
    assert formats.detect("open", FILES["games_csv"]) == "trf"


SEND = "send the file of the pairing program"
OF_FIDE = "its report for FIDE (TRF)."


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        (b"", "The file is empty."),
        *(
            (data, f"No pairing program is recognised in this file: send its tournament file, or {OF_FIDE}")
            for data in (b"hello", bytes(4000))
        ),
        (b"PK\x03\x04...", f"This is a ZIP archive or an office file that cannot be read: {SEND}."),
        (b"\x1f\x8b\x08...", "This is an archive: unpack it first."),
        (dbase("MATRICULE"), f"This is a list of members (PLAYER) without games: {SEND}."),
        (dbase("CLUB"), f"This dBase table has no games that can be read: {SEND}."),
        (b"%PDF-1.7", f"This is a PDF, made for printing: {SEND}."),
        (b"\x89PNG\r\n", f"This is a picture: {SEND}."),
        (b"\xff\xd8\xff\xe0", f"This is a picture: {SEND}."),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", f"This is an old Excel or Word file that cannot be read: {SEND}."),
        (b"\xef\xbb\xbf\n <!DOCTYPE html><html>", f"This is a web page: {SEND}."),
        (b'<?xml version="1.0"?><Tournament/>', f"This XML is not from OpenGotha: {SEND}, or {OF_FIDE}"),
        *(
            (
                data,
                "This Swiss-Manager list has only the names or only the games: send the tournament file (.TUNX).",
            )
            for data in (
                b"Runde;Brett;IdentW;IdentS;NrW;NrS;ErgW;ErgS;Kontumaz;Erg;Mnr\r\n1;1;0;0;1;5;1;0;;1:0;0\r\n",
                b"\xef\xbb\xbfNr;Name;Titel;Identnr;EloNat;EloInt\r\n1;Aerts Anna;;0;1800;0\r\n",
            )
        ),
        *(
            (data, "This is a Vega list, made for printing: have Vega write the report for FIDE (TRF).")
            for data in (
                b"Winter Open\r\nNergens - 05/09/2026\r\n\r\n Cross Table at round 2\r\n",
                b"Winter Open: Pairing of round 3 sorted by name\n\n====\n",
            )
        ),
        (b"<?xml version='1.0'?><dewis xmlns='x'/>", f"This XML is made for the German ratings: {SEND}."),
        (
            b'<?xml version="1.0"?>\n<Tournament typeversion="2">\n<Player typeversion="2"/></Tournament>',
            "This is a MacMahon tournament: have MacMahon write the result table for the European database (.h9).",
        ),
        (
            b'<?xml version="1.0"?>\n<SevillaTournament/>',
            "This is a Sevilla tournament: have Sevilla write the report for FIDE (TRF).",
        ),
        (
            b'{"variables": {"ratingClass": "Elo"}, "players": []}',
            "This is the JSON of a Papi converter: send the Papi file (.papi).",
        ),
        (
            b'{"id": "x", "url": "https://lichess.org/swiss/x"}',
            "This is JSON of lichess: send the TRF of the tournament that lichess offers.",
        ),
        (
            b'[{"white": "a", "black": "b"}]\n',
            f"This JSON is not from a pairing program: send its tournament file, or {OF_FIDE}",
        ),
        (
            b"name\tclub\nAerts\tNergens\n",
            "This table is not the crosstable of a Swiss: send the tournament file, or the report for FIDE (TRF).",
        ),
        (
            b"matricule,name\n10001,Aerts\n",
            "This table is not a games CSV: its first line must name the columns event, white, black and result.",
        ),
    ],
)
def test_what_cannot_be_read_is_named_with_what_to_do(data: bytes, sentence: str) -> None:
    assert refusal("open.trf", data) == sentence


@pytest.mark.parametrize(
    ("names", "sentence"),
    [
        (
            ("open.TUN", "open.tur", "open.tum", "open.tut"),
            "This is a file of an older Swiss-Manager: have the program export the data for FIDE (TRF).",
        ),
        (
            ("open.swar", "open.SWAR"),
            "This file does not begin like one of SWAR: send it again, or have SWAR write the Elo report.",
        ),
        (
            ("open.veg", "open.vegx", "open.tdf"),
            "This is Vega's own file: have Vega write the report for FIDE (TRF).",
        ),
        (("open.SVO",), "This is a Sevilla tournament: have Sevilla write the report for FIDE (TRF)."),
        (
            ("open.trn", "open.sco", "open.TRX"),
            "This is a file of SwissPerfect or TournamentService: have it write the report for FIDE (TRF or Krause).",
        ),
    ],
)
def test_some_files_are_known_by_name_only(names: tuple[str, ...], sentence: str) -> None:
    assert {refusal(name, b"\x01\x02\x03") for name in names} == {sentence}


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (b"\x00\x01\x00\x00Standard ACE DB\x00\x02".ljust(16384, b"\0"), "Access"),
        (b"\x00\x01\x00\x00Standard Jet DB\x00\x00".ljust(16384, b"\0"), "Jet 3"),
    ],
)
def test_newer_and_older_access_files_are_named(data: bytes, words: str) -> None:
    assert words in refusal("open.papi", data)


@pytest.mark.long
@given(st.binary(max_size=300), st.text(max_size=20))
def test_no_bytes_and_no_name_raise_anything_else(data: bytes, name: str) -> None:
    try:
        formats.read(name, data)
    except FormatError as error:
        assert str(error)


def poison() -> list[Any]:
    root = os.environ.get("REAL_FILES")
    if not root:
        return [pytest.param(None, marks=pytest.mark.skip(reason="REAL_FILES names no folder of real files"))]
    return [pytest.param(path, id=path.name) for path in sorted(Path(root, "samples", "poison").iterdir())]


@pytest.mark.parametrize("path", poison())
@pytest.mark.parametrize("ending", ["", ".trf", ".csv", ".papi", ".SWT"])
def test_poison_is_refused(path: Path, ending: str) -> None:
    data = path.read_bytes()
    sentence = refusal(path.name + ending, data)
    assert sentence.endswith(".")
    assert "\n" not in sentence
