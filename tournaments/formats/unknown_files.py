"""What to say of files that people send and that no reader reads: what it is, and what to do instead."""

import re

from tournaments.formats.report import noop

UNKNOWN = noop("This is not a tournament file that can be read here; send one of these: %(formats)s.")

_BEGINNINGS: tuple[tuple[tuple[bytes, ...], str], ...] = (
    (
        (b"PK\x03\x04", b"PK\x05\x06"),
        noop("This is a ZIP archive or a spreadsheet: unpack it, or send one of these: %(formats)s."),
    ),
    (
        (b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"BZh", b"\xfd7zXZ"),
        noop("This is an archive: unpack it and send one of these: %(formats)s."),
    ),
    ((b"%PDF",), noop("This is a PDF, made for printing: send the file of the pairing program, one of %(formats)s.")),
    (
        (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM", b"II*\0", b"MM\0*"),
        noop("This is a picture: send the file of the pairing program, one of these: %(formats)s."),
    ),
    (
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",),
        noop("This is an old Excel or Word file: send one of these: %(formats)s."),
    ),
)
_PATTERNS: tuple[tuple[re.Pattern[bytes], str], ...] = (
    (
        re.compile(rb"(?:\xef\xbb\xbf)?\s{0,99}[^\r\n]{1,60};Ident(?:W;IdentS|nr);"),
        noop(
            "This Swiss-Manager list has only the names or only the games: send the tournament file (.TUNX), "
            "or export the data for FIDE (TRF)."
        ),
    ),
    (
        re.compile(rb"[\x20-\xff\r\n]{0,400}?\bCross Table at round \d|[\x20-\xff\r\n]{0,400}?: Pairing of round \d"),
        noop("This is a Vega list, made for printing: have Vega write the report for FIDE (TRF)."),
    ),
    (
        re.compile(rb"(?:\xef\xbb\xbf)?\s{0,99}(?:<\?xml[^>]{0,200}>\s{0,99})?<dewis\b"),
        noop("This XML is made for the German ratings: send the file of the pairing program, one of %(formats)s."),
    ),
    (
        re.compile(rb"[^\0]{0,1000}?<Tournament(?:Data)?\s+typeversion="),
        noop("This is a MacMahon tournament: have MacMahon write the result table for the European database (.h9)."),
    ),
    (
        re.compile(rb"(?:\xef\xbb\xbf)?\s{0,99}<(?:!doctype html|html|head|table)", re.IGNORECASE),
        noop("This is a web page: send the file of the pairing program, one of these: %(formats)s."),
    ),
    (
        re.compile(rb"(?:\xef\xbb\xbf)?\s{0,99}<[?!a-zA-Z]"),
        noop("This XML file is not an OpenGotha tournament; send one of these: %(formats)s."),
    ),
    (
        re.compile(rb"[^\r\n\0]{1,2000}?[,;][^\r\n\0]{0,2000}[\r\n]"),
        noop("This table is not a games CSV: its first line must name the columns event, white, black and result."),
    ),
)
_ENDINGS = (  # of files in which nothing tells what they are
    (
        (".tun", ".tur", ".tum", ".tut"),
        noop(
            "Files of older Swiss-Manager versions cannot be read: have Swiss-Manager export the data for FIDE (TRF)."
        ),
    ),
    (
        (".swar",),
        noop(
            "The file is named like a SWAR tournament file but does not begin like one: send it again, or have "
            "SWAR write the Elo report or the JSON for web sites."
        ),
    ),
    (
        (".veg", ".vegx", ".tdf"),
        noop("Vega's own tournament file cannot be read: have Vega write the report for FIDE (TRF)."),
    ),
    (
        (".trn", ".sco", ".trx"),  # SwissPerfect, TournamentService
        noop(
            "The pairing program's own file cannot be read: have the program write the report for FIDE (TRF, "
            "in older programs Krause)."
        ),
    ),
)


def hint(filename: str, data: bytes) -> str:
    """The sentence about a file that no format fits; %(formats)s stands for the names of the readable ones."""
    for beginnings, sentence in _BEGINNINGS:
        if data.startswith(beginnings):
            return sentence
    for endings, sentence in _ENDINGS:
        if filename.lower().endswith(endings):
            return sentence
    for pattern, sentence in _PATTERNS:
        if pattern.match(data):
            return sentence
    return UNKNOWN
