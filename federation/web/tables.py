"""The base of all public tables: django-tables2 keeps columns, sorting and pages; the rows are written by hand.

django-tables2 spends a third of a millisecond on a row; a function for each cell, looked up once for each page,
costs a hundredth of that. A table declares its columns as usual and says in ``cell_<column>(record)`` what the
``<td>`` of a record is, escaped.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from copy import copy
from functools import cache
from html import escape
from typing import Any

import django_tables2 as tables
from django.core.paginator import EmptyPage, Paginator
from django.db.models import F, QuerySet
from django.http import QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils.formats import get_format
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language, pgettext
from django_tables2.columns import BoundColumn

from federation.web.htmx import without_empty

MINUS = "\N{MINUS SIGN}"


class TextColumn(tables.Column):
    """A column of texts; ``css`` is the class of its head.

    It can be sorted if ``order_by`` names the fields, or ``field`` the one field of the database that sorts it: then
    missing values stand at the end in both directions.
    """

    css = ""

    def __init__(self, header: Any, css: str = "", field: str = "", **kwargs: Any) -> None:
        self.css = f"{self.css} {css}".strip()
        self.field = field
        super().__init__(verbose_name=header, **{"orderable": bool(field) or "order_by" in kwargs, **kwargs})

    def order(self, queryset: QuerySet[Any], is_descending: bool) -> tuple[QuerySet[Any], bool]:
        """Sort by the field, if there is one. SQLite and PostgreSQL disagree on where NULL stands, so we say it."""
        if not self.field:
            return queryset, False
        field = F(self.field)
        key = field.desc(nulls_last=True) if is_descending else field.asc(nulls_last=True)
        return queryset.order_by(key, *queryset.query.order_by), True

    def __deepcopy__(self, memo: dict[int, Any]) -> TextColumn:
        """The copy that each table takes of its columns: it sets what is here and changes nothing that is in it."""
        return copy(self)


class NumberColumn(TextColumn):
    """A column of figures: right-aligned, the highest first at the first click."""

    css = "number"

    def __init__(self, header: Any, field: str = "", css: str = "", **kwargs: Any) -> None:
        super().__init__(header, css, field, **{"initial_sort_descending": True, **kwargs})


class PublicTable(tables.Table):
    """A table with a caption whose rows come from its ``cell_*`` methods.

    The caption is for screen readers where a heading says the same; ``caption_shown`` prints it.
    """

    css = ""
    caption_shown = False
    live = False  # htmx fetches what is behind the links of its head and its pager
    query = QueryDict()  # of the page, see `configure`

    def __init__(self, data: Any, caption: str, **kwargs: Any) -> None:
        self.caption = caption
        super().__init__(data, **kwargs)

    def heads_html(self) -> SafeString:
        """The heads of the columns; behind those that sort stands the same page in another order."""
        return mark_safe("".join([self._head(column) for column in self.columns]))  # noqa: S308 - every head escapes

    def _head(self, column: BoundColumn) -> str:
        css = f' class="{column.column.css}"' if column.column.css else ""
        text = escape(str(column.header))
        if not column.orderable:
            return f'<th scope="col"{css}>{text}</th>'
        order = column.order_by_alias
        where = without_empty(self.query, sort=order.next, page="") or "?"
        turn = f' aria-sort="{"descending" if order.is_descending else "ascending"}"' if column.is_ordered else ""
        return f'<th scope="col"{css}{turn}><a id="sort-{column.name}" href="{escape(where)}">{text}</a></th>'

    def rows_html(self) -> SafeString:
        """All rows of the page."""
        return self.html_of(row.record for row in self.paginated_rows)

    def html_of(self, records: Iterable[Any]) -> SafeString:
        """The rows of these records."""
        cells = [getattr(self, f"cell_{column.name}") for column in self.columns]
        lines = ("".join([cell(record) for cell in cells]) for record in records)
        return mark_safe("".join([f"<tr>{line}</tr>\n" for line in lines]))  # noqa: S308 - every cell escapes

    def configure(self, query: QueryDict, per_page: int) -> PublicTable:
        """Sort and page as the query says (``sort``, ``page``); what cannot be is passed over."""
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

    def pager_html(self) -> SafeString:
        """The links to the other pages; nothing where there are none."""
        if getattr(self, "page", None) is None or self.paginator.num_pages == 1:
            return SafeString()
        return render_to_string("tables/pager.html", {"table": self, "page": self.page})

    def page_links(self) -> Iterator[tuple[int | None, str]]:
        """The numbers that the pager shows, each with its address; None where some are left out."""
        for number in self.shown_numbers():
            yield number, "" if number is None else self._address(number)

    def shown_numbers(self) -> Iterator[int | None]:
        """The numbers that the pager shows; None where some are left out."""
        for number in self.paginator.get_elided_page_range(self.page.number, on_each_side=1, on_ends=1):
            yield None if number == Paginator.ELLIPSIS else number

    def previous_link(self) -> str:
        """The address of the page before; "" on the first one."""
        return self._address(self.page.number - 1) if self.page.has_previous() else ""

    def next_link(self) -> str:
        """The address of the page after; "" on the last one."""
        return self._address(self.page.number + 1) if self.page.has_next() else ""

    def _address(self, number: int) -> str:
        return without_empty(self.query, page=str(number))


def text_cell(text: object, css: str = "") -> str:
    """``<td>`` with a text."""
    return f'<td class="{css}">{escape(str(text))}</td>' if css else f"<td>{escape(str(text))}</td>"


def number_cell(value: object, css: str = "number") -> str:
    """``<td>`` with a number; empty for None."""
    return f'<td class="{css}">{"" if value is None else value}</td>'


@cache
def _before(name: str, language: str | None) -> str:
    return reverse(name, args=[0]).removesuffix("0/")  # in the language of the reader, hence the second argument


def address(name: str, number: int) -> str:
    """The address of a page that a number alone names ("player", "club", "tournament"): quicker than ``reverse``."""
    return f"{address_before(name)}{number}/"


def address_before(name: str) -> str:
    """`address` without number and slash."""
    return _before(name, get_language())


def link(address: str, text: object, css: str = "") -> str:
    """``<a>`` with a text."""
    mark = f' class="{css}"' if css else ""
    return f'<a href="{escape(address)}"{mark}>{escape(str(text))}</a>'


def stone(is_white: bool) -> str:
    """The colour of the pieces as a small drawn disc; its letter is for screen readers and the clipboard."""
    if is_white:
        letter = pgettext("colour of the pieces, one letter", "W")
        return f'<i class="stone">{escape(letter)}</i>'
    letter = pgettext("colour of the pieces, one letter", "B")
    return f'<i class="stone stone-black">{escape(letter)}</i>'


def decimal(value: float | None, digits: int) -> str:
    """A number with so many decimals, as the reader's language writes it; empty for None."""
    if value is None:
        return ""
    figure = f"{value:.{digits}f}"
    return figure.replace(".", str(get_format("DECIMAL_SEPARATOR"))) if digits else figure


def points(half_points: int | None) -> str:
    """Points of games, given in halves: ½, 1, 2½; empty for None."""
    if half_points is None:
        return ""
    whole, half = divmod(half_points, 2)
    return f"{whole or ''}½" if half else str(whole)


def signed(value: float | None, digits: int = 0) -> str:
    """A change with its sign, green or red as well: +12, −7, 0; empty for None."""
    figure = plain_signed(value, digits)
    return f'<span class="{"gain" if value > 0 else "loss"}">{figure}</span>' if value else figure


def plain_signed(value: float | None, digits: int = 0) -> str:
    """A difference with its sign, without colour: it is neither gain nor loss; empty for None."""
    if value is None:
        return ""
    figure = decimal(abs(value), digits)
    return f"+{figure}" if value > 0 else f"{MINUS}{figure}" if value < 0 else figure
