"""What the chart of a member shows: ratings by list, and the latest games tournament by tournament."""

import datetime as dt
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, IntegerField, Max, Min, Q, QuerySet, Sum, Value
from django.urls import reverse
from django.utils.translation import gettext as _

from federation.i18n.dates import long_date
from federation.models import Member
from federation.web.tables import plain_signed, points
from ratings.figures import in_words
from ratings.find_lists import LATEST
from ratings.models import LedgerEntry, LedgerLine, LivingEntry, LivingRating, Rating, RatingPool
from ratings.players.member_ratings import History
from ratings.records.chart import Dot, Line, Point
from ratings.systems.period import POINT, Kind
from tournaments.models import public_page

SHOWN = 24  # points at most; older games are shown by list
RECENT = 120  # games whose tournaments are shown
COUNTED = (Kind.GAME, Kind.COLLECTED)


@dataclass(frozen=True)
class Part:
    """The games of a tournament in one list, or in the next one."""

    list_id: int | None  # None: the next one
    pool_id: int
    pk: int
    name: str
    address: str | None
    day: dt.date | None  # of its last game there
    games: int
    half_points: int
    change: float
    order: int  # of its first game among the member's


@dataclass
class Latest:
    """A tournament with what it did in each pool, over all lists."""

    name: str
    pk: int
    address: str | None
    day: dt.date | None
    changes: dict[int, float] = field(default_factory=dict)  # by id of the pool, where there was a rating before
    first_ratings: dict[int, int] = field(default_factory=dict)  # likewise, where its games led to the first one
    games: dict[int, tuple[int, int]] = field(default_factory=dict)  # likewise: half points and games that count
    waits: set[int] = field(default_factory=set)  # ids of the pools in which some of it is not official

    def add(self, part: Part, rating: Rating | LivingRating | None) -> None:
        """Add its games in one list, or in the next one. Without a rating before they lead to the first one."""
        half_points, games = self.games.get(part.pool_id, (0, 0))
        self.games[part.pool_id] = half_points + part.half_points, games + part.games
        if rating and rating.previous_rating is not None:
            self.changes[part.pool_id] = self.changes.get(part.pool_id, 0) + part.change
        elif rating and rating.rating is not None:
            self.first_ratings[part.pool_id] = rating.rating
        if part.list_id is None:
            self.waits.add(part.pool_id)

    @property
    def score(self) -> tuple[int, int]:
        """Return half points and games in the pool in which most games count."""
        return max(self.games.values(), key=lambda score: score[1])


def parts_of(member: Member, histories: Iterable[History], today: dict[int, LivingRating]) -> list[Part]:
    """Return the latest tournaments in the ledgers of these histories and since, the latest first. One query."""
    pools = {rating.list_id: rating.list.pool_id for history in histories for rating in _recent(history.ratings)}
    rows = _sums(LedgerEntry.objects.filter(member=member, list__in=pools), is_official=True)
    if today:
        rows = rows.union(_sums(LivingEntry.objects.filter(member=member, list__in=today), is_official=False), all=True)
    found = [_part(row, pools) for row in rows]
    return sorted(found, key=lambda part: (part.day or dt.date.min, part.order), reverse=True)


def _recent(ratings: Sequence[Rating]) -> list[Rating]:
    """Return the latest ratings, the latest first, with enough games to fill the chart."""
    found, games = [], 0
    for rating in ratings:
        if games > RECENT:
            break
        found.append(rating)
        games += rating.period_games
    return found


def _sums(entries: QuerySet[Any], *, is_official: bool) -> QuerySet[Any]:
    """Return the sums over the games of each tournament, list by list."""
    event = "pairing__tournament"
    of = ("list", event, *(f"{event}__{name}" for name in ("name", "address", "end", "start")), "is_official")
    played = entries.filter(kind__in=LedgerLine.GAMES, pairing__tournament__isnull=False).order_by()
    found = played.annotate(is_official=Value(int(is_official), output_field=IntegerField())).values(*of)
    return found.annotate(
        of_games=Count("pk", filter=Q(kind__in=COUNTED)),
        of_points=Sum("half_points", filter=Q(kind__in=COUNTED)),
        of_changes=Sum("change"),
        first=Min("number"),
        last_day=Max("pairing__date"),
    ).values_list(*of, "of_games", "of_points", "of_changes", "first", "last_day")


