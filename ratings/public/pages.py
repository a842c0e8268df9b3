"""The pages of a rating list: built in one place for the live view and for the files that are written once."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.core.paginator import Paginator
from django.http import HttpRequest, QueryDict
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import translation
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from federation.i18n.dates import long_date
from ratings.exports import DownloadGroup, downloads_of
from ratings.models import RatingList, RatingPool
from ratings.public.filters import RatingFilter
from ratings.public.ranking import Ranking, columns, members_of, place_of, ranked, ranked_count, shown
from ratings.public.reliability import most_deviation
from ratings.public.tables import MARKS, ListTable, MarkedRows, words

PER_PAGE = 100
TEMPLATE = "ratings/list.html"
PAGE_ONLY = {"page", "revision"}


def is_plain(query: QueryDict) -> bool:
    """Neither filtered nor sorted: a page in order of rank."""
    return not any(value for name, value in query.items() if name not in PAGE_ONLY)


def page_of(rating_list: RatingList, matricule: str) -> int | None:
    """The number of the plain page on which a member stands; None where he has no rank. One query at most."""
    place = place_of(rating_list, int(matricule)) if matricule.isdecimal() and len(matricule) < 10 else None
    return None if place is None else place // PER_PAGE + 1


def list_context(query: QueryDict, rating_list: RatingList, *, has_bundle: bool) -> dict[str, Any]:
    """What the template of a list needs. Four queries at most, one more for a revision and for a pool with an RD."""
    context = _around(query, rating_list, has_bundle=has_bundle)
    lines = ranked(rating_list) if is_plain(query) else context["filter"].narrowed()
    table = ListTable(Ranking(lines), rating_list.pool, caption=context["title"])
    return {**context, "table": table.configure(query, PER_PAGE)}


def _around(query: QueryDict, rating_list: RatingList, *, has_bundle: bool) -> dict[str, Any]:
    """`list_context` without the table."""
    return {
        "section": "lists",
        "list": rating_list,
        "ranked_count": ranked_count(rating_list),
        "most_deviation": most_deviation(rating_list),
        "title": list_title(rating_list),
        "filter": RatingFilter(query or None, shown(rating_list), rating_list.date),
        "narrowed": not is_plain(query),
        "downloads": [
            (path, download)
            for path, download in downloads_of(rating_list).items()
            if download.group is DownloadGroup.PEOPLE
        ],
        "has_bundle": has_bundle,
        "earlier_revisions": earlier_revisions(rating_list),
    }


def list_title(rating_list: RatingList) -> str:
    """``Belgian Elo, 1 July 2026``, in the reader's language."""
    day = long_date(rating_list.date)
    return _("%(pool)s, %(day)s") % {"pool": rating_list.pool.name, "day": day}


def earlier_revisions(rating_list: RatingList) -> list[RatingList]:
    """The states of the list that this one replaced, the first first."""
    if not rating_list.revision:
        return []
    lists = RatingList.objects.filter(pool=rating_list.pool_id, date=rating_list.date)
    replaced = lists.filter(revision__lt=rating_list.revision, state=RatingList.State.REVISED)
    return list(replaced.defer("manifest").order_by("revision"))


