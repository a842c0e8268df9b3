"""The tables of a member's pages."""

from collections.abc import Mapping, Sequence
from html import escape

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from federation.i18n.dates import long_date
from federation.models import Member
from federation.web.tables import (
    NumberColumn,
    PublicTable,
    TextColumn,
    decimal,
    link,
    number_cell,
    points,
    signed,
    stone,
    text_cell,
)
from ratings.figures import cell_of, first_rating, today_mark
from ratings.models import RatingPool
from ratings.public.tables import CHANGE, member_link
from ratings.records.career import Latest
from ratings.records.games import Game
from ratings.records.record import EventScore, Opponent
from tournaments.models import public_page

SQUARES = {2: "won", 1: "half", 0: "lost"}


def square(half_points: int | None) -> str:
    """Return a result as a square: full won, half drawn, empty lost, dashed without a result."""
    return f'<span class="res {SQUARES.get(half_points, "none")}">{points(half_points) or "–"}</span>'  # type: ignore[arg-type]


class GameTable(PublicTable):
    """The games of a member in one pool.

    ``people`` are the opponents on the page by id, ``names`` those who are not members by id of the game.
    """

    day = TextColumn(lazy("Date"), "wide-only")
    colour = TextColumn(lazy("Colour"), "slim")
    opponent = TextColumn(lazy("Opponent"))
    rating = NumberColumn(lazy("Rating"), orderable=False)
    expected = NumberColumn(lazy("Expected"), css="wide-only", orderable=False)
    result = NumberColumn(lazy("Result"), orderable=False)
    change = NumberColumn(CHANGE, orderable=False)

    people: Mapping[int, Member] = {}
    names: Mapping[int, str] = {}

    def __init__(self, rows: Sequence[Game], pool: RatingPool) -> None:
        super().__init__(rows, _("Games"), exclude=("expected",) if pool.has_grades else ())
        self.figure = cell_of(pool)

    def cell_day(self, game: Game) -> str:
        return text_cell(_day(game), "wide-only muted day")

    def cell_colour(self, game: Game) -> str:
        return f'<td class="slim">{stone(game.is_white)}</td>'

    def cell_opponent(self, game: Game) -> str:
        who = self.people.get(game.opponent or 0)
        name = member_link(who) if who else escape(self.names.get(game.pairing) or _("Not a member"))
        event = link(game.event.page, game.event.name, "quiet") if game.event.pk else ""
        day = f'<span class="narrow-only">{escape(_day(game))} · </span>'
        not_counted = _("not counted")
        why = "" if game.counts else f" · {escape(not_counted)}"
        return f'<td>{name}<span class="sub">{day}{event}{why}</span></td>'

    def cell_rating(self, game: Game) -> str:
        shown = game.opponent_rating if game.counts else game.opponent_rating or None
        return number_cell(self.figure(shown))

    def cell_expected(self, game: Game) -> str:
        return number_cell(decimal(game.expected, 2) if game.has_expectation else "", "number wide-only")

    def cell_result(self, game: Game) -> str:
        return number_cell(square(game.half_points))

    def cell_change(self, game: Game) -> str:
        figure = signed(game.change, 2) if game.moves_rating else ""
        return number_cell(today_mark(figure, is_official=game.is_official))


def _day(game: Game) -> str:
    return long_date(game.day) if game.day else ""