def _part(row: tuple[Any, ...], pools: dict[int, int]) -> Part:
    rating_list, pk, name, address, end, start, is_official, games, half_points, change, first, last_day = row
    return Part(
        list_id=rating_list if is_official else None,
        pool_id=pools[rating_list] if is_official else rating_list,
        pk=pk,
        name=name,
        address=address,
        day=last_day or end or start,
        games=games,
        half_points=half_points or 0,
        change=change / POINT,
        order=first,
    )


def line_of(history: History | None, pool: RatingPool, today: LivingRating | None, since: dt.date | None) -> Line:
    """Return the line of a pool in the chart; ``since`` leaves out earlier lists."""
    rated = history.rated[::-1] if history else []
    values = [Dot(each.list.date, each.rating) for each in rated if each.rating is not None]
    now = None
    if today and today.rating is not None:
        days = [value.day for value in values[-1:]] + ([today.last_played] if today.last_played else [])
        now = Dot(max(days, default=today.list.date), today.rating)
    return Line(pool, [value for value in values if since is None or value.day >= since], now)


def points_of(
    history: History, parts: Sequence[Part], today: LivingRating | None, since: dt.date | None
) -> list[Point]:
    """Return the points of a pool: its tournaments as far as `SHOWN` goes, before them its lists."""
    ratings = {rating.list_id: rating for rating in history.ratings}
    of_lists: dict[int | None, list[Part]] = {}
    for part in sorted((each for each in parts if each.pool_id == history.pool.pk), key=lambda each: each.order):
        of_lists.setdefault(part.list_id, []).append(part)
    found = []
    of_list = _writer_of(history)
    if today and None in of_lists:
        found += _steps(history.pool, of_lists[None], today.previous_rating, today.rating, is_official=False)
    for rating in history.rated:
        if since is not None and rating.list.date < since:
            break
        steps = of_lists.get(rating.list_id, []) if len(found) < SHOWN else []
        drawn = _steps(history.pool, steps, ratings[rating.list_id].previous_rating, rating.rating, is_official=True)
        found += drawn or [of_list(rating)]
    return found


def _steps(
    pool: RatingPool, parts: Sequence[Part], before: int | None, after: int | None, *, is_official: bool
) -> list[Point]:
    """Return a point for each tournament: the rating after it. Without a rating before there is none to follow."""
    if before is None or after is None:
        return []
    found, rating = [], float(before)
    for part in parts:
        if part.day is None or not part.games:
            continue
        rating += part.change
        score = f"({points(part.half_points)}/{part.games})"
        head = f"{in_words(round(rating), pool)} {plain_signed(part.change, 2)} {score}"
        text = f"{part.name}, {long_date(part.day)}"
        address = public_page(part.pk, part.address)
        found.append(Point(part.day, round(rating), head, text, address, is_official))
    return found


def _writer_of(history: History) -> Callable[[Rating], Point]:
    """Return a function that makes the point of a list. What all lists have in common is looked up once."""
    pool, number = history.pool, history.current.member.number
    lists = reverse("list", args=[pool.slug, LATEST]).removesuffix(f"{LATEST}/")
    ledgers = reverse("ledger", args=[number, pool.slug, LATEST]).removesuffix(f"{LATEST}/")
    text = _("list of %(day)s")

    def point(rating: Rating) -> Point:
        month = rating.list.month_slug
        address = f"{lists}{month}/?member={number}" if rating.list.imported else f"{ledgers}{month}/"
        change = f" {plain_signed(rating.change)}" if rating.change else ""
        head = f"{in_words(rating.rating, pool)}{change}"
        return Point(rating.list.date, rating.rating or 0, head, text % {"day": long_date(rating.list.date)}, address)

    return point
