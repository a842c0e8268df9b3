"""The charts of a back-test as plain shapes in the units of a small SVG; one template draws them all. Pure."""

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil, floor, log10

from ratings.players.charts import Mark, thinned, years

WIDTH, HEIGHT = 480, 260
LEFT, RIGHT, TOP, BOTTOM = 62, 14, 14, 34
STEPS = (1, 2, 5, 10)  # steps of an axis, times a power of ten
LINES = 5  # how many labels a plot has room for
LEAST_SPREAD = 1e-9  # different ones

Point = tuple[float, float]
Text = Callable[[float], str]  # formats a number of the axis


@dataclass(frozen=True)
class Shape:
    """A line, or the outline of an area, given by its points."""

    css: str
    points: str


@dataclass(frozen=True)
class Spot:
    """A value in the chart with the text that a pointer shows; with the ends of its interval, if it has one."""

    css: str
    x: float
    y: float
    text: str
    top: float | None = None
    bottom: float | None = None


@dataclass(frozen=True)
class Bar:
    x: float
    y: float
    width: float
    height: float
    text: str


@dataclass
class Plot:
    across: list[Mark]
    upward: list[Mark]
    areas: list[Shape] = field(default_factory=list)
    lines: list[Shape] = field(default_factory=list)
    spots: list[Spot] = field(default_factory=list)
    bars: list[Bar] = field(default_factory=list)
    width: int = WIDTH
    height: int = HEIGHT
    left: int = LEFT
    right: int = WIDTH - RIGHT
    top: int = TOP
    bottom: int = HEIGHT - BOTTOM
    label: int = LEFT - 6
    tick: int = HEIGHT - BOTTOM + 5


class Canvas:
    """Converts values of two axes to positions in the chart."""

    def __init__(self, across: tuple[float, float], upward: tuple[float, float]) -> None:
        self._across, self._upward = across, upward

    def x(self, value: float) -> float:
        low, high = self._across
        return round(LEFT + (value - low) / ((high - low) or 1) * (WIDTH - LEFT - RIGHT), 1)

    def y(self, value: float) -> float:
        """Return the distance from the top: higher values are nearer to it."""
        low, high = self._upward
        return round(HEIGHT - BOTTOM - (value - low) / ((high - low) or 1) * (HEIGHT - TOP - BOTTOM), 1)

    def points(self, points: Sequence[Point]) -> str:
        return " ".join(f"{self.x(x)},{self.y(y)}" for x, y in points)


def round_levels(low: float, high: float) -> list[float]:
    """Return at least two round numbers that enclose the values."""
    spread = next((each for each in (high - low, abs(high) / 10) if each > LEAST_SPREAD), 1.0)
    power = 10.0 ** floor(log10(spread / LINES))
    step = next(factor * power for factor in STEPS if factor * power * LINES >= spread * (1 - 1e-9))
    first = floor(low / step + 1e-9)
    last = max(ceil(high / step - 1e-9), first + 1)
    return [round(number * step, 10) for number in range(first, last + 1)]


def calibration_plot(
    bins: Sequence[tuple[float, float, float, float]], percent: Text, describe: Callable[[float, float], str]
) -> Plot:
    """Draw the actual against the expected score of each bin, with its interval, from 0 to 1.

    If the predictions are right, the dots lie on the line.
    """
    lowest = min((low for _, _, low, _ in bins), default=0.5)
    levels = round_levels(min(0.5, floor(lowest * 10) / 10), 1.0)
    canvas = Canvas((0.5, 1.0), (levels[0], levels[-1]))
    ends = (0.5, 0.6, 0.7, 0.8, 0.9, 1.0)
    return Plot(
        across=[Mark(canvas.x(each), percent(each)) for each in ends],
        upward=[Mark(canvas.y(each), percent(each)) for each in levels],
        lines=[Shape("plot-ideal", canvas.points([(0.5, 0.5), (1.0, 1.0)]))],
        spots=[
            Spot("dot", canvas.x(x), canvas.y(y), describe(x, y), canvas.y(high), canvas.y(low))
            for x, y, low, high in bins
        ],
    )


def curve_plot(
    points: Sequence[tuple[str, float, str]], number: Text, *, level: float | None = None, is_joined: bool = True
) -> Plot:
    """Draw values side by side, each with its name and text. ``level``: a line to compare them with."""
    values = [value for _, value, _ in points] + ([] if level is None else [level])
    levels = round_levels(min(values), max(values))
    canvas = Canvas((-0.5, len(points) - 0.5), (levels[0], levels[-1]))
    plot = Plot(
        across=[Mark(canvas.x(place), points[place][0]) for place in thinned(range(len(points)))],
        upward=[Mark(canvas.y(each), number(each)) for each in levels],
        spots=[Spot("dot", canvas.x(place), canvas.y(value), text) for place, (_, value, text) in enumerate(points)],
    )
    if level is not None:
        plot.lines.append(Shape("plot-ideal", canvas.points([(-0.5, level), (len(points) - 0.5, level)])))
    if is_joined:
        curve = [(float(place), value) for place, (_, value, _) in enumerate(points)]
        plot.lines.append(Shape("curve", canvas.points(curve)))
    return plot


@dataclass(frozen=True)
class Course:
    """A value over time, with its band if there is one."""

    css: str  # CSS class, if it is not a plain curve
    days: Sequence[dt.date]
    values: Sequence[float]
    texts: Sequence[str]
    low: Sequence[float] = ()
    high: Sequence[float] = ()


def course_plot(courses: Sequence[Course], number: Text) -> Plot:
    """Draw one or more values over the same time, with days to scale."""
    days = [day for course in courses for day in course.days]
    values = [value for course in courses for value in (*course.values, *course.low, *course.high)]
    levels = round_levels(min(values), max(values))
    first, last = min(days), max(days)
    canvas = Canvas((first.toordinal(), last.toordinal()), (levels[0], levels[-1]))
    plot = Plot(
        across=[Mark(canvas.x(day.toordinal()), str(day.year)) for day in years(first, last)],
        upward=[Mark(canvas.y(each), number(each)) for each in levels],
    )
    for course in courses:
        places = [float(day.toordinal()) for day in course.days]
        if course.low:
            around = [*zip(places, course.high, strict=True), *zip(places[::-1], course.low[::-1], strict=True)]
            plot.areas.append(Shape("plot-band", canvas.points(around)))
        plot.lines.append(
            Shape(f"curve {course.css}".strip(), canvas.points(list(zip(places, course.values, strict=True))))
        )
        plot.spots += [
            Spot(f"dot {course.css}".strip(), canvas.x(place), canvas.y(value), text)
            for place, value, text in zip(places, course.values, course.texts, strict=True)
        ]
    return plot


def bar_plot(bars: Sequence[tuple[str, float, str]], number: Text) -> Plot:
    """Draw columns from 0, each with its name and text."""
    levels = round_levels(0.0, max((value for _, value, _ in bars), default=1.0))
    canvas = Canvas((-0.5, len(bars) - 0.5), (levels[0], levels[-1]))
    ground, width = canvas.y(0.0), round(0.8 * (WIDTH - LEFT - RIGHT) / max(1, len(bars)), 1)
    return Plot(
        across=[Mark(canvas.x(place), bars[place][0]) for place in thinned(range(len(bars)))],
        upward=[Mark(canvas.y(each), number(each)) for each in levels],
        bars=[
            Bar(canvas.x(place - 0.4), canvas.y(value), width, round(ground - canvas.y(value), 1), text)
            for place, (_, value, text) in enumerate(bars)
        ],
    )
