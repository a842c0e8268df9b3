"""The public tables of ratings."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from html import escape
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils import timezone
from django.utils.formats import get_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.i18n.dates import long_date
from federation.models import Club, Member, hidden_name
from federation.web.tables import (
    NumberColumn,
    PublicTable,
    TextColumn,
    address,
    address_before,
    decimal,
    link,
    number_cell,
    points,
    signed,
    text_cell,
)
from ratings.figures import Figure, cell_of, in_words
from ratings.models import RatingList, RatingPool
from ratings.players.member_ratings import History, Played, RatedMember
from ratings.public.ranking import RankedMember
from ratings.review.tournament_effects import Effect
from ratings.storage.rows import STATUSES, Rating
from ratings.systems.period import Status

CHANGE = pgettext_lazy("of a rating", "Change")
LEDGER = _("ledger")
ROOMY_POOLS = 3  # so many ratings stand beside a name on a phone


class Words(NamedTuple):
    """What the rows of a list say in the reader's language, as HTML."""

    player: str  # address of a member's page up to the matricule
    club: str  # that of a club up to the number
    hidden: str  # what a hidden member is called up to the matricule
    hidden_end: str  # and behind it
    point: str  # of decimals
    provisional: str  # badges
    foreign: str


# In place of each of the words, in rows that are to be said in several languages; no text holds a NUL.
MARKS = Words(*(f"\0{letter}" for letter in "pchedvf"))
_MARK = re.compile("\0(.)")


def words() -> Words:
    """Those of the reader's language."""
    hidden, _matricule, hidden_end = escape(hidden_name("\0")).partition("\0")
    badges = (_badge_of(str(STATUSES[status])) for status in (Status.PROVISIONAL, Status.FOREIGN))
    addresses = (escape(address_before("player")), escape(address_before("club")))
    return Words(*addresses, hidden, hidden_end, str(get_format("DECIMAL_SEPARATOR")), *badges)


class MarkedRows:
    """Rows with `MARKS`, to be said in one language after the other."""

    def __init__(self, rows: str) -> None:
        self._parts = [part.encode() for part in _MARK.split(rows)]  # every second one is the letter of a mark

    def said(self, spoken: Words) -> bytes:
        """The rows in a language."""
        of_mark = {mark[1].encode(): word.encode() for mark, word in zip(MARKS, spoken, strict=True)}
        parts = self._parts.copy()
        parts[1::2] = [of_mark[letter] for letter in parts[1::2]]
        return b"".join(parts)


class ListTable(PublicTable):
    """The ratings of one list, of members as `ranking.RankedMember`."""

    live = True
    rank = NumberColumn(_("Rank"), "rank", initial_sort_descending=False)
    name = TextColumn(_("Name"), orderable=True)
    club = TextColumn(_("Club"), "wide-only", orderable=True)
    rating = NumberColumn(_("Rating"), "rating")
    deviation = NumberColumn(_("RD"), "deviation", "wide-only", initial_sort_descending=False)
    change = NumberColumn(CHANGE, "change")
    period_games = NumberColumn(_("Games since"), "period_games", "wide-only")
    games = NumberColumn(_("All games"), "games", "wide-only")

    def __init__(self, data: Any, pool: RatingPool, caption: str, spoken: Words | None = None) -> None:
        super().__init__(data, caption, exclude=() if pool.has_deviations else ("deviation",))
        self.figure = cell_of(pool)
        self.words = spoken or words()
        self.badges = {Status.PROVISIONAL: self.words.provisional, Status.FOREIGN: self.words.foreign}

    def cell_rank(self, line: RankedMember) -> str:
        return number_cell(line.rank, "number muted")

    def cell_name(self, line: RankedMember) -> str:
        hidden = f"{self.words.hidden}{line.matricule}{self.words.hidden_end}"
        name = hidden if line.name is None else escape(line.name)
        club = "" if line.club is None else f'<span class="sub narrow-only">{escape(line.club_name)}</span>'
        badge = self.badges.get(line.status, "")
        link = f'<a id="m{line.matricule}" href="{self.words.player}{line.matricule}/">{name}</a>'
        return f"<td>{link}{badge}{club}</td>"

    def cell_club(self, line: RankedMember) -> str:
        where = f"{self.words.club}{line.club}/"
        club = "" if line.club is None else f'<a href="{where}" class="quiet">{escape(line.club_name)}</a>'
        return f'<td class="wide-only">{club}</td>'

    def cell_rating(self, line: RankedMember) -> str:
        return number_cell(self.figure(line.rating), "number strong")

    def cell_deviation(self, line: RankedMember) -> str:
        text = "" if line.deviation is None else f"{line.deviation:.1f}".replace(".", self.words.point)
        return number_cell(text, "number wide-only")

    def cell_change(self, line: RankedMember) -> str:
        return number_cell(signed(line.change))

    def cell_period_games(self, line: RankedMember) -> str:
        return number_cell(line.period_games, "number wide-only")

    def cell_games(self, line: RankedMember) -> str:
        return number_cell(line.games, "number wide-only")


