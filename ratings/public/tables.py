"""The public table of a rating list, and what the other tables of ratings share."""

import datetime as dt
from collections.abc import Collection
from functools import cache
from html import escape
from itertools import count
from typing import Any

from django.db.models import Exists, F, OrderBy, OuterRef, QuerySet
from django.utils.safestring import SafeString
from django.utils.translation import gettext, pgettext_lazy
from django.utils.translation import gettext_lazy as _
from django_tables2.data import TableQuerysetData

from federation.i18n.dates import short_month
from federation.identity.activity import active_since
from federation.identity.age_categories import category, shown
from federation.models import Member, public_order, shown_name
from federation.web.tables import (
    NumberColumn,
    PublicTable,
    TextColumn,
    address,
    address_before,
    decimal,
    link,
    number_cell,
    signed,
    text_cell,
)
from ratings.figures import cell_of
from ratings.models import Rating, RatingList
from ratings.systems.period import Status

CHANGE = pgettext_lazy("of a rating", "Change")
LEDGER = _("calculation")
NO_RANK = "–"


class PagedRatings(TableQuerysetData):
    """Ratings of a list as the table sorts and pages them: a page is one query, and cheap at any depth.

    The database sorts and skips keys alone; members and clubs are read for the rows of the page. By rank nothing is
    skipped: the ranks of a list are 1, 2, 3 ... By name all members are in the order of an index already, which takes
    less time than to sort the list; ``is_whole`` says that no filter leaves only few of them. ``fields`` are read.
    """

    ordering = ("rank",)  # of the rows as they come, so that the table marks the column

    def __init__(
        self,
        rating_list: RatingList,
        ratings: QuerySet[Rating],
        count: int,
        *,
        is_plain: bool,
        is_whole: bool,
        fields: Collection[str],
    ) -> None:
        super().__init__(ratings)
        self._list = rating_list.pk
        self._fields = fields
        self._count = count
        self._by_rank = is_plain
        self._is_whole = is_whole
        self._by_name = self._is_descending = False

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, page: slice) -> QuerySet[Rating, Any]:
        order = self.data.query.order_by
        if self._by_rank:
            rows = Rating.objects.filter(list=self._list, rank__gt=page.start, rank__lte=page.stop).order_by("rank")
        elif self._by_name:
            rows = Rating.objects.filter(list=self._list, member__in=self._members()[page]).order_by(*order)
        else:
            rows = Rating.objects.filter(pk__in=self.data.values("pk")[page]).order_by(*order)
        return rows.values_list(*self._fields, named=True)

    def order_by(self, aliases: Any) -> None:
        """Sort by the first column named; equal rows stay in order of rank, or of the member number."""
        if aliases and aliases[0] != "rank":
            self._by_rank = False
            self._by_name = self._is_whole and aliases[0] in {"name", "-name"}
            self._is_descending = aliases[0].startswith("-")
            super().order_by(aliases[:1])

    def _members(self) -> QuerySet[Member, Any]:
        listed = Exists(self.data.filter(member=OuterRef("pk")))
        return Member.objects.filter(listed).order_by(*public_order(is_descending=self._is_descending)).values("pk")


