"""The tables of a player's and a club's pages."""

import datetime as dt
from collections.abc import Mapping
from html import escape
from operator import attrgetter

from django.db.models import QuerySet
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import long_date, short_month
from federation.identity.activity import active_since
from federation.models import Club
from federation.structure import kinds
from federation.web.tables import (
    NumberColumn,
    PublicTable,
    TextColumn,
    address,
    decimal,
    link,
    number_cell,
    signed,
    text_cell,
)
from ratings.figures import cell_of, in_words
from ratings.models import LivingRating, Rating, RatingList, RatingPool
from ratings.players.member_ratings import History, RatedMember
from ratings.public.tables import CHANGE, LEDGER, NO_RANK, member_link, status_badge
from ratings.systems.period import Status

NOT_ESTABLISHED = frozenset((Status.PROVISIONAL, Status.FOREIGN))
ROOMY_POOLS = 3  # how many ratings fit beside a name on a phone


class ClubTable(PublicTable):
    number = NumberColumn(_("Number"), "number", "wide-only", mark="muted", initial_sort_descending=False)
    name = TextColumn(_("Name"), order_by=("name", "number"))
    city = TextColumn(_("Town"), "wide-only", order_by=("city", "number"))
    league = TextColumn(
        *(kinds.lazy_usual_name(), "wide-only"),
        order_by=("league_code", "number"),
        shows=lambda club: club.league_name or "",
    )
    members = NumberColumn(_("Members"), "members")
    strength = NumberColumn(_("Strength"), "strength", nullable=True)

    def __init__(self, clubs: QuerySet[Club], caption: str, *, pool: RatingPool | None, **options: object) -> None:
        """Show clubs; ``pool``: that of their strength, None without a list."""
        super().__init__(clubs, caption, **options)
        if pool is None:
            self.columns.hide("strength")
        else:
            figure = cell_of(pool)
            self.columns["strength"].column.shows = lambda club: figure(club.strength)

    def cell_name(self, club: Club) -> str:
        below = f"{club.number} · {club.city}" if club.city else club.number
        sub = f'<span class="sub narrow-only">{escape(below)}</span>'
        return f"<td>{link(address('club', club.number), club.name)}{sub}</td>"


class MemberTable(PublicTable):
    """Members with their rating in each of those of the latest lists that rate any of them.

    ``clubs``: what the club of each is called, by id of the member.
    """

    name = TextColumn(_("Name"))
    club = TextColumn(_("Club"), "wide-only", mark="muted")
    number = NumberColumn(_("Member number"), css="wide-only", mark="muted", shows=attrgetter("member.number"))

    def __init__(
        self, rows: list[RatedMember], lists: list[RatingList], caption: str, clubs: Mapping[int, str]
    ) -> None:
        rated = {each.list_id for row in rows for each in row.ratings.values() if each.rating is not None}
        self.lists = lists = [each for each in lists if each.pk in rated]
        pools = [(f"rating_{each.pk}", _rating_column(each)) for each in lists]
        self.clubs = clubs
        sequence = ("name", "club", *(name for name, _ in pools), "...")
        super().__init__(rows, caption, extra_columns=pools, sequence=sequence)
        self.columns["club"].column.shows = lambda row: self.clubs.get(row.member.pk, "")
        if not self.clubs:
            self.columns.hide("club")
        self.css = "crowded" if len(lists) > ROOMY_POOLS else ""  # on a phone the grades of go then stand alone

    def cell_name(self, row: RatedMember) -> str:
        club = self.clubs.get(row.member.pk, "")
        below = f"{row.member.number} · {escape(club)}" if club else row.member.number
        return f'<td>{member_link(row.member)}<span class="sub narrow-only">{below}</span></td>'


def _rating_column(rating_list: RatingList) -> NumberColumn:
    """Return the column with the members' ratings in a list."""
    figure = cell_of(rating_list.pool)

    def shown(row: RatedMember) -> str:
        rating = row.ratings.get(rating_list.pk)
        return figure(rating.rating) if rating else ""

    return NumberColumn(rating_list.pool.name, mark="strong", shows=shown)


