"""The tables of the checklist: what the next list will count, by tournament and by player."""

from html import escape
from typing import Any

from django.db.models import QuerySet
from django.urls import reverse
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy
from django_tables2.data import TableData

from federation.i18n.dates import long_date
from federation.models import public_order
from federation.web.tables import (
    NumberColumn,
    PublicTable,
    TextColumn,
    address,
    link,
    number_cell,
    signed,
    text_cell,
)
from ratings.checklist.everybody import Line, lines
from ratings.checklist.today import NOTHING, Share
from ratings.figures import cell_of, first_rating
from ratings.models import LivingList, LivingRating
from ratings.public.tables import CHANGE, LEDGER, NO_RANK, member_link
from ratings.systems.period import Ints
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
    why = TextColumn(_("Why"), css="fit wide-only")

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
        return number_cell(f'<a class="pencil-figure" href="{escape(self._why(row))}">{figure}</a>' if figure else "")

    def cell_change(self, row: LivingRating) -> str:
        if row.previous_rating is None and row.rating is not None:
            return number_cell(first_rating(row.rating, self.pool))
        return number_cell(signed(row.change))

    def cell_games(self, row: LivingRating) -> str:
        of = f'<span class="muted">/{row.played}</span>' if row.played != row.period_games else ""
        return number_cell(f"{row.period_games}{of}")

    def cell_why(self, row: LivingRating) -> str:
        return f'<td class="wide-only">{link(self._why(row), LEDGER)}</td>'

    def _why(self, row: LivingRating) -> str:
        return reverse("ledger_today", args=[row.member.number, self.pool.slug])


class EverybodyRows(TableData):
    """The lines of the list of today as the table pages them: only those of a page are read."""

    ordering = ()

    def __init__(self, living: LivingList, members: Ints, ranks: Ints) -> None:
        super().__init__(members)
        self._living, self._ranks = living, ranks

    def __len__(self) -> int:
        return len(self.data)

    def __getitem__(self, page: slice) -> list[Line]:
        return lines(self._living, self.data[page], self._ranks[page], page.start + 1)

    def order_by(self, _aliases: Any) -> None:
        """Do nothing: the order is that of the ratings."""


class EverybodyTable(PublicTable):
    """All ranked members with their ratings of today. ``is_whole``: no filter leaves only some of them."""

    css = "sticky-head"
    place = NumberColumn(_("Place"), mark="strong", orderable=False)
    rank = NumberColumn(
        pgettext_lazy("rank among all players of a list", "of all"), css="wide-only", mark="muted", orderable=False
    )
    name = TextColumn(_("Name"))
    club = TextColumn(_("Club"), css="wide-only")
    published = NumberColumn(_("Published"), css="wide-only", orderable=False)
    rating = NumberColumn(_("Today"), orderable=False)
    change = NumberColumn(CHANGE, orderable=False)
    games = NumberColumn(_("Games"), css="wide-only", orderable=False)

    def __init__(self, rows: EverybodyRows, living: LivingList, caption: str, *, is_whole: bool) -> None:
        super().__init__(rows, caption, exclude=("rank",) if is_whole else ())
        self.pool = living.pool
        self.figure = cell_of(living.pool)

    def cell_name(self, line: Line) -> str:
        club = line.published and line.published.club
        below = f'<span class="sub narrow-only">{escape(club.name)}</span>' if club else ""
        return f'<td><span id="m{escape(line.member.number)}">{member_link(line.member)}</span>{below}</td>'

    def cell_club(self, line: Line) -> str:
        club = line.published and line.published.club
        return f'<td class="wide-only">{link(address("club", club.number), club.name, "quiet") if club else ""}</td>'

    def cell_published(self, line: Line) -> str:
        return number_cell(self.figure(line.published and line.published.rating), "number wide-only")

    def cell_rating(self, line: Line) -> str:
        figure = self.figure(line.rating)
        if line.today is None:
            return number_cell(figure, "number strong")
        where = reverse("ledger_today", args=[line.member.number, self.pool.slug])
        return number_cell(f'<a class="pencil-figure" href="{escape(where)}">{figure}</a>', "number strong")

    def cell_change(self, line: Line) -> str:
        if line.today is None:
            return number_cell(f'<span class="muted">{NO_RANK}</span>')
        if line.today.previous_rating is None:
            return number_cell(first_rating(line.today.rating, self.pool))
        return number_cell(signed(line.today.change))

    def cell_games(self, line: Line) -> str:
        return number_cell(line.today.period_games if line.today else 0, "number wide-only")


def _day(tournament: Tournament) -> str:
    day = tournament.end or tournament.start
    return long_date(day) if day else ""
