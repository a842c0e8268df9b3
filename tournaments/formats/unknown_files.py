"""What to say of files that people send and that no reader reads: what it is, and what to do instead."""

import re

from tournaments.formats.report import noop

UNKNOWN = noop("No pairing program is recognised in this file: send its tournament file, or its report for FIDE (TRF).")

_BEGINNINGS: tuple[tuple[tuple[bytes, ...], str], ...] = (
    (
        (b"PK\x03\x04", b"PK\x05\x06"),
        noop("This is a ZIP archive or an office file that cannot be read: send the file of the pairing program."),
    ),
    ((b"\x1f\x8b", b"7z\xbc\xaf\x27\x1c", b"Rar!", b"BZh", b"\xfd7zXZ"), noop("This is an archive: unpack it first.")),
    ((b"%PDF",), noop("This is a PDF, made for printing: send the file of the pairing program.")),
    (
        (b"\x89PNG", b"\xff\xd8\xff", b"GIF8", b"RIFF", b"BM", b"II*\0", b"MM\0*"),
        noop("This is a picture: send the file of the pairing program."),
    ),
    (
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1",),
        noop("This is an old Excel or Word file that cannot be read: send the file of the pairing program."),
    ),
)
_START = rb"(?:\xef\xbb\xbf)?\s{0,99}"
_PATTERNS: tuple[tuple[re.Pattern[bytes], str], ...] = (
    (
        re.compile(rb"[\x03\x83\x8b].{31}MATRICULE\0", re.DOTALL),
        noop("This is a list of members (PLAYER) without games: send the file of the pairing program."),
    ),
    (
        re.compile(rb"[\x03\x83\x8b].{31}[A-Z][A-Z0-9_]{0,10}\0", re.DOTALL),
        noop("This dBase table has no games that can be read: send the file of the pairing program."),
    ),
    (
        re.compile(_START + rb"[^\r\n]{1,60};Ident(?:W;IdentS|nr);"),
        noop("This Swiss-Manager list has only the names or only the games: send the tournament file (.TUNX)."),
    ),
    (
        re.compile(rb"[\x20-\xff\r\n]{0,400}?\bCross Table at round \d|[\x20-\xff\r\n]{0,400}?: Pairing of round \d"),
        noop("This is a Vega list, made for printing: have Vega write the report for FIDE (TRF)."),
    ),
    (
        re.compile(_START + rb"(?:<\?xml[^>]{0,200}>\s{0,99})?<dewis\b"),
        noop("This XML is made for the German ratings: send the file of the pairing program."),
    ),
    (
        re.compile(rb"[^\0]{0,1000}?<Tournament(?:Data)?\s+typeversion="),
        noop("This is a MacMahon tournament: have MacMahon write the result table for the European database (.h9)."),
    ),
    (
        re.compile(_START + rb"\{[^\0]{0,4000}?\"(?:nrFFE|ratingClass|refFFE)\""),
        noop("This is the JSON of a Papi converter: send the Papi file (.papi)."),
    ),
    (
        re.compile(_START + rb"[\[{][^\0]{0,4000}?lichess"),
        noop("This is JSON of lichess: send the TRF of the tournament that lichess offers."),
    ),
    (
        re.compile(_START + rb"[\[{]\s{0,99}[\[{\"\]}]"),
        noop("This JSON is not from a pairing program: send its tournament file, or its report for FIDE (TRF)."),
    ),
    (
        re.compile(_START + rb"<(?:!doctype html|html|head|table)", re.IGNORECASE),
        noop("This is a web page: send the file of the pairing program."),
    ),
    (
        re.compile(_START + rb"(?:<\?xml[^>]{0,200}>\s{0,99})?<[^>]{0,200}\bsevilla", re.IGNORECASE),
        noop("This is a Sevilla tournament: have Sevilla write the report for FIDE (TRF)."),
    ),
    (
        re.compile(_START + rb"<[?!a-zA-Z]"),
        noop("This XML is not from OpenGotha: send the file of the pairing program, or its report for FIDE (TRF)."),
    ),
    (
        re.compile(rb"[^\r\n\0]{1,2000}?[,;][^\r\n\0]{0,2000}[\r\n]"),
        noop("This table is not a games CSV: its first line must name the columns event, white, black and result."),
    ),
    (
        re.compile(rb"[^\0]{0,4000}?\t"),
        noop("This table is not the crosstable of a Swiss: send the tournament file, or the report for FIDE (TRF)."),
    ),
)
_ENDINGS = (  # of files in which nothing tells what they are
    (
        (".tun", ".tur", ".tum", ".tut"),
        noop("This is a file of an older Swiss-Manager: have the program export the data for FIDE (TRF)."),
    ),
    ((".swar",), noop("This file does not begin like one of SWAR: send it again, or have SWAR write the Elo report.")),
    ((".veg", ".vegx", ".tdf"), noop("This is Vega's own file: have Vega write the report for FIDE (TRF).")),
    ((".svo",), noop("This is a Sevilla tournament: have Sevilla write the report for FIDE (TRF).")),
    (
        (".trn", ".sco", ".trx"),
        noop("This is a file of SwissPerfect or TournamentService: have it write the report for FIDE (TRF or Krause)."),
    ),
)


def hint(filename: str, data: bytes) -> str:
    """Return the sentence about a file that no format fits."""
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
