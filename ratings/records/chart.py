"""The ratings of a member over time as one SVG: every tournament a point, solid what is published, dashed what is not.

Positions are per cent of the box and letters pixels of the page, so that letters have one size at every width. A point
is a link as wide as a thumb allows; in focus or under the pointer it says its values at the top, without any script.
"""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from html import escape
from typing import NamedTuple

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from ratings.figures import grade, in_words
from ratings.models import RatingPool
from ratings.players.charts import years

TOP, BOTTOM = 19.0, 90.0  # per cent of the height, between which lines run; above them stand the values of a point
STEPS = (10, 20, 50, 100, 200, 500, 1000)
LINES = 6  # at most, across
STRIP = 9.0  # per cent of the width that a point takes at most


class Dot(NamedTuple):
    """A rating on a day."""

    day: dt.date
    rating: int


@dataclass(frozen=True)
class Line:
    """The ratings of a pool by list, the earliest first, and that of today where there is one."""

    pool: RatingPool
    values: list[Dot]
    today: Dot | None = None


@dataclass(frozen=True)
class Point:
    """A tournament, or a list: what it made of the rating, and where that is explained."""

    day: dt.date
    rating: int
    head: str  # the rating with its change
    text: str  # the event with its day
    address: str
    is_official: bool = True


@dataclass(frozen=True)
class Scale:
    """Turns days and ratings into per cent of the box."""

    first: int
    last: int
    low: int
    high: int

    def x(self, day: dt.date) -> float:
        return round(100 * (day.toordinal() - self.first) / max(1, self.last - self.first), 2)

    def y(self, rating: int) -> float:
        return round(BOTTOM - (BOTTOM - TOP) * (rating - self.low) / max(1, self.high - self.low), 2)


def svg(
    lines: Sequence[Line],
    points: Sequence[Point],
    label: str,
    still: tuple[str, str],
    *,
    has_extremes: bool = True,
) -> SafeString:
    """Return the chart of ratings on one scale; "" with fewer than two values. The first line is the main one.

    ``still``: two lines of text at the top, shown while no point is touched. ``has_extremes``: the highest and the
    lowest point are named.
    """
    values = [value for line in lines for value in (*line.values, *([line.today] if line.today else []))]
    values += [Dot(point.day, point.rating) for point in points]
    if len({value.day for value in values}) < 2:
        return mark_safe("")
    scale, levels = _scale(values, STEPS)
    parts = [
        *_grid(scale, levels, lines[0].pool),
        *_days(scale, lines[0]),
        *(part for place, line in reversed([*enumerate(lines, 1)]) for part in _curve(scale, line, place, points)),
        _tip(still, "tip still"),
        *_points(scale, points, has_extremes=has_extremes),
        *_ends(scale, lines),
    ]
    return mark_safe(f'<svg class="career" role="group" aria-label="{escape(label)}">{"".join(parts)}</svg>')  # noqa: S308


def _scale(values: Sequence[Dot], steps: Sequence[int]) -> tuple[Scale, list[int]]:
    days = [value.day.toordinal() for value in values]
    low, high = min(value.rating for value in values), max(value.rating for value in values)
    for step in steps:
        start, end = low // step * step, -(-high // step) * step
        if (end - start) // step < LINES:
            break
    end = max(end, start + step)
    return Scale(min(days), max(days), start, end), list(range(start, end + 1, step))


def _grid(scale: Scale, levels: Sequence[int], pool: RatingPool) -> list[str]:
    row = (
        '<line class="gridline" x1="0" x2="100%" y1="{y}%" y2="{y}%"/>'
        '<text class="end" x="0" dx="-8" y="{y}%" dy="4">{text}</text>'
    )
    return [row.format(y=scale.y(level), text=grade(level, pool) or level) for level in levels]


def _days(scale: Scale, line: Line) -> list[str]:
    first, last = dt.date.fromordinal(scale.first), dt.date.fromordinal(scale.last)
    upright = f'<line class="listday" x1="{{x}}%" x2="{{x}}%" y1="{TOP}%" y2="{BOTTOM}%"/>'
    found = [upright.format(x=scale.x(value.day)) for value in line.values]
    name = '<text class="{css}" x="{x}%" y="100%" dy="-3">{text}</text>'
    for day in years(first, last):
        css = "start" if scale.x(day) < 3 else "end" if scale.x(day) > 97 else "middle"
        found.append(name.format(css=css, x=scale.x(day), text=day.year))
    return found