class EventTable(PublicTable):
    """The tournaments of a member in one pool, each with its games as squares."""

    day = TextColumn(lazy("Date"), "wide-only", orderable=False)
    name = TextColumn(lazy("Tournament"))
    score = NumberColumn(lazy("Score"), orderable=False)
    performance = NumberColumn(lazy("Performance"), css="wide-only", orderable=False)
    change = NumberColumn(CHANGE, orderable=False)

    def __init__(self, rows: Sequence[EventScore], pool: RatingPool, caption: str) -> None:
        super().__init__(rows, caption, exclude=("performance",) if pool.has_grades else ())
        self.pool = pool

    def cell_day(self, row: EventScore) -> str:
        return text_cell(long_date(row.event.day) if row.event.day else "", "wide-only muted day")

    def cell_name(self, row: EventScore) -> str:
        day = f'<span class="sub narrow-only">{escape(long_date(row.event.day))}</span>' if row.event.day else ""
        squares = "".join(square(game.half_points) for game in row.games)
        name = link(row.event.page, row.event.name)
        return f'<td>{name}{day}<span class="squares">{squares}</span></td>'

    def cell_score(self, row: EventScore) -> str:
        return number_cell(f"{points(row.score.half_points)}/{row.score.games}")

    def cell_performance(self, row: EventScore) -> str:
        return number_cell(row.performance, "number wide-only")

    def cell_change(self, row: EventScore) -> str:
        figure = first_rating(row.first_rating, self.pool) if row.first_rating is not None else ""
        if any(game.moves_rating for game in row.games):
            figure = signed(row.change, 2)
        return number_cell(today_mark(figure, is_official=row.is_official))


class LatestTable(PublicTable):
    """The latest tournaments of a member, with what they changed in each pool."""

    name = TextColumn(lazy("Tournament"))
    score = NumberColumn(lazy("Score"))
    change = NumberColumn(CHANGE)

    def __init__(self, rows: Sequence[Latest], pools: Mapping[int, RatingPool]) -> None:
        super().__init__(rows, _("Last tournaments"))
        self.pools = pools

    def cell_name(self, row: Latest) -> str:
        below = f'<span class="sub">{escape(long_date(row.day))}</span>' if row.day else ""
        return f"<td>{link(public_page(row.pk, row.address), row.name)}{below}</td>"

    def cell_score(self, row: Latest) -> str:
        half_points, games = row.score
        return number_cell(f"{points(half_points)}/{games}" if games else "")

    def cell_change(self, row: Latest) -> str:
        lines = []
        for pk, pool in self.pools.items():
            figure = signed(row.changes[pk], 2) if pk in row.changes else ""
            if pk in row.first_ratings:
                figure = first_rating(row.first_ratings[pk], pool)
            if figure:
                name = f'<span class="muted">{escape(pool.name)}</span> ' if len(self.pools) > 1 else ""
                lines.append(name + today_mark(figure, is_official=pk not in row.waits))
        return number_cell("<br>".join(lines))


class OpponentTable(PublicTable):
    """The opponents of a member, the most frequent first."""

    name = TextColumn(lazy("Opponent"))
    games = NumberColumn(lazy("Games"), orderable=False)
    balance = NumberColumn(lazy("Won, drawn, lost"), css="wide-only", orderable=False)
    score = NumberColumn(lazy("Score"), orderable=False, mark="strong")
    expected = NumberColumn(lazy("Expected"), css="wide-only", orderable=False)
    last = TextColumn(lazy("Last game"), "wide-only")
    compare = TextColumn(lazy("Head to head"), css="fit")

    people: Mapping[int, Member] = {}  # on the page, by id

    def __init__(self, rows: Sequence[Opponent], member: Member, pool: RatingPool) -> None:
        super().__init__(rows, _("Opponents"), exclude=("expected",) if pool.has_grades else ())
        self.member = member

    def cell_name(self, row: Opponent) -> str:
        who = self.people.get(row.member)
        return f"<td>{member_link(who)}</td>" if who else text_cell("")

    def cell_games(self, row: Opponent) -> str:
        return number_cell(row.score.games)

    def cell_balance(self, row: Opponent) -> str:
        return number_cell(f"{row.score.won} · {row.score.drawn} · {row.score.lost}", "number wide-only")

    def cell_score(self, row: Opponent) -> str:
        return number_cell(points(row.score.half_points), "number strong")

    def cell_expected(self, row: Opponent) -> str:
        rated = row.score.rated
        return number_cell(decimal(row.score.expected, 1) if rated else "", "number wide-only")

    def cell_last(self, row: Opponent) -> str:
        return text_cell(_day(row.last), "wide-only muted day")

    def cell_compare(self, row: Opponent) -> str:
        who = self.people.get(row.member)
        if who is None:
            return "<td></td>"
        where = f"{reverse('head_to_head')}?player={self.member.number}&player={who.number}"
        text = _("compare")
        return f"<td>{link(where, text)}</td>"
