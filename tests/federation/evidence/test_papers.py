"""Photos and PDF files are known by their content, and none holds anything that runs."""

from __future__ import annotations

import zlib

import pytest
from django.conf import LazySettings
from django.core.files.base import ContentFile

from federation.evidence import papers

QUIET = b"%PDF-1.7\n1 0 obj\n<</Type /Catalog /Pages 2 0 R>>\nendobj\n"


def packed(objects: bytes) -> bytes:
    """Return a PDF file whose objects are packed."""
    return b"%PDF-1.7\n5 0 obj\n<</Type /ObjStm /N 1>>\nstream\n" + zlib.compress(objects) + b"\nendstream\nendobj\n"


@pytest.mark.parametrize(
    ("data", "kind"),
    [
        (b"\xff\xd8\xff\xe0 photo", "jpg"),
        (b"\x89PNG\r\n\x1a\n", "png"),
        (b"RIFF\0\0\0\0WEBPVP8 ", "webp"),
        (QUIET, "pdf"),
        (QUIET + b"<</OpenAction [3 0 R /XYZ null null 0]>>", "pdf"),
        (QUIET + b"<</Filter /DCTDecode>>stream\n\xff\xd8/JS\x00/AA\xff\nendstream", "pdf"),
        (packed(b"1 0 <</Type /Catalog>>"), "pdf"),
    ],
)
def test_pictures_and_quiet_pdf_files_are_taken_whatever_their_name(data: bytes, kind: str) -> None:
    paper = papers.checked(ContentFile(data, "sheet.html"))
    assert (paper.kind, paper.size) == (kind, len(data))


@pytest.mark.parametrize("data", [b"<svg onload='x()'>", b"<html>", b"GIF89a", b"MZ", b""])
def test_other_files_are_refused_whatever_their_name(data: bytes) -> None:
    with pytest.raises(papers.NotTaken, match="neither a photo"):
        papers.checked(ContentFile(data, "sheet.jpg"))


@pytest.mark.parametrize(
    "data",
    [
        QUIET + b"<</S /JavaScript /JS (app.alert(1))>>",
        QUIET + b"<</S /Rendition /JS (app.alert(1))>>",
        QUIET + b"<</S /#4aavaScript>>",
        QUIET + b"<</Encrypt 9 0 R>>",
        QUIET + b"<</EmbeddedFiles 4 0 R>>",
        packed(b"1 0 <</S /Launch>>"),
        b"%PDF-1.7\n5 0 obj\n<</Type /ObjStm>>\nstream\nnot packed\nendstream\nendobj\n",
    ],
)
def test_pdf_files_with_active_content_are_refused(data: bytes) -> None:
    with pytest.raises(papers.NotTaken, match="scripts, actions"):
        papers.checked(ContentFile(data, "sheet.pdf"))


def test_a_packed_file_that_unpacks_to_very_much_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(papers, "MOST_UNPACKED", 1000)
    assert papers.is_active(packed(b" " * 1001))


def test_the_limit_of_uploads_holds(settings: LazySettings) -> None:
    settings.UPLOAD_LIMIT = 5
    with pytest.raises(papers.NotTaken, match="too large"):
        papers.checked(ContentFile(b"\xff\xd8\xff123"))
