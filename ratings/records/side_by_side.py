"""The ratings of two to four members over time: one chart with a table, where two of them met a point."""

import datetime as dt
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import IntegerField, Value
from django.db.models.functions import Coalesce
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _

from federation.i18n.dates import long_date
from federation.models import Member
from federation.web.tables import points as half_points
from ratings.figures import cell_of, in_words
from ratings.models import LivingRating, Rating, RatingList, RatingPool
from ratings.players.games_between import Meeting
from ratings.records.chart import Dot, Line, Point, svg
from ratings.records.head_to_head import Pair


@dataclass(frozen=True)
class SideBySide:
    """Members in one rating type: the chart, and their ratings list by list, the latest first."""

    pool: RatingPool
    pools: list[RatingPool]  # that can be chosen
    members: list[Member]  # who have a rating in it
    chart: SafeString
    rows: list[tuple[dt.date, list[str]]]
    has_today: bool


def side_by_side(found: Sequence[Pair], members: Sequence[Member], slug: str) -> SideBySide | None:
    """Return the ratings of the members in the chosen rating type, else in the first that rates two of them.

    None if none does. One query.
    """
    pools = list({each.pool.pk: each.pool for pair in found for each in pair.comparisons}.values())
    pool = next((each for each in pools if each.slug == slug), pools[0] if pools else None)
    if pool is None:
        return None
    lines = _lines(members, pool)
    rated = [member for member in members if lines[member.pk].values]
    drawn = [lines[member.pk] for member in rated]
    met = _points(drawn[0], found[0].meetings.games) if len(found) == 1 else []
    names = " – ".join(member.public_name for member in rated)
    label = _("%(pool)s: %(names)s. The table below has all the numbers.") % {"pool": pool.name, "names": names}
    chart = svg(drawn, met, label, (pool.name, names), has_extremes=False)
    return SideBySide(pool, pools, rated, chart, _rows(drawn, pool), any(line.today for line in drawn))


def _lines(members: Sequence[Member], pool: RatingPool) -> dict[int, Line]:
    """Return the line of each member, by id. One query."""
    ids = [member.pk for member in members]
    lists = RatingList.objects.published().filter(pool=pool)
    official = Rating.objects.filter(member__in=ids, list__in=lists.values("pk"), rating__isnull=False).order_by()
    today = LivingRating.objects.filter(member__in=ids, list=pool.pk, rating__isnull=False).order_by()
    rows = official.values_list("member", "list__date", "rating", Value(1, output_field=IntegerField())).union(
        today.values_list(
            "member", Coalesce("last_played", "list__date"), "rating", Value(0, output_field=IntegerField())
        ),
        all=True,
    )
    values: dict[int, list[Dot]] = {pk: [] for pk in ids}
    now: dict[int, Dot] = {}
    for member, day, rating, is_official in rows:
        if is_official:
            values[member].append(Dot(day, rating))
        else:
            now[member] = Dot(day, rating)
    for dots in values.values():
        dots.sort()
    return {pk: Line(pool, dots, _after(dots, now.get(pk))) for pk, dots in values.items()}


def _after(values: Sequence[Dot], today: Dot | None) -> Dot | None:
    """Return the rating of today, not before that of the last list: a late game may be older."""
    return today._replace(day=max(today.day, values[-1].day)) if today and values else None


def _points(line: Line, games: Sequence[Meeting]) -> list[Point]:
    """Return the games of two members, as the first of them sees them, at the rating that was in force."""
    days = [value.day for value in line.values]
    found = []
    for game in games:
        if game.day is None or game.day < days[0]:
            continue
        rating = line.values[bisect(days, game.day) - 1].rating
        score = f"{half_points(game.half_points)} – {half_points(game.half_points_of_other)}"
        text = f"{game.tournament.name}, {long_date(game.day)}"
        found.append(Point(game.day, rating, f"{score} ({in_words(rating, line.pool)})", text, game.tournament.page()))
    return found


def _rows(lines: Sequence[Line], pool: RatingPool) -> list[tuple[dt.date, list[str]]]:
    """Return the ratings of each list, the latest first, in the order of the lines."""
    figure = cell_of(pool)
    by_day = [{value.day: value.rating for value in line.values} for line in lines]
    days = sorted({day for known in by_day for day in known}, reverse=True)
    return [(day, [figure(known[day]) if day in known else "" for known in by_day]) for day in days]
