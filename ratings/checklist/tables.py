"""The tables of the checklist: what the next list will count, by tournament and by player."""

from html import escape

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import long_date
from federation.models import public_order
from federation.web.tables import (
    NumberColumn,
    PublicTable,
    TextColumn,
    link,
    number_cell,
    signed,
    text_cell,
)
from ratings.checklist.today import NOTHING, Share
from ratings.figures import cell_of, first_rating
from ratings.models import LivingList, LivingRating
from ratings.public.tables import CHANGE, LEDGER, member_link
from tournaments.models import Tournament


class EventTable(PublicTable):
    """The tournaments of the next list."""

    end = TextColumn(_("Date"), "wide-only", mark="muted day")
    name = TextColumn(_("Tournament"))
    members = NumberColumn(_("Members"), css="wide-only", orderable=False)
    counted = NumberColumn(_("Games that count"), orderable=False)
    left_out = NumberColumn(_("Not counted"), orderable=False)

    shares: dict[int, Share] = {}  # by id of the tournament, for the rows of the page

    def _share(self, tournament: Tournament) -> Share:
        return self.shares.get(tournament.pk, NOTHING)

    def cell_end(self, tournament: Tournament) -> str:
        return text_cell(_day(tournament), "wide-only muted day")

    def cell_name(self, tournament: Tournament) -> str:
        club = f" · {tournament.club.name}" if tournament.club else ""
        below = f'<span class="sub">{escape(f"{tournament.get_pace_display()}{club}")}</span>'
        day = f'<span class="sub narrow-only">{escape(_day(tournament))}</span>'
        return f"<td>{link(tournament.page('rating_changes'), tournament.name)}{below}{day}</td>"

    def cell_members(self, tournament: Tournament) -> str:
        return number_cell(self._share(tournament).members, "number wide-only")

    def cell_counted(self, tournament: Tournament) -> str:
        return number_cell(self._share(tournament).counted)

    def cell_left_out(self, tournament: Tournament) -> str:
        share = self._share(tournament)
        return number_cell(share.games - share.counted or "")


class PlayerTable(PublicTable):
    """The members who played since the last list, with their ratings of today."""

    name = TextColumn(_("Name"), order_by="member__key")
    previous = NumberColumn(_("Published"), css="wide-only", orderable=False)
    rating = NumberColumn(_("Today"), "rating", mark="strong", nullable=True)
    change = NumberColumn(CHANGE, "change", nullable=True)
    games = NumberColumn(_("Games"), "played")
    why = TextColumn(_("Why"), css="fit")

    def __init__(self, rows: QuerySet[LivingRating], living: LivingList, caption: str) -> None:
        super().__init__(rows, caption)
        self.pool = living.pool
        self.figure = cell_of(living.pool)

    def order_name(self, rows: QuerySet[LivingRating], is_descending: bool) -> tuple[QuerySet[LivingRating], bool]:
        return rows.order_by(*public_order("member__", is_descending=is_descending)), True

    def cell_name(self, row: LivingRating) -> str:
        return f"<td>{member_link(row.member)}</td>"

    def cell_previous(self, row: LivingRating) -> str:
        return number_cell(self.figure(row.previous_rating), "number wide-only")

    def cell_rating(self, row: LivingRating) -> str:
        figure = self.figure(row.rating)
        return number_cell(f'<span class="pencil-figure">{figure}</span>' if figure else "")

    def cell_change(self, row: LivingRating) -> str:
        if row.previous_rating is None and row.rating is not None:
            return number_cell(escape(first_rating(row.rating, self.pool)))
        return number_cell(signed(row.change))

    def cell_games(self, row: LivingRating) -> str:
        of = f'<span class="muted">/{row.played}</span>' if row.played != row.period_games else ""
        return number_cell(f"{row.period_games}{of}")

    def cell_why(self, row: LivingRating) -> str:
        where = reverse("ledger_today", args=[row.member.number, self.pool.slug])
        return f"<td>{link(where, LEDGER)}</td>"


def _day(tournament: Tournament) -> str:
    day = tournament.end or tournament.start
    return long_date(day) if day else ""