class ClubTable(PublicTable):
    """All clubs."""

    number = NumberColumn(_("Number"), "number", initial_sort_descending=False)
    name = TextColumn(_("Name"), order_by=("name", "number"))
    city = TextColumn(_("Town"), "wide-only", order_by=("city", "number"))
    league = TextColumn(_("League"), "wide-only", order_by=("league__code", "number"))
    members = NumberColumn(_("Members"), "members")

    def cell_number(self, club: Club) -> str:
        return number_cell(club.number, "number muted")

    def cell_name(self, club: Club) -> str:
        town = f'<span class="sub narrow-only">{escape(club.city)}</span>' if club.city else ""
        return f"<td>{link(address('club', club.number), club.name)}{town}</td>"

    def cell_city(self, club: Club) -> str:
        return text_cell(club.city, "wide-only")

    def cell_league(self, club: Club) -> str:
        return text_cell(club.league.name if club.league else "", "wide-only")

    def cell_members(self, club: Club) -> str:
        return number_cell(club.members)


class MemberTable(PublicTable):
    """Members with their rating in each of those of the latest lists that rate any of them.

    ``clubs``: what the club of each is called, by id of the member, where the page is not about one club.
    """

    name = TextColumn(_("Name"))
    club = TextColumn(_("Club"), "wide-only")
    matricule = NumberColumn(_("Matricule"), css="wide-only")

    def __init__(
        self, rows: list[RatedMember], lists: list[RatingList], caption: str, clubs: Mapping[int, str] | None = None
    ) -> None:
        rated = {each.list_id for row in rows for each in row.ratings.values() if each.rating is not None}
        self.lists = lists = [each for each in lists if each.pk in rated]
        pools = [(f"rating_{each.pk}", NumberColumn(each.pool.name)) for each in lists]
        self.clubs = clubs or {}
        sequence = ("name", "club", *(name for name, _ in pools), "...")
        super().__init__(rows, caption, extra_columns=pools, sequence=sequence)
        if not self.clubs:
            self.columns.hide("club")
        self.css = "crowded" if len(lists) > ROOMY_POOLS else ""  # on a phone the grades of go then stand alone
        for each in lists:
            setattr(self, f"cell_rating_{each.pk}", partial(self.rating_cell, each.pk, cell_of(each.pool)))

    def cell_name(self, row: RatedMember) -> str:
        club = self.clubs.get(row.member.pk, "")
        below = f"{row.member.matricule} · {escape(club)}" if club else row.member.matricule
        return f'<td>{member_link(row.member)}<span class="sub narrow-only">{below}</span></td>'

    def cell_club(self, row: RatedMember) -> str:
        return text_cell(self.clubs.get(row.member.pk, ""), "wide-only muted")

    def cell_matricule(self, row: RatedMember) -> str:
        return number_cell(row.member.matricule, "number muted wide-only")

    def rating_cell(self, list_id: int, figure: Figure, row: RatedMember) -> str:
        rating = row.ratings.get(list_id)
        return number_cell(figure(rating.rating) if rating else "", "number strong")


class HistoryTable(PublicTable):
    """Ratings of a member's history in one pool, list by list."""

    date = TextColumn(_("List"))
    rating = NumberColumn(_("Rating"))
    deviation = NumberColumn(_("RD"), css="wide-only")
    change = NumberColumn(CHANGE)
    period_games = NumberColumn(_("Games"), css="wide-only")
    rank = NumberColumn(_("Rank"), css="wide-only")
    why = TextColumn(_("Why"), css="fit")

    def __init__(self, history: History, ratings: list[Rating], matricule: int, caption: str) -> None:
        left_out = "period_games" if history.pool.has_deviations else "deviation"
        super().__init__(ratings, caption, exclude=(left_out,))
        self.pool = history.pool
        self.figure = cell_of(history.pool)
        first = reverse("ledger", args=[matricule, history.pool.slug, "0"])  # of a list "0"
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

    def cell_rating(self, rating: Rating) -> str:
        return number_cell(self.figure(rating.rating), "number strong")

    def cell_deviation(self, rating: Rating) -> str:
        return number_cell(decimal(rating.deviation, 1), "number wide-only")

    def cell_change(self, rating: Rating) -> str:
        return number_cell(signed(rating.change))

    def cell_period_games(self, rating: Rating) -> str:
        return number_cell(rating.period_games, "number wide-only")

    def cell_rank(self, rating: Rating) -> str:
        return number_cell(rating.rank, "number wide-only")

    def cell_why(self, rating: Rating) -> str:
        if rating.list.imported:
            return text_cell(_("starting point"), "muted")
        return f'<td><a href="{self.before}{rating.list.month_slug}/">{self.ledger}</a></td>'