def _curve(scale: Scale, line: Line, place: int, points: Sequence[Point]) -> list[str]:
    """Return the solid line up to the last list, and the dashed one after it. The main line runs through all points."""
    solid = list(line.values)
    if place == 1:
        solid += [Dot(point.day, point.rating) for point in points if point.is_official]
    solid = sorted(solid, key=lambda value: value.day)
    css = f"s{min(place, 4)}"
    found = [_path(scale, solid, css)] if len(solid) > 1 else []
    if line.today and solid:
        open_points = [Dot(point.day, point.rating) for point in points if place == 1 and not point.is_official]
        rest = sorted([solid[-1], *open_points, line.today], key=lambda value: value.day)
        found.append(_path(scale, rest, f"{css} live"))
    return found


def _path(scale: Scale, values: Sequence[Dot], css: str) -> str:
    places = " L".join(f"{10 * scale.x(value.day):.0f} {10 * scale.y(value.rating):.0f}" for value in values)
    box = '<svg width="100%" height="100%" viewBox="0 0 1000 1000" preserveAspectRatio="none">'
    return f'{box}<path class="{css}" d="M{places}"/></svg>'


def _points(scale: Scale, points: Sequence[Point], *, has_extremes: bool) -> list[str]:
    """Return the points from left to right, and which of them is the highest and the lowest."""
    ordered = sorted(points, key=lambda point: point.day)
    if not ordered:
        return []
    high, low = (_extreme(ordered, max), _extreme(ordered, min)) if has_extremes else (None, None)
    found = []
    for place, point in enumerate(ordered):
        start, width = _strip(scale, ordered, place)
        css = " ".join(["dot", *(["peak"] if point is high else []), *([] if point.is_official else ["live"])])
        found.append(_point(scale, point, css, start, width))
    if high is not low:
        found += [_named(scale, high, _("highest"), "-12"), _named(scale, low, _("lowest"), "20")]
    return found


def _extreme(points: Sequence[Point], which: Callable[..., Point]) -> Point:
    return which(points, key=lambda point: point.rating)


def _strip(scale: Scale, points: Sequence[Point], place: int) -> tuple[float, float]:
    """Return where the touch strip of a point begins and how wide it is: half of the way to its neighbours."""
    x = scale.x(points[place].day)
    before = scale.x(points[place - 1].day) if place else x - STRIP
    after = scale.x(points[place + 1].day) if place + 1 < len(points) else x + STRIP
    start, end = max(x - STRIP / 2, (before + x) / 2), min(x + STRIP / 2, (x + after) / 2)
    return round(start, 2), round(max(end - start, 1.0), 2)


def _point(scale: Scale, point: Point, css: str, start: float, width: float) -> str:
    x, y = scale.x(point.day), scale.y(point.rating)
    return (
        f'<a class="pt" href="{escape(point.address)}" aria-label="{escape(point.head)}, {escape(point.text)}">'
        f'<rect class="hit" x="{start}%" width="{width}%" y="0" height="100%"/>'
        f'<line class="guide" x1="{x}%" x2="{x}%" y1="14%" y2="{BOTTOM}%"/>'
        f'<circle class="{css}" cx="{x}%" cy="{y}%" r="4.5"/>{_tip((point.head, point.text), "tip")}</a>'
    )


def _tip(lines: tuple[str, str], css: str) -> str:
    head, text = map(escape, lines)
    return (
        f'<text class="{css}" y="15"><tspan class="tip-head" x="0" dx="-34">{head}</tspan>'
        f'<tspan x="0" dx="-34" dy="18">{text}</tspan></text>'
    )


def _named(scale: Scale, point: Point, name: str, shift: str) -> str:
    x = scale.x(point.day)
    css = "start" if x < 10 else "end" if x > 90 else "middle"
    return (
        f'<text class="halo {css}" x="{x}%" y="{scale.y(point.rating)}%" dy="{shift}" aria-hidden="true">'
        f"{escape(name)} {point.rating}</text>"
    )


def _ends(scale: Scale, lines: Sequence[Line]) -> list[str]:
    """Return the last value of each line at its end, one below the other where they would meet."""
    found, taken = [], []
    for place, line in enumerate(lines, 1):
        last = line.today or (line.values[-1] if line.values else None)
        if last is None:
            continue
        y = scale.y(last.rating)
        while any(abs(y - other) < 5 for other in taken):
            y += 1
        taken.append(y)
        text = grade(last.rating, line.pool) or in_words(last.rating, line.pool)
        found.append(f'<text class="t{min(place, 4)}" x="{scale.x(last.day)}%" dx="9" y="{y}%" dy="4">{text}</text>')
    return found