class ClubMemberTable(PublicTable):
    """The members of a club in a list, the best first, with their ratings of today. Without a list, their names."""

    css = "sticky-head"
    place = NumberColumn(_("Place"), css="wide-only slim", mark="muted")
    name = TextColumn(_("Name"))
    rating = NumberColumn(_("Rating"), mark="strong")
    change = NumberColumn(CHANGE, css="wide-only")
    today = NumberColumn(_("Today"))
    rank = NumberColumn(_("Rank"), mark="muted")
    last_played = TextColumn(_("Last game"), "wide-only")

    def __init__(
        self, rows: list[RatedMember], rating_list: RatingList | None, today: Mapping[int, LivingRating], caption: str
    ) -> None:
        figures = ("place", "rating", "change", "today", "rank", "last_played")
        super().__init__(rows, caption, exclude=() if rating_list else figures)
        self.today, self.places = today, {row.member.pk: place for place, row in enumerate(rows, 1)}
        if rating_list:
            self.list = rating_list
            self.figure = cell_of(rating_list.pool)
            self.active_since = active_since(rating_list.date) or dt.date.min
            # a list to come of a pool where nothing moved: no empty column
            if not any(now.change for now in today.values()):
                self.columns.hide("today")

    def _rating(self, row: RatedMember) -> Rating | None:
        return row.ratings.get(self.list.pk)

    def cell_place(self, row: RatedMember) -> str:
        rating = self._rating(row)
        return number_cell(self.places[row.member.pk] if rating and rating.rank else NO_RANK, "number wide-only muted")

    def cell_name(self, row: RatedMember) -> str:
        rating = row.ratings.get(self.list.pk) if row.ratings else None
        badge = status_badge(rating.status_name) if rating and rating.status in NOT_ESTABLISHED else ""
        day = self._last_game(row) if row.ratings else None
        idle = day is not None and day < self.active_since
        below = f"{row.member.number}{f' · {escape(short_month(day))}' if day else ''}"
        css = "sub narrow-only idle" if idle else "sub narrow-only"
        return f'<td>{member_link(row.member)}{badge}<span class="{css}">{below}</span></td>'

    def cell_rating(self, row: RatedMember) -> str:
        rating = self._rating(row)
        return number_cell(self.figure(rating.rating) if rating else "", "number strong")

    def cell_change(self, row: RatedMember) -> str:
        rating = self._rating(row)
        return number_cell(signed(rating.change) if rating else "", "number wide-only")

    def cell_today(self, row: RatedMember) -> str:
        now = self.today.get(row.member.pk)
        figure = self.figure(now.rating) if now and now.rating != now.previous_rating else ""
        if not figure:
            return number_cell("")
        where = reverse("ledger_today", args=[row.member.number, self.list.pool.slug])
        return number_cell(f'<a class="pencil-figure" href="{escape(where)}">{figure}</a>')

    def cell_rank(self, row: RatedMember) -> str:
        rating = self._rating(row)
        return number_cell((rating and rating.rank) or NO_RANK, "number muted")

    def cell_last_played(self, row: RatedMember) -> str:
        day = self._last_game(row)
        if day is None:
            return text_cell("", "wide-only")
        text = escape(short_month(day))
        if day >= self.active_since:
            return f'<td class="wide-only">{text}</td>'
        said = f'<span class="visually-hidden"> {escape(gettext("inactive"))}</span>'
        return f'<td class="wide-only"><span class="idle">{text}</span>{said}</td>'

    def _last_game(self, row: RatedMember) -> dt.date | None:
        found = (self._rating(row), self.today.get(row.member.pk))
        return max((each.last_played for each in found if each and each.last_played), default=None)


class HistoryTable(PublicTable):
    """Ratings of a member's history in one pool, list by list."""

    date = TextColumn(_("List"))
    rating = NumberColumn(_("Rating"), mark="strong")
    deviation = NumberColumn(_("RD"), css="wide-only", shows=lambda rating: decimal(rating.deviation, 1))
    change = NumberColumn(CHANGE, shows=lambda rating: signed(rating.change))
    period_games = NumberColumn(_("Games"), css="wide-only")
    rank = NumberColumn(_("Rank"), css="wide-only")
    why = TextColumn(_("Why"), css="fit")

    def __init__(self, history: History, ratings: list[Rating], number: str, caption: str) -> None:
        left_out = "period_games" if history.pool.has_deviations else "deviation"
        super().__init__(ratings, caption, exclude=(left_out,))
        self.pool = history.pool
        figure = cell_of(history.pool)
        self.columns["rating"].column.shows = lambda rating: figure(rating.rating)
        first = reverse("ledger", args=[number, history.pool.slug, "0"])  # of a list "0"
        self.before, self.ledger = escape(first.removesuffix("0/")), escape(str(LEDGER))
        self.replaced = history.replaced

    def cell_date(self, rating: Rating) -> str:
        day = escape(long_date(rating.list.date))
        return f'<td class="day">{day}{_badge(rating)}{self._revision(rating)}</td>'

    def _revision(self, rating: Rating) -> str:
        before = self.replaced.get(rating.list.date)
        if before is None:
            return ""
        day = long_date(timezone.localdate(rating.list.published_at))
        facts = {"rating": in_words(before.rating, self.pool), "day": day}
        note = _("published as %(rating)s, revised on %(day)s") % facts
        return f'<span class="sub">{escape(note)}</span>'

    def cell_why(self, rating: Rating) -> str:
        if rating.list.imported:
            return text_cell(_("starting list"), "muted")
        return f'<td><a href="{self.before}{rating.list.month_slug}/">{self.ledger}</a></td>'


def _badge(rating: Rating) -> str:
    if rating.status in NOT_ESTABLISHED:
        return status_badge(rating.status_name)
    return ""
