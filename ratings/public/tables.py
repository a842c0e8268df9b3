"""The public table of a rating list, and what the other tables of ratings share."""

from html import escape
from typing import Any

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_tables2.data import TableQuerysetData

from federation.identity.names import whole_name
from federation.models import Member, hidden_name
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
)
from ratings.figures import cell_of
from ratings.models import Rating, RatingList
from ratings.systems.period import Status

CHANGE = pgettext_lazy("of a rating", "Change")
LEDGER = _("calculation")


class PagedRatings(TableQuerysetData):
    """Ratings of a list as the table sorts and pages them: a page is one query, and cheap at any depth.

    The database sorts and skips keys alone; members and clubs are read for the rows of the page. By rank nothing is
    skipped: the ranks of a list are 1, 2, 3 ...
    """

    ordering = ("rank",)  # of the rows as they come, so that the table marks the column

    def __init__(self, ratings: QuerySet[Rating], count: int, *, by_rank: bool) -> None:
        super().__init__(ratings)
        self._count = count
        self._by_rank = by_rank

    def __len__(self) -> int:
        return self._count

    def __getitem__(self, page: slice) -> QuerySet[Rating, Any]:
        if self._by_rank:
            rows = self.data.filter(rank__gt=page.start, rank__lte=page.stop)
        else:
            keys = self.data.values("pk")[page]
            rows = Rating.objects.filter(pk__in=keys).order_by(*self.data.query.order_by)
        return rows.values_list(*ListTable.FIELDS, named=True)

    def order_by(self, aliases: Any) -> None:
        """Sort by the first column named; equal rows stay in order of rank."""
        if aliases and aliases[0] != "rank":
            self._by_rank = False
            super().order_by(aliases[:1])


class ListTable(PublicTable):
    """The ratings of one list. Its rows are the `FIELDS` of `Rating`."""

    FIELDS = (
        *("rank", "rating", "deviation", "change", "period_games", "games", "status", "club__number", "club__name"),
        *("member__matricule", "member__last_name", "member__first_name", "member__hidden"),
    )
    live = True
    rank = NumberColumn(_("Rank"), "rank", initial_sort_descending=False)
    name = TextColumn(_("Name"), order_by=("member__hidden", "member__search_name"))
    club = TextColumn(_("Club"), "wide-only", "club_number")
    rating = NumberColumn(_("Rating"), "rating")
    deviation = NumberColumn(_("RD"), "deviation", "wide-only", initial_sort_descending=False)
    change = NumberColumn(CHANGE, "change")
    period_games = NumberColumn(_("Games this period"), "period_games", "wide-only")
    games = NumberColumn(_("Total games"), "games", "wide-only")

    def __init__(self, data: PagedRatings, rating_list: RatingList, caption: str) -> None:
        pool = rating_list.pool
        super().__init__(data, caption, exclude=() if pool.has_deviations else ("deviation",))
        self.figure = cell_of(pool)
        self.player, self.of_club = escape(address_before("player")), escape(address_before("club"))
        names = {status: str(Rating.STATUSES[status]) for status in (Status.PROVISIONAL, Status.FOREIGN)}
        self.badges = {status: status_badge(name) for status, name in names.items()}

    def cell_rank(self, row: Any) -> str:
        return number_cell(row.rank, "number muted")

    def cell_name(self, row: Any) -> str:
        number = row.member__matricule
        name = hidden_name(number) if row.member__hidden else whole_name(row.member__last_name, row.member__first_name)
        club = f'<span class="sub narrow-only">{escape(row.club__name)}</span>' if row.club__number else ""
        badge = self.badges.get(row.status, "")
        return f'<td><a id="m{number}" href="{self.player}{number}/">{escape(name)}</a>{badge}{club}</td>'

    def cell_club(self, row: Any) -> str:
        where = f"{self.of_club}{row.club__number}/"
        club = f'<a href="{where}" class="quiet">{escape(row.club__name)}</a>' if row.club__number else ""
        return f'<td class="wide-only">{club}</td>'

    def cell_rating(self, row: Any) -> str:
        return number_cell(self.figure(row.rating), "number strong")

    def cell_deviation(self, row: Any) -> str:
        return number_cell(decimal(row.deviation, 1), "number wide-only")

    def cell_change(self, row: Any) -> str:
        return number_cell(signed(row.change))

    def cell_period_games(self, row: Any) -> str:
        return number_cell(row.period_games, "number wide-only")

    def cell_games(self, row: Any) -> str:
        return number_cell(row.games, "number wide-only")


def status_badge(name: str) -> str:
    """Return the badge of a status, as HTML."""
    return f' <span class="badge">{escape(name)}</span>'


def member_link(member: Member) -> str:
    """Return the public name of a member as a link to their page."""
    return link(address("player", member.matricule), member.public_name)
