"""Read pages as a person does: the text, and the tables row by row."""

from __future__ import annotations

from html.parser import HTMLParser

from django.http import HttpResponse

Cells = list[str]


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: list[str] = []
        self.rows: list[Cells] = []
        self._cell: list[str] | None = None

    def handle_starttag(self, tag: str, _attrs: list[tuple[str, str | None]]) -> None:
        if tag == "tr":
            self.rows.append([])
        elif tag in {"td", "th"}:
            self._cell = []

    def handle_endtag(self, tag: str) -> None:
        if tag in {"td", "th"} and self._cell is not None:
            self.rows[-1].append(" ".join(" ".join(self._cell).split()))
            self._cell = None

    def handle_data(self, data: str) -> None:
        self.words.append(data)
        if self._cell is not None:
            self._cell.append(data)


def _read(page: HttpResponse | str) -> _Reader:
    reader = _Reader()
    reader.feed(page if isinstance(page, str) else page.content.decode())
    return reader


def text(page: HttpResponse | str) -> str:
    """Return all text of a page with single blanks."""
    return " ".join(" ".join(_read(page).words).split())


def rows(page: HttpResponse | str) -> list[Cells]:
    """Return the rows of all tables of a page, without the headings."""
    source = page if isinstance(page, str) else page.content.decode()
    bodies = [part.split("</tbody>")[0] for part in source.split("<tbody>")[1:]]
    return [row for body in bodies for row in _read(body).rows]


def column(page: HttpResponse | str, number: int) -> Cells:
    """Return the cells of one column, from 0, of all tables of a page."""
    return [row[number] for row in rows(page)]