class PlainPages:
    """The plain pages of a published list as anonymous readers get them, in every language of the site.

    Of a row everything but the words of a language is made once, and what is around the rows once a language. All that
    they say is read at the beginning.
    """

    def __init__(self, rating_list: RatingList, *, has_bundle: bool) -> None:
        self._pool = rating_list.pool
        lines = ranked(rating_list)
        self._count, self._columns = len(lines), columns(lines)
        self._frames = [_Frame(rating_list, Ranking(lines), code, has_bundle) for code, _name in settings.LANGUAGES]

    @property
    def numbers(self) -> range:
        """Of the pages in each language; at least one."""
        return range(1, max(1, -(-self._count // PER_PAGE)) + 1)

    def __iter__(self) -> Iterator[tuple[str, int, bytes]]:
        """All of them."""
        return self.made(self.numbers)

    def made(self, numbers: Iterable[int]) -> Iterator[tuple[str, int, bytes]]:
        """Language, number and content of these pages, one number after the other. Nothing is read."""
        table = ListTable([], self._pool, "", MARKS)
        for number in numbers:
            rows = slice((number - 1) * PER_PAGE, number * PER_PAGE)
            marked = MarkedRows(table.html_of(members_of(column[rows] for column in self._columns)))
            yield from ((frame.language, number, frame.filled(number, marked)) for frame in self._frames)


# Marks in a frame and in its pager; no text holds a NUL.
QUERY, ROWS, PAGER = SafeString("\0query\0"), SafeString("\0rows\0"), SafeString("\0pager\0")
BEFORE, HERE, AFTER, FIRST, LAST = (SafeString(f"\0{name}\0") for name in ("before", "here", "after", "first", "last"))
MARK = re.compile("(\0[a-z]+\0)")
Shape = tuple[int | str | None, ...]  # the numbers that a pager shows, None where it leaves some out


class _Frame:
    """A plain page in a language, with marks where one differs from another."""

    def __init__(self, rating_list: RatingList, ranking: Ranking, language: str, has_bundle: bool) -> None:
        self.language = language
        with translation.override(language):
            self._words = words()
            self._table = _MarkedTable(ranking, rating_list.pool, list_title(rating_list))
            request = HttpRequest()
            request.method = "GET"
            request.user = AnonymousUser()
            request.path = request.path_info = reverse("list", args=[rating_list.pool.slug, rating_list.month_slug])
            context = _around(request.GET, rating_list, has_bundle=has_bundle)
            context |= {"table": self._table, "page_address": f"{request.path}{QUERY}"}
            parts = MARK.split(render_to_string(TEMPLATE, context, request))
            self._parts = [(part, part.encode()) for part in parts]  # marks and what is between them

    def filled(self, number: int, rows: MarkedRows) -> bytes:
        """The page of that number, with its rows."""
        with translation.override(self.language):
            pager = self._table.pager_of(number)
        query = f"?page={number}" if number > 1 else ""
        of_mark = {QUERY: query.encode(), PAGER: pager.encode(), ROWS: rows.said(self._words)}
        return b"".join([of_mark.get(mark, part) for mark, part in self._parts])


class _MarkedTable(ListTable):
    """With marks in place of rows and pager, and in the pager in place of the numbers that each page has its own of."""

    def __init__(self, ranking: Ranking, pool: RatingPool, caption: str) -> None:
        super().__init__(ranking, pool, caption)
        self.query = QueryDict()
        self.paginator = Paginator(range(len(ranking)), PER_PAGE)
        self._pagers: dict[Shape, list[str]] = {}

    def rows_html(self) -> SafeString:
        return ROWS if self.paginator.count else SafeString()

    def pager_html(self) -> SafeString:
        return PAGER

    def pager_of(self, number: int) -> str:
        """What stands in place of its mark on the page of that number."""
        page = self.page = self.paginator.page(number)
        if self.paginator.num_pages == 1:
            return ""
        own = {number - 1: BEFORE, number: HERE, number + 1: AFTER}
        shape = tuple(own.get(shown, shown) if shown else None for shown in self.shown_numbers())
        if shape not in self._pagers:
            self._pagers[shape] = self._pager(shape)
        numbers = {mark: str(other) for other, mark in own.items()}
        numbers |= {FIRST: str(page.start_index()), LAST: str(page.end_index())}
        return "".join([numbers.get(part, part) for part in self._pagers[shape]])

    def _pager(self, shape: Shape) -> list[str]:
        """The pager of all pages that show the same numbers but for the marked ones: marks and what is between."""
        links = [(number, f"?page={number}" if number else "") for number in shape]
        table = {"caption": self.caption, "live": self.live, "page_links": links}
        table |= {"previous_link": f"?page={BEFORE}", "next_link": f"?page={AFTER}"}
        page = {"number": HERE, "has_previous": BEFORE in shape, "has_next": AFTER in shape}
        page |= {"start_index": FIRST, "end_index": LAST, "paginator": self.paginator}
        return MARK.split(render_to_string("tables/pager.html", {"table": table, "page": page}))