class ListTable(PublicTable):
    """The ratings of one list, with the columns that the reader chose. Its rows are the `fields` of `Rating`.

    With ``has_places`` the rows are in order of rank, and numbered from 1 beside it. ``age_day`` is that of the
    categories.
    """

    FIELDS = (
        *("rank", "rating", "deviation", "change", "period_games", "games", "status", "club__number", "club__name"),
        *("member__number", "member__last_name", "member__first_name", "member__hidden", "last_played"),
    )
    # A column that a reader may choose, its heading, and the fields that only it needs.
    CHOICES = {
        "club": (_("Club"), ()),
        "deviation": (_("RD"), ()),
        "period_games": (_("Games this period"), ()),
        "games": (_("Total games"), ()),
        "last_played": (_("Last game"), ()),
        "title": (_("Title"), ("member__title",)),
        "fide": (_("FIDE rating"), ("member__fide_rating",)),
        "category": (_("Age category"), ("member__birth_date",)),
    }
    USUAL = ("club", "deviation", "period_games", "games", "last_played")

    css = "sticky-head"
    live = True
    place = NumberColumn(_("Place"), mark="strong", orderable=False)
    rank = NumberColumn(_("Rank"), "rank", mark="muted", nullable=True, initial_sort_descending=False)
    title = TextColumn(CHOICES["title"][0], css="wide-only")
    name = TextColumn(_("Name"), order_by="member__key")
    category = TextColumn(CHOICES["category"][0], css="wide-only")
    club = TextColumn(CHOICES["club"][0], "wide-only", "club_key", nullable=True)
    rating = NumberColumn(_("Rating"), "rating", mark="strong")
    deviation = NumberColumn(
        *(CHOICES["deviation"][0], "deviation", "wide-only"),
        nullable=True,
        shows=lambda row: decimal(row.deviation, 1),
        initial_sort_descending=False,
    )
    change = NumberColumn(CHANGE, "change", shows=lambda row: signed(row.change))
    fide = NumberColumn(CHOICES["fide"][0], css="wide-only")
    period_games = NumberColumn(CHOICES["period_games"][0], "period_games", "wide-only")
    games = NumberColumn(CHOICES["games"][0], "games", "wide-only")
    last_played = TextColumn(CHOICES["last_played"][0], "wide-only", "last_played", nullable=True)

    def __init__(
        self,
        data: PagedRatings,
        rating_list: RatingList,
        caption: str,
        *,
        columns: Collection[str] = USUAL,
        has_places: bool = False,
        age_day: dt.date | None = None,
    ) -> None:
        pool = rating_list.pool
        left = {name for name in self.CHOICES if name not in columns}
        left |= set() if pool.has_deviations else {"deviation"}
        self.chosen, self.has_deviations = columns, pool.has_deviations
        super().__init__(data, caption, exclude=tuple(left if has_places else left | {"place"}))
        if has_places:
            of_all = self.columns["rank"].column
            of_all.verbose_name = pgettext_lazy("rank among all players of a list", "of all")
            of_all.css, of_all.cell_css = "number wide-only", "number wide-only muted"
        figure = cell_of(pool)
        self.columns["rating"].column.shows = lambda row: figure(row.rating)
        self.player, self.of_club = escape(address_before("player")), escape(address_before("club"))
        names = {status: str(Rating.STATUSES[status]) for status in (Status.PROVISIONAL, Status.FOREIGN)}
        self.badges = {status: status_badge(name) for status, name in names.items()}
        self.below = [name for name in ("title", "category", "fide") if name in columns]
        self.shows_last_game = "last_played" in columns
        self.active_since = active_since(rating_list.date) or dt.date.min
        self.idle, self.last_game = escape(gettext("inactive")), escape(gettext("last game"))
        self.month_cell, self.month_below = cache(self._month_cell), cache(self._month_below)  # a page shows few months
        day = age_day or rating_list.date
        self.category_of = cache(lambda year: shown(category(year, day), day))

    def choices(self) -> list[tuple[str, str, bool]]:
        """Return the columns that a reader may choose: name, heading, and whether it is shown."""
        offered = [name for name in self.CHOICES if name != "deviation" or self.has_deviations]
        return [(name, self.CHOICES[name][0], name in self.chosen) for name in offered]

    @classmethod
    def fields(cls, columns: Collection[str]) -> tuple[str, ...]:
        """Return the fields of `Rating` that these columns need."""
        return (*cls.FIELDS, *(field for name in columns for field in cls.CHOICES[name][1]))

    def rows_html(self) -> SafeString:
        self._places = count(self.page.start_index())
        return super().rows_html()

    def order_change(self, ratings: QuerySet[Rating], is_descending: bool) -> tuple[QuerySet[Rating], bool]:
        """Sort by the expression of the index `rating_by_change`, missing values last."""
        loss = OrderBy(F("previous_rating") - F("rating"), descending=not is_descending, nulls_last=True)
        return ratings.order_by(loss, *ratings.query.order_by), True

    def order_name(self, ratings: QuerySet[Rating], is_descending: bool) -> tuple[QuerySet[Rating], bool]:
        return ratings.order_by(*public_order("member__", is_descending=is_descending)), True

    def cell_name(self, row: Any) -> str:
        number = row.member__number
        name = shown_name(number, row.member__last_name, row.member__first_name, row.member__hidden)
        club = f'<span class="sub narrow-only">{escape(row.club__name)}</span>' if row.club__number else ""
        badge = self.badges.get(row.status, "")
        below = self._below(row) if self.below and not row.member__hidden else ""
        day = row.last_played
        idle = self.month_below(day.year, day.month) if day and day < self.active_since else ""
        return f'<td><a id="m{number}" href="{self.player}{number}/">{escape(name)}</a>{badge}{club}{below}{idle}</td>'

    def _below(self, row: Any) -> str:
        """Return what stands below the name where there is no room for more columns."""
        said = [getattr(self, f"_{name}")(row) for name in self.below]
        text = " · ".join(each for each in said if each)
        return f'<span class="sub narrow-only">{escape(text)}</span>' if text else ""

    def _month_below(self, year: int, month: int) -> str:
        text = escape(short_month(dt.date(year, month, 1)))
        return f'<span class="sub narrow-only idle">{self.last_game} {text}</span>'

    def _title(self, row: Any) -> str:
        return row.member__title

    def _fide(self, row: Any) -> str:
        return f"FIDE {row.member__fide_rating}" if row.member__fide_rating else ""

    def _category(self, row: Any) -> str:
        born = row.member__birth_date
        return self.category_of(born.year) if born else ""

    def cell_place(self, row: Any) -> str:
        return number_cell(f"<strong>{next(self._places)}</strong>" if row.rank else NO_RANK)

    def cell_title(self, row: Any) -> str:
        return text_cell("" if row.member__hidden else row.member__title, "wide-only")

    def cell_fide(self, row: Any) -> str:
        return number_cell(None if row.member__hidden else row.member__fide_rating, "number wide-only")

    def cell_category(self, row: Any) -> str:
        return text_cell("" if row.member__hidden else self._category(row), "wide-only")

    def cell_club(self, row: Any) -> str:
        where = f"{self.of_club}{row.club__number}/"
        club = f'<a href="{where}" class="quiet">{escape(row.club__name)}</a>' if row.club__number else ""
        return f'<td class="wide-only">{club}</td>'

    def cell_last_played(self, row: Any) -> str:
        day = row.last_played
        return self.month_cell(day.year, day.month, day < self.active_since) if day else '<td class="wide-only"></td>'

    def _month_cell(self, year: int, month: int, is_idle: bool) -> str:
        text = escape(short_month(dt.date(year, month, 1)))
        if not is_idle:
            return f'<td class="wide-only">{text}</td>'
        said = f'<span class="visually-hidden"> {self.idle}</span>'
        return f'<td class="wide-only"><span class="idle">{text}</span>{said}</td>'


def status_badge(name: str) -> str:
    """Return the badge of a status, as HTML."""
    return f' <span class="badge">{escape(name)}</span>'


def member_link(member: Member) -> str:
    """Return the public name of a member as a link to their page."""
    return link(address("player", member.number), member.public_name)
