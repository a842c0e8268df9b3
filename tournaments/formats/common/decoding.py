"""From bytes to text, for the formats that are text."""

import re
from codecs import BOM_UTF8

from tournaments.formats.report import FormatError, noop

MAX_LINES = 50_000  # of one tournament

_CONTROLS = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff]+")
_PLAIN = bytes(range(0x20, 0x7F)) + b"\t\n\r"
_ONLY_WINDOWS = re.compile(rb"[\x80-\x9f]")
_LETTER_IN_WORD = re.compile(rb"[A-Za-z][\xc0-\xff](?=[a-z])")
# Letters of other code pages inside words, where Windows-1252 has signs that no word holds.
_SIGNS_IN_WORDS = (
    ("cp850", re.compile(rb"[A-Za-z][\x81-\x84\x87-\x89\x8b\x8d\x93-\x95\x98\xa1-\xa4](?=[a-z])")),  # DOS
    ("cp1250", re.compile(rb"[A-Za-z][\xb3\xb9\xbe\xbf](?=[a-z])|(?<![A-Za-z\d])\xa3(?=[a-z])")),  # Polish
)
_OTHER_ALPHABET = re.compile(rb"[\xc0-\xff]{4}")  # no word in Latin letters has four of them in a row
# Accents inside words (capitals in Cyrillic), and neither small letters nor А and Т.
_GREEK = re.compile(rb"[\xe1-\xfb][\xdc-\xdf]|\A[^\xc0\xd2\xe0-\xff]*\Z")
_END_OF_DOS_FILE = "\x1a"
UNREADABLE = "\N{REPLACEMENT CHARACTER}"


def require_lines(data: bytes) -> None:
    """Raise `FormatError` if the file has more lines than any tournament needs. Called before they become text."""
    if max(data.count(b"\n"), data.count(b"\r")) > MAX_LINES:
        raise FormatError(noop("The file has more than %(most)s lines."), most=MAX_LINES)


def decode(data: bytes, *, latin: str = "cp1252") -> tuple[str, bool]:
    """Return the text, and whether all of it could be read.

    UTF-8 with or without mark, UTF-16 with mark, else ``latin``. The code pages of DOS, Poland, Greece and of Cyrillic
    are recognised by the words that they make. Another ``latin`` than Windows-1252 is not believed if bytes are letters
    in Windows-1252 only (0x80 to 0x9F). What cannot be read, and control characters, become the replacement character:
    columns stay where they are, and no database refuses the text.
    """
    text = _decoded(data, latin).rstrip(_END_OF_DOS_FILE)
    unusual = text.encode("utf-8", "surrogatepass").translate(None, _PLAIN)  # most files have little or nothing
    if _CONTROLS.search(unusual.decode("utf-8", "surrogatepass")):
        text = _CONTROLS.sub(lambda run: UNREADABLE * len(run[0]), text)
    return text, UNREADABLE not in text


def _decoded(data: bytes, latin: str) -> str:
    if data[:2] in {b"\xff\xfe", b"\xfe\xff"}:
        return data.decode("utf-16", errors="replace")
    patient = data.removeprefix(BOM_UTF8).decode(errors="replace")
    broken = patient.count(UNREADABLE)
    if broken == 0:
        return patient
    # One damaged letter in a UTF-8 file must not spoil all the others: Windows-1252 text hardly ever holds whole
    # multi-byte letters, so the more frequent kind decides.
    whole = sum(1 for letter in patient if letter > "\x7f") - broken
    if whole >= broken:
        return patient
    page = _code_page(data) or ("cp1252" if _ONLY_WINDOWS.search(data) else latin)
    return data.decode(page, errors="replace")


def _code_page(data: bytes) -> str:
    """Return the code page that the words of a text suggest; "" if it may be any Western one."""
    western = len(_LETTER_IN_WORD.findall(data))
    for page, sign in _SIGNS_IN_WORDS:
        if len(sign.findall(data)) >= max(western, 1):
            return page
    if len(_OTHER_ALPHABET.findall(data)) > western:
        return "cp1253" if _GREEK.search(data) else "cp1251"
    return ""


def lines_of(text: str) -> list[str]:
    """Return the lines of a decoded text, ended by CR LF, LF or CR alone (formats/trf 2.6)."""
    if "\u2028" in text or "\u2029" in text:  # ends of lines for `str.splitlines`, letters like others for all programs
        return text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    lines = text.splitlines()
    if text[-1:] in "\r\n":
        lines.append("")
    return lines
