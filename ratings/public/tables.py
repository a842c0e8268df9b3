"""The public tables of ratings."""

from __future__ import annotations

import re
from html import escape
from typing import Any, NamedTuple

from django.utils.formats import get_format
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from federation.models import Member, hidden_name
from federation.web.tables import (
    NumberColumn,
    PublicTable,
    TextColumn,
    address,
    address_before,
    link,
    number_cell,
    signed,
)
from ratings.figures import cell_of
from ratings.models import RatingPool
from ratings.public.ranking import RankedMember
from ratings.storage.rows import STATUSES
from ratings.systems.period import Status

CHANGE = pgettext_lazy("of a rating", "Change")
LEDGER = _("ledger")


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
    badges = (status_badge(str(STATUSES[status])) for status in (Status.PROVISIONAL, Status.FOREIGN))
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


def status_badge(name: str) -> str:
    return f' <span class="badge">{escape(name)}</span>'


def member_link(member: Member) -> str:
    """The public name, leading to the member's page."""
    return link(address("player", member.matricule), member.public_name)
