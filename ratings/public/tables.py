"""The public table of a rating list, and what the other tables of ratings share."""

from html import escape
from typing import Any

from django.db.models import Exists, F, OrderBy, OuterRef, QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_tables2.data import TableQuerysetData

from federation.models import Member, public_order, shown_name
from federation.web.tables import (
    NumberColumn,
    PublicTable,
    TextColumn,
    address,
    address_before,
    decimal,
    link,
    signed,
)
from ratings.figures import cell_of
from ratings.models import Rating, RatingList
from ratings.systems.period import Status

CHANGE = pgettext_lazy("of a rating", "Change")
LEDGER = _("calculation")


class PagedRatings(TableQuerysetData):
    """Ratings of a list as the table sorts and pages them: a page is one query, and cheap at any depth.

    The database sorts and skips keys alone; members and clubs are read for the rows of the page. By rank nothing is
    skipped: the ranks of a list are 1, 2, 3 ... By name all members are in the order of an index already, which takes
    less time than to sort the list; ``is_whole`` says that no filter leaves only few of them.
    """

    ordering = ("rank",)  # of the rows as they come, so that the table marks the column

    def __init__(
        self, rating_list: RatingList, ratings: QuerySet[Rating], count: int, *, is_plain: bool, is_whole: bool
    ) -> None:
        super().__init__(ratings)
        self._list = rating_list.pk
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
        return rows.values_list(*ListTable.FIELDS, named=True)

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
    """The ratings of one list. Its rows are the `FIELDS` of `Rating`."""

    FIELDS = (
        *("rank", "rating", "deviation", "change", "period_games", "games", "status", "club__number", "club__name"),
        *("member__number", "member__last_name", "member__first_name", "member__hidden"),
    )
    live = True
    rank = NumberColumn(_("Rank"), "rank", mark="muted", nullable=True, initial_sort_descending=False)
    name = TextColumn(_("Name"), order_by="member__key")
    club = TextColumn(_("Club"), "wide-only", "club_key", nullable=True)
    rating = NumberColumn(_("Rating"), "rating", mark="strong")
    deviation = NumberColumn(
        *(_("RD"), "deviation", "wide-only"),
        nullable=True,
        shows=lambda row: decimal(row.deviation, 1),
        initial_sort_descending=False,
    )
    change = NumberColumn(CHANGE, "change", shows=lambda row: signed(row.change))
    period_games = NumberColumn(_("Games this period"), "period_games", "wide-only")
    games = NumberColumn(_("Total games"), "games", "wide-only")

    def __init__(self, data: PagedRatings, rating_list: RatingList, caption: str) -> None:
        pool = rating_list.pool
        super().__init__(data, caption, exclude=() if pool.has_deviations else ("deviation",))
        figure = cell_of(pool)
        self.columns["rating"].column.shows = lambda row: figure(row.rating)
        self.player, self.of_club = escape(address_before("player")), escape(address_before("club"))
        names = {status: str(Rating.STATUSES[status]) for status in (Status.PROVISIONAL, Status.FOREIGN)}
        self.badges = {status: status_badge(name) for status, name in names.items()}

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
        return f'<td><a id="m{number}" href="{self.player}{number}/">{escape(name)}</a>{badge}{club}</td>'

    def cell_club(self, row: Any) -> str:
        where = f"{self.of_club}{row.club__number}/"
        club = f'<a href="{where}" class="quiet">{escape(row.club__name)}</a>' if row.club__number else ""
        return f'<td class="wide-only">{club}</td>'


def status_badge(name: str) -> str:
    """Return the badge of a status, as HTML."""
    return f' <span class="badge">{escape(name)}</span>'


def member_link(member: Member) -> str:
    """Return the public name of a member as a link to their page."""
    return link(address("player", member.number), member.public_name)
