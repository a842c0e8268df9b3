"""The tables of tops."""

from html import escape

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import long_date
from federation.web.tables import NumberColumn, PublicTable, TextColumn, address, link, number_cell, signed, text_cell
from ratings.figures import cell_of
from ratings.models import RatingList, RatingPool
from ratings.public.tables import member_link
from ratings.tops.history import Feat, Reign
from ratings.tops.tops import Row, Top


class TopTable(PublicTable):
    """The lines of a top, numbered from 1."""

    css = "sticky-head"
    place = NumberColumn(_("Place"), mark="strong", orderable=False)
    name = TextColumn(_("Name"))
    club = TextColumn(_("Club"), css="wide-only")
    rating = NumberColumn(_("Rating"), orderable=False)
    value = NumberColumn("", orderable=False)

    def __init__(self, rows: list[Row], rating_list: RatingList, top: Top) -> None:
        of_clubs = bool(rows) and rows[0].member is None
        super().__init__(list(enumerate(rows, 1)), top.title, exclude=("club",) if of_clubs else ())
        self.columns["value"].column.verbose_name = top.heading
        if of_clubs:
            self.columns["name"].column.verbose_name = _("Club")
            self.columns["rating"].column.verbose_name = _("Players")
        self.figure = str if of_clubs else cell_of(rating_list.pool)
        self.is_signed = top.is_signed

    def cell_place(self, line: tuple[int, Row]) -> str:
        return number_cell(line[0], "number strong")

    def cell_name(self, line: tuple[int, Row]) -> str:
        member, club = line[1].member, line[1].club
        if member is None:
            return f"<td>{_club_link(club)}</td>"
        below = f'<span class="sub narrow-only">{escape(club.name)}</span>' if club else ""
        return f"<td>{member_link(member)}{below}</td>"

    def cell_club(self, line: tuple[int, Row]) -> str:
        return f'<td class="wide-only">{_club_link(line[1].club, "quiet") if line[1].club else ""}</td>'

    def cell_rating(self, line: tuple[int, Row]) -> str:
        return number_cell(self.figure(line[1].rating))

    def cell_value(self, line: tuple[int, Row]) -> str:
        value = line[1].value
        return number_cell(signed(value) if self.is_signed else escape(str(value)))


class ReignTable(PublicTable):
    """The number ones, the latest first."""

    since = TextColumn(_("Since"), mark="day")
    until = TextColumn(_("Until"), css="wide-only", mark="day")
    name = TextColumn(_("Name"))
    lists = NumberColumn(_("Lists"), orderable=False)
    highest = NumberColumn(_("Highest rating"), orderable=False)

    def __init__(self, rows: list[Reign], pool: RatingPool) -> None:
        super().__init__(rows, _("Number ones"))
        self.figure = cell_of(pool)

    def cell_since(self, reign: Reign) -> str:
        return text_cell(long_date(reign.first), "day")

    def cell_until(self, reign: Reign) -> str:
        return text_cell(long_date(reign.until) if reign.until else _("today"), "wide-only day")

    def cell_name(self, reign: Reign) -> str:
        return f"<td>{member_link(reign.member)}</td>"

    def cell_highest(self, reign: Reign) -> str:
        return number_cell(self.figure(reign.highest), "number strong")


class FeatTable(PublicTable):
    """The lines of a record."""

    caption_shown = True
    place = NumberColumn(_("Place"), mark="strong", orderable=False)
    name = TextColumn(_("Name"))
    day = TextColumn(_("List"))
    value = NumberColumn("", orderable=False)

    def __init__(self, rows: list[Feat], pool: RatingPool, caption: str, heading: str, shows: str) -> None:
        super().__init__(list(enumerate(rows, 1)), caption)
        self.columns["value"].column.verbose_name = heading
        self.pool = pool
        self.figure = {"rating": cell_of(pool), "change": signed, "games": str}[shows]

    def cell_place(self, line: tuple[int, Feat]) -> str:
        return number_cell(line[0], "number strong")

    def cell_name(self, line: tuple[int, Feat]) -> str:
        return f"<td>{member_link(line[1].member)}</td>"

    def cell_day(self, line: tuple[int, Feat]) -> str:
        day = line[1].rating_list
        return f"<td>{link(reverse('list', args=[self.pool.slug, day.month_slug]), long_date(day.date))}</td>"

    def cell_value(self, line: tuple[int, Feat]) -> str:
        return number_cell(self.figure(line[1].value), "number strong")


def _club_link(club, css: str = "") -> str:
    return link(address("club", club.number), club.name, css)
