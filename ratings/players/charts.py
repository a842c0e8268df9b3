"""The history of a rating as a small SVG. What there are many of is written here: a template takes longer."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import TypeVar

from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from federation.i18n.dates import long_date
from ratings.figures import grade, in_words
from ratings.models import Rating, RatingPool
from ratings.systems.ffg.levels import RANK

WIDTH, HEIGHT = 480, 220
LEFT, RIGHT, TOP, BOTTOM = 44, 14, 16, 28
STEPS = (10, 20, 50, 100, 200, 500, 1000)
LINES = 5  # at most, across the chart
NAMED = 6  # at most, along it

Place = TypeVar("Place")


@dataclass(frozen=True)
class Mark:
    """A place on an axis and what is written there."""

    at: float
    text: str


@dataclass(frozen=True)
class Dot:
    """A rating in the picture."""

    x: float
    y: float
    rating: str  # as people write it
    date: dt.date
    text: str  # date and rating: what a pointer on it shows


@dataclass(frozen=True)
class Chart:
    """Everything that is drawn, in units of the picture."""

    dots: list[Dot]
    curve: str  # the points of a polyline
    grid: str  # a path: a line across at each level, a tick at each year
    levels: list[Mark]  # ratings, from the lowest; in go the grade that begins there
    years: list[Mark]
    end: Dot
    width: int = WIDTH
    height: int = HEIGHT
    spark: str = f"{LEFT} {TOP - 6} {WIDTH - LEFT - RIGHT} {HEIGHT - TOP - BOTTOM + 12}"  # viewBox of the curve

    @property
    def dots_html(self) -> SafeString:
        """Return the dots, each with what it shows."""
        dot = '<circle class="dot" cx="{}" cy="{}" r="3.5"><title>{}</title></circle>\n    '
        return mark_safe("".join(dot.format(each.x, each.y, escape(each.text)) for each in self.dots))  # noqa: S308

    @property
    def texts_html(self) -> SafeString:
        """Return what is written at the axes."""
        level = f'<text x="{LEFT - 6}" y="{{}}" dy=".35em" text-anchor="end">{{}}</text>\n    '
        year = f'<text x="{{}}" y="{HEIGHT}" dy="-.4em" text-anchor="middle">{{}}</text>\n    '
        texts = [(level, mark) for mark in self.levels] + [(year, mark) for mark in self.years]
        return mark_safe("".join(text.format(mark.at, escape(mark.text)) for text, mark in texts))  # noqa: S308


def history_chart(ratings: Sequence[Rating], pool: RatingPool) -> Chart | None:
    """The chart of one member's ratings in the pool, in any order; None with fewer than two of them."""
    points = sorted((each.list.date, each.rating) for each in ratings if each.rating is not None)
    if len(points) < 2:
        return None
    first, last = points[0][0].toordinal(), points[-1][0].toordinal()
    steps = [step for step in STEPS if step >= RANK] if pool.has_grades else STEPS
    levels = _levels(min(rating for _, rating in points), max(rating for _, rating in points), steps)
    across = (WIDTH - LEFT - RIGHT) / max(1, last - first)
    upward = (HEIGHT - TOP - BOTTOM) / (levels[-1] - levels[0])

    def x(day: dt.date) -> float:
        return round(LEFT + (day.toordinal() - first) * across, 1)

    def y(rating: int) -> float:
        return round(HEIGHT - BOTTOM - (rating - levels[0]) * upward, 1)

    dots = [_dot(x(day), y(rating), in_words(rating, pool), day) for day, rating in points]
    level_marks = [Mark(y(level), grade(level, pool) or str(level)) for level in levels]
    year_marks = [Mark(x(day), str(day.year)) for day in years(points[0][0], points[-1][0])]
    return Chart(
        dots=dots,
        end=dots[-1],
        curve=" ".join(f"{dot.x},{dot.y}" for dot in dots),
        grid=_grid(level_marks, year_marks),
        levels=level_marks,
        years=year_marks,
    )


def _dot(x: float, y: float, rating: str, day: dt.date) -> Dot:
    what = _("%(what)s:") % {"what": long_date(day)}
    return Dot(x, y, rating, day, f"{what} {rating}")


def _grid(levels: Sequence[Mark], years: Sequence[Mark]) -> str:
    across = "".join(f"M{LEFT} {level.at}H{WIDTH - RIGHT}" for level in levels)
    return across + "".join(f"M{year.at} {HEIGHT - BOTTOM}v5" for year in years)


def _levels(lowest: int, highest: int, steps: Sequence[int]) -> list[int]:
    """Round ratings that enclose the curve, two at least."""
    for step in steps:
        start, end = lowest // step * step, -(-highest // step) * step
        if (end - start) // step < LINES:
            break
    return list(range(start, max(end, start + step) + 1, step))


def years(first: dt.date, last: dt.date) -> list[dt.date]:
    """The Januaries of the time, thinned out; its first day where there is none."""
    januaries = [dt.date(year, 1, 1) for year in range(first.year, last.year + 1)]
    return thinned([day for day in januaries if first <= day <= last] or [first])


def thinned(places: Sequence[Place]) -> list[Place]:
    """What is named along an axis, the last one always."""
    every = max(1, -(-len(places) // NAMED))
    return list(places[::-1][::every][::-1])
