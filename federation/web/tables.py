"""The base of all public tables: django-tables2 does columns, sorting and paging; rows are written by hand.

django-tables2 takes a third of a millisecond for a row. A function for each cell, looked up once for each page, takes a
hundredth of that. A table declares its columns as usual. ``cell_<column>(record)`` returns the ``<td>`` of a record,
escaped; a column without this method says itself what it shows (``shows``), by default the record's attribute of its
name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from functools import cache, cached_property
from html import escape
from operator import attrgetter
from typing import Any

import django_tables2 as tables
from django.core.paginator import EmptyPage, Paginator
from django.db.models import F, OrderBy, QuerySet
from django.http import QueryDict
from django.urls import reverse
from django.utils.formats import get_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django.utils.translation import gettext as _
from django_tables2.columns import BoundColumn

from federation.web.htmx import without_empty

MINUS = "\N{MINUS SIGN}"


class TextColumn(tables.Column):
    """A column of texts; ``shows`` returns the text of a record. ``css`` is the class of its heading and its cells,
    ``mark`` another one of its cells.

    It can be sorted if ``order_by`` names the fields, or if ``field`` names the database field that does. If that is
    ``nullable``, missing values are last in both directions.
    """

    css = ""

    def __init__(
        self,
        header: Any,
        css: str = "",
        field: str = "",
        *,
        shows: Callable[[Any], object] | None = None,
        mark: str = "",
        nullable: bool = False,
        **kwargs: Any,
    ) -> None:
        self.css = f"{self.css} {css}".strip()
        self.cell_css = f"{self.css} {mark}".strip()
        self.field = field
        self.shows = shows
        self.nullable = nullable
        super().__init__(verbose_name=header, **{"orderable": bool(field) or "order_by" in kwargs, **kwargs})

    def cell(self, record: Any) -> str:
        """Return the cell of a record."""
        return text_cell(self.shows(record), self.cell_css)

    def order(self, queryset: QuerySet[Any], is_descending: bool) -> tuple[QuerySet[Any], bool]:
        """Sort by the field, if there is one. SQLite and PostgreSQL disagree on the place of NULL, so it is set; where
        there is none, PostgreSQL would not use the index if it was.
        """
        if not self.field:
            return queryset, False
        key = OrderBy(F(self.field), descending=is_descending, nulls_last=self.nullable or None)
        return queryset.order_by(key, *queryset.query.order_by), True

    def __deepcopy__(self, memo: dict[int, Any]) -> TextColumn:
        """Return a shallow copy: each table copies its columns, sets attributes and changes nothing inside them."""
        return copy(self)


class HeadColumn(TextColumn):
    def cell(self, record: Any) -> str:
        return f'<th scope="row">{escape(str(self.shows(record)))}</th>'


class NumberColumn(TextColumn):
    """A column of numbers: right-aligned, the highest first at the first click; ``shows`` may return HTML."""

    css = "number"

    def __init__(self, header: Any, field: str = "", css: str = "", **kwargs: Any) -> None:
        super().__init__(header, css, field, **{"initial_sort_descending": True, **kwargs})

    def cell(self, record: Any) -> str:
        return number_cell(self.shows(record), self.cell_css)


class PublicTable(tables.Table):
    """A table with a caption, whose rows come from its ``cell_*`` methods and from what its columns show.

    The caption is for screen readers if a heading says the same; ``caption_shown`` prints it.
    """

    css = ""
    caption_shown = False
    live = False  # htmx fetches what is behind the links of its head and its pager
    query = QueryDict()  # of the page, see `configure`

    def __init__(self, data: Any, caption: str, **kwargs: Any) -> None:
        self.caption = caption
        super().__init__(data, **kwargs)

    def heads_html(self) -> SafeString:
        """Return the headings of the columns. Those that sort are links."""
        return mark_safe("".join([self._head(column) for column in self.columns]))  # noqa: S308 - every head escapes

    def _head(self, column: BoundColumn) -> str:
        css = f' class="{column.column.css}"' if column.column.css else ""
        text = escape(str(column.header))
        if not column.orderable:
            return f'<th scope="col"{css}>{text}</th>'
        order = column.order_by_alias
        where = f"{self._to_sort}sort={order.next}"
        turn = f' aria-sort="{"descending" if order.is_descending else "ascending"}"' if column.is_ordered else ""
        return f'<th scope="col"{css}{turn}><a id="sort-{column.name}" href="{escape(where)}">{text}</a></th>'

    def rows_html(self) -> SafeString:
        return self.html_of(self.paginated_rows.data)  # without an object for each row

    def html_of(self, records: Iterable[Any]) -> SafeString:
        cells = [self._cell_of(column) for column in self.columns]
        lines = ("".join([cell(record) for cell in cells]) for record in records)
        return mark_safe("".join([f"<tr>{line}</tr>\n" for line in lines]))  # noqa: S308 - every cell escapes

    def _cell_of(self, bound: BoundColumn) -> Callable[[Any], str]:
        """Return what writes the cells of a column: a method of the table, or the column."""
        column = bound.column
        column.shows = column.shows or attrgetter(bound.name)
        return getattr(self, f"cell_{bound.name}", column.cell)

    def configure(self, query: QueryDict, per_page: int) -> PublicTable:
        """Sort and page as the query says (``sort``, ``page``). Impossible values are ignored."""
        self.query = query
        sort = query.get("sort", "")
        if sort.removeprefix("-") in self.columns.names():
            self.order_by = sort
        number = query.get("page", "")
        try:
            self.paginate(per_page=per_page, page=int(number) if number.isdecimal() and len(number) < 9 else 1)
        except EmptyPage:
            self.page = self.paginator.page(self.paginator.num_pages)
        return self

    def page_links(self) -> Iterator[tuple[int | None, str, str]]:
        """Return the page numbers of the pager with their addresses and names, None for a gap."""
        for number in self.paginator.get_elided_page_range(self.page.number, on_each_side=1, on_ends=1):
            if number == Paginator.ELLIPSIS:
                yield None, "", ""
            else:
                yield number, self._address(number), _("Page %(number)s") % {"number": number}

    def previous_link(self) -> str:
        """Return the address of the previous page, "" on the first one."""
        return self._address(self.page.number - 1) if self.page.has_previous() else ""

    def next_link(self) -> str:
        """Return the address of the next page, "" on the last one."""
        return self._address(self.page.number + 1) if self.page.has_next() else ""

    def _address(self, number: int) -> str:
        return f"{self._to_page}page={number}"

    @cached_property
    def _to_page(self) -> str:
        return _begun(without_empty(self.query, page=""))

    @cached_property
    def _to_sort(self) -> str:
        return _begun(without_empty(self.query, sort="", page=""))


def _begun(query: str) -> str:
    """Return the query so that another parameter can follow."""
    return f"{query}&" if query else "?"


def text_cell(text: object, css: str = "") -> str:
    return f'<td class="{css}">{escape(str(text))}</td>' if css else f"<td>{escape(str(text))}</td>"


def number_cell(value: object, css: str = "number") -> str:
    """Return a ``<td>`` with a number, empty for None."""
    return f'<td class="{css}">{"" if value is None else value}</td>'


@cache
def _before(name: str, language: str | None) -> str:
    return reverse(name, args=[0]).removesuffix("0/")  # in the language of the reader, hence the second argument


def address(name: str, number: int) -> str:
    """Return the address of a page that has only a number ("player", "club", "tournament"). Faster than ``reverse``."""
    return f"{address_before(name)}{number}/"


def address_before(name: str) -> str:
    """Return the `address` without number and slash."""
    return _before(name, get_language())


def link(address: str, text: object, css: str = "") -> str:
    mark = f' class="{css}"' if css else ""
    return f'<a href="{escape(address)}"{mark}>{escape(str(text))}</a>'


def stone(is_white: bool) -> str:
    """Return the colour of the pieces as a small disc, with its letter for screen readers and the clipboard."""
    if is_white:
        letter = pgettext("colour of the pieces, one letter", "W")
        return f'<i class="stone">{escape(letter)}</i>'
    letter = pgettext("colour of the pieces, one letter", "B")
    return f'<i class="stone stone-black">{escape(letter)}</i>'


def decimal(value: float | None, digits: int) -> str:
    """Return a number with so many decimals, as the reader's language writes it; "" for None."""
    if value is None:
        return ""
    figure = f"{value:.{digits}f}"
    return figure.replace(".", str(get_format("DECIMAL_SEPARATOR"))) if digits else figure


def points(half_points: int | None) -> str:
    """Return points that are given in halves: ½, 1, 2½; "" for None."""
    if half_points is None:
        return ""
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}½" if half else str(whole)


def signed(value: float | None, digits: int = 0) -> str:
    """Return a change with its sign, green or red: +12, −7, 0; "" for None."""
    figure = plain_signed(value, digits)
    return f'<span class="{"gain" if value > 0 else "loss"}">{figure}</span>' if value else figure


def plain_signed(value: float | None, digits: int = 0) -> str:
    """Return a difference with its sign, without colour because it is no gain or loss; "" for None."""
    if value is None:
        return ""
    figure = decimal(abs(value), digits)
    return f"+{figure}" if value > 0 else f"{MINUS}{figure}" if value < 0 else figure