class PlayedTable(PublicTable):
    """The tournaments of a member, with what each did to his ratings.

    On a phone several pools have no room beside the name: there each change stands below it with the pool's name.
    """

    end = TextColumn(_("Date"), "wide-only")
    name = TextColumn(_("Tournament"))

    def __init__(self, rows: list[Played], pools: list[RatingPool], caption: str) -> None:
        self.pools = pools
        self.width = " wide-only" if len(pools) > 1 else ""
        columns = [(f"pool_{pool.pk}", NumberColumn(pool.name, css=self.width.strip())) for pool in pools]
        super().__init__(rows, caption, extra_columns=columns)
        for pool in pools:
            setattr(self, f"cell_pool_{pool.pk}", partial(self.change_cell, pool.pk))

    def cell_end(self, played: Played) -> str:
        return text_cell(_day(played), "muted day wide-only")

    def cell_name(self, played: Played) -> str:
        where = address("tournament", played.tournament.pk)
        day = f'<span class="sub narrow-only">{escape(_day(played))}</span>'
        return f"<td>{link(where, played.tournament.name)}{day}{self._changes(played)}</td>"

    def _changes(self, played: Played) -> str:
        """What the tournament did in each of several pools, for a phone."""
        told = [(pool.name, played.changes[pool.pk]) for pool in self.pools if pool.pk in played.changes]
        if not self.width or not told:
            return ""
        chips = "".join(f"<span>{escape(name)} {signed(change, 2)}</span>" for name, change in told)
        return f'<span class="changes narrow-only">{chips}</span>'

    def change_cell(self, pool: int, played: Played) -> str:
        return number_cell(signed(played.changes.get(pool), 2), f"number{self.width}")


class EffectTable(PublicTable):
    """What a tournament did to the ratings of its members in one list."""

    name = TextColumn(_("Name"))
    before = NumberColumn(_("Rating before"))
    games = NumberColumn(_("Games"), css="wide-only")
    points = NumberColumn(_("Points"))
    expected = NumberColumn(_("Expected"), css="wide-only")
    change = NumberColumn(CHANGE)
    why = TextColumn(_("Why"), "wide-only")

    def __init__(self, rows: list[Effect], rating_list: RatingList, caption: str) -> None:
        # In go a game is worth points of a level, whatever the result that was to be expected.
        super().__init__(rows, caption, exclude=("expected",) if rating_list.pool.has_grades else ())
        self.list = rating_list
        self.figure = cell_of(rating_list.pool)

    def cell_name(self, effect: Effect) -> str:
        return f"<td>{member_link(effect.member)}</td>"

    def cell_before(self, effect: Effect) -> str:
        return number_cell(self.figure(effect.before))

    def cell_games(self, effect: Effect) -> str:
        return number_cell(effect.games, "number wide-only")

    def cell_points(self, effect: Effect) -> str:
        return number_cell(points(effect.half_points))

    def cell_expected(self, effect: Effect) -> str:
        return number_cell(decimal(effect.expected, 2), "number wide-only")

    def cell_change(self, effect: Effect) -> str:
        return number_cell(signed(effect.change, 2))

    def cell_why(self, effect: Effect) -> str:
        where = reverse("ledger", args=[effect.member.matricule, self.list.pool.slug, self.list.month_slug])
        return f'<td class="wide-only">{link(where, LEDGER)}</td>'


def member_link(member: Member) -> str:
    """The public name, leading to the member's page."""
    return link(address("player", member.matricule), member.public_name)


def _day(played: Played) -> str:
    day = played.tournament.end or played.tournament.start
    return long_date(day) if day else ""


def _badge(rating: Rating) -> str:
    if rating.status in {Status.PROVISIONAL, Status.FOREIGN}:
        return _badge_of(rating.status_name)
    return ""


def _badge_of(name: str) -> str:
    return f' <span class="badge">{escape(name)}</span>'
