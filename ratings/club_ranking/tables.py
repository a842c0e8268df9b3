"""The tables of clubs by strength, and of a club over time."""

from html import escape

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import long_date
from federation.web.tables import NumberColumn, PublicTable, TextColumn, address, link
from ratings.club_ranking.history import InList
from ratings.figures import cell_of
from ratings.models import ClubStrength, RatingList, RatingPool


class RankingTable(PublicTable):
    """The clubs of a list, the strongest first."""

    rank = NumberColumn(_("Rank"), css="slim", mark="muted")
    name = TextColumn(_("Club"))
    strength = NumberColumn(_("Strength"), mark="strong")

    def __init__(self, rows: object, rating_list: RatingList, caption: str) -> None:
        super().__init__(rows, caption)
        figure = cell_of(rating_list.pool)
        self.columns["strength"].column.shows = lambda row: figure(row.strength)

    def cell_name(self, row: ClubStrength) -> str:
        town = f'<span class="sub">{escape(row.club.city)}</span>' if row.club.city else ""
        return f"<td>{link(address('club', row.club.number), row.club.name)}{town}</td>"


class HistoryTable(PublicTable):
    """A club list by list, the latest first."""

    date = TextColumn(_("List"))
    members = NumberColumn(_("Members"))
    mean = NumberColumn(_("Mean rating"))
    strength = NumberColumn(_("Strength"), mark="strong")
    rank = NumberColumn(_("Rank"), shows=lambda row: f"{row.rank}/{row.ranked}" if row.rank else None)

    def __init__(self, rows: list[InList], pool: RatingPool, number: str, caption: str) -> None:
        super().__init__(rows, caption)
        figure = cell_of(pool)
        self.columns["mean"].column.shows = lambda row: figure(row.mean)
        self.columns["strength"].column.shows = lambda row: figure(row.strength)
        self.slug, self.number = pool.slug, number

    def cell_date(self, row: InList) -> str:
        where = reverse("list", args=[self.slug, row.list.month_slug]) + f"?club={self.number}"
        return f"<td>{link(where, long_date(row.list.date))}</td>"
