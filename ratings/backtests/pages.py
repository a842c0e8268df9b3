"""A back-test and a what-if as sections of a page: a chart, its table, and how to read them."""

import datetime as dt
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate
from typing import Any

from django.utils.translation import gettext as _

from federation.models import Member
from federation.web.tables import MINUS, PublicTable, decimal, plain_signed
from ratings.backtests.plots import Course, Plot, bar_plot, calibration_plot, course_plot, curve_plot
from ratings.backtests.statistics import Evidence
from ratings.backtests.tables import (
    LOSS_DIGITS,
    BandTable,
    BothDriftsTable,
    BothLevelsTable,
    CalibrationTable,
    ClassTable,
    ComparisonTable,
    DriftTable,
    LevelTable,
    Measure,
    MeasureTable,
    MoverTable,
    ScoreTable,
    class_name,
    day,
    interval,
    percent,
)
from ratings.figures import grade, in_words
from ratings.models import PoolComparison, RatingPool, WhatIf

Row = Mapping[str, Any]


@dataclass(frozen=True)
class Section:
    """A heading, how to read the section, a chart with its meaning in a sentence, and its table."""

    key: str
    text: str
    table: PublicTable
    plot: Plot | None = None
    is_wide: bool = False  # there is no room for the table beside the chart
    plot_title: str = ""  # for readers who cannot see it
    axes: str = ""

    @property
    def title(self) -> str:
        return self.table.caption


def backtest_sections(pool: RatingPool, found: Evidence) -> list[Section]:
    """Return everything that the page of a back-test shows; nothing if no game was predicted."""
    if found["score"] is None:
        return []
    return [
        _scores(found),
        _calibration(found),
        _years(found),
        _bands(pool, found),
        _level(pool, found["lists"]),
        _drift(found["lists"]),
    ]


def comparison_section(number: int, comparison: PoolComparison, pools: Mapping[str, RatingPool]) -> Section | None:
    """Compare pools side by side; return None if the user may no longer see one of them."""
    rows = comparison.result["pools"]
    if any(row["pool"] not in pools for row in rows):
        return None
    names = ", ".join(pools[row["pool"]].name for row in rows)
    facts = {"games": rows[0]["score"]["games"], "half": _loss(comparison.result["half"])}
    text = _(
        "On the %(games)s games that all of them predicted. Always expecting one half gives a log-loss of "
        "%(half)s. If the interval of a difference includes 0, the difference is no more than chance."
    )
    hidden = "" if all(pools[row["pool"]].public for row in rows) else _("For staff only: not all of them are public.")
    return Section(
        key=f"comparison-{number}",
        text=f"{hidden} {text % facts}".strip(),
        table=ComparisonTable(rows, pools, caption=names),
    )


def what_if_sections(what_if: WhatIf, members: Mapping[int, Member]) -> list[Section]:
    """Return everything that the page of a what-if shows once it is calculated."""
    found, pool = what_if.result, what_if.pool
    ratings = found["ratings"]
    return [
        _measures(pool, found),
        _differences(ratings),
        Section(
            key="bands",
            text=_("The last list, by the members' actual rating."),
            table=BandTable(ratings["bands"], lambda row: band_name(row, pool), caption=_("By rating")),
        ),
        *(
            Section(key, "", MoverTable(ratings[key], members, pool, caption=title))
            for key, title in (("gains", _("Who would gain most")), ("losses", _("Who would lose most")))
            if ratings[key]
        ),
        _band_losses(pool, found),
        _level(pool, found["copy"]["lists"], found["real"]["lists"]),
        _drift(found["copy"]["lists"], found["real"]["lists"]),
    ]


def band_name(row: Row, pool: RatingPool) -> str:
    """Return a band of ratings: ``1600–1799``; in go as grades, ``5k–1k``."""
    low, high = row["low"], row["high"] - 1
    if pool.has_grades:
        return f"{grade(low, pool)}–{grade(high, pool)}"
    return f"{low}–{high}"


def _scores(found: Evidence) -> Section:
    rows = [
        (_("The system"), found["score"]),
        (_("Always one half"), found["half"]),
        (_("Always White's average"), found["white"]),
    ]
    return Section(
        key="scores",
        text=_(
            "Both figures measure how far the predictions were off; lower is better. Log-loss is the mean of "
            "−ln p, where p is the score expected of the winner; a draw counts as half a win and half a loss, "
            "−(ln p + ln (1 − p)) / 2. The Brier score is the mean squared error. The last line uses the "
            "average of all these games, known only afterwards."
        ),
        table=ScoreTable(rows, _("How accurate the predictions were"), _("Prediction")),
    )


def _calibration(found: Evidence) -> Section:
    bins = found["calibration"]
    points = [(row["expected"], row["scored"], row["scored_low"], row["scored_high"]) for row in bins]

    def describe(expected: float, scored: float) -> str:
        return _("expected %(expected)s, scored %(scored)s") % {
            "expected": percent(expected, 1), "scored": percent(scored, 1),
        }  # fmt: skip

    return Section(
        key="calibration",
        text=_(
            "For the side expected to score more: its expected score and its actual score. Where the "
            "predictions are right, the dots lie on the line; the bars are 95 %% intervals (Wilson). On "
            "average the predictions were off by %(error)s."
        )
        % {"error": percent(found["calibration_error"], 1)},
        table=CalibrationTable(bins, caption=_("Calibration")),
        plot=calibration_plot(points, percent, describe),
        plot_title=_("Calibration of %(games)s games. The table below has all the numbers.")
        % {"games": sum(row["games"] for row in bins)},
        axes=_("Horizontal: expected score. Vertical: actual score."),
    )


def _years(found: Evidence) -> Section:
    rows = found["years"]
    return Section(
        key="years",
        text="",
        table=ScoreTable([(str(row["year"]), row) for row in rows[::-1]], _("By year"), _("Year")),
        plot=_loss_plot([(str(row["year"]), row) for row in rows], found),
        plot_title=_("Log-loss by year. The table below has all the numbers."),
        axes=_("Vertical: log-loss, lower is better. Dashed: always one half."),
    )


def _bands(pool: RatingPool, found: Evidence) -> Section:
    rows = [(band_name(row, pool), row) for row in found["bands"]]
    short = [(grade(row["low"], pool) or str(row["low"]), row) for row in found["bands"]]
    return Section(
        key="bands",
        text=_("Games are grouped by the mean of the two ratings before the game."),
        table=ScoreTable(rows[::-1], _("By rating"), _("Mean rating")),
        plot=_loss_plot(short, found, is_joined=False),
        plot_title=_("Log-loss by rating. The table below has all the numbers."),
        axes=_("Horizontal: mean rating, from … Vertical: log-loss, lower is better. Dashed: always one half."),
    )


def _loss_plot(rows: Sequence[tuple[str, Row]], found: Evidence, is_joined: bool = True) -> Plot:
    half = found["half"] or {}
    points = [(name, row["log_loss"], f"{name}: {_loss(row)}") for name, row in rows]
    return curve_plot(points, lambda value: decimal(value, 2), level=half.get("log_loss"), is_joined=is_joined)


def _level(pool: RatingPool, lists: Sequence[Row], real: Sequence[Row] = ()) -> Section:
    """Show the level of the pool by list. ``real``: the lists as they are, if the others are those of a what-if."""
    rows = [{**row, "real": other["median"]} for row, other in zip(lists, real, strict=True)] if real else lists
    table = BothLevelsTable if real else LevelTable
    course = _course("", pool, lists)
    if real:
        courses = [_course("plot-real", pool, real), course]
    else:
        courses = [replace(course, low=[row["tenth"] for row in lists], high=[row["ninetieth"] for row in lists])]
    return Section(
        key="level",
        text=_(
            "The ratings calculated for each list; those taken from elsewhere are left out. Spread is their "
            "standard deviation."
        ),
        table=table(rows[::-1], pool, caption=_("Level and spread")),
        plot=_level_plot(pool, courses),
        plot_title=_("Median of the ratings over time. The table below has all the numbers."),
        axes=_("Median of the ratings. Line: scenario. Dotted: actual.")
        if real
        else _("Line: median of the ratings. Shaded: all but the lowest and the highest tenth."),
        is_wide=True,
    )


def _drift(lists: Sequence[Row], real: Sequence[Row] = ()) -> Section:
    """Show the drift of the ratings. ``real`` as in `_level`."""
    rows = _added_up(lists)
    courses = [_totals("", rows)]
    if real:
        others = _added_up(real)
        rows = [{**row, "real": other["total"]} for row, other in zip(rows, others, strict=True)]
        courses.insert(0, _totals("plot-real", others))
    table = BothDriftsTable if real else DriftTable
    return Section(
        key="drift",
        text=_(
            "What rated members who played gained on average, added up from list to list. If it keeps rising, "
            "the same play is worth more points than before."
        ),
        table=table(rows[::-1], caption=_("Inflation")),
        plot=course_plot(courses, plain_signed),
        plot_title=_("Mean changes added up over time. The table below has all the numbers."),
        axes=_("Points. Line: scenario. Dotted: actual.") if real else _("Vertical: points."),
    )


def _added_up(lists: Sequence[Row]) -> list[dict[str, Any]]:
    totals = accumulate(row["drift"] for row in lists)
    return [{**row, "total": total} for row, total in zip(lists, totals, strict=True)]


def _totals(css: str, rows: Sequence[Row]) -> Course:
    texts = [f"{day(row['date'])}: {plain_signed(row['total'], 1)}" for row in rows]
    return Course(css, _days(rows), [row["total"] for row in rows], texts)


def _level_plot(pool: RatingPool, courses: Sequence[Course]) -> Plot:
    """Draw the levels, in go marked with grades unless several marks would have the same grade."""
    plot = course_plot(courses, lambda value: grade(round(value), pool) or decimal(value, 0))
    if len({mark.text for mark in plot.upward}) == len(plot.upward):
        return plot
    return course_plot(courses, lambda value: decimal(value, 0).replace("-", MINUS))


def _course(css: str, pool: RatingPool, lists: Sequence[Row]) -> Course:
    texts = [f"{day(row['date'])}: {in_words(round(row['median']), pool)}" for row in lists]
    return Course(css, _days(lists), [row["median"] for row in lists], texts)


def _days(lists: Sequence[Row]) -> list[dt.date]:
    return [dt.date.fromisoformat(row["date"]) for row in lists]


def _measures(pool: RatingPool, found: Row) -> Section:
    real, copy, shared = found["real"], found["copy"], found["shared"]
    rows = [Measure(_("Games predicted"), *(str((each["score"] or {"games": 0})["games"]) for each in (real, copy)))]
    if real["score"] and copy["score"]:
        rows += [
            Measure(_("Log-loss"), _loss(real["score"]), _loss(copy["score"]), interval(shared["difference"])),
            _measure(_("Brier score"), real["score"]["brier"], copy["score"]["brier"], LOSS_DIGITS),
            Measure(
                _("Mean prediction error"), percent(real["calibration_error"], 1), percent(copy["calibration_error"], 1)
            ),
        ]
    last = [each["lists"][-1] for each in (real, copy)]
    median = [round(each["median"]) for each in last]
    drift = [sum(row["drift"] for row in each["lists"]) / len(each["lists"]) for each in (real, copy)]
    rows += [
        _measure(_("Members with a rating"), last[0]["rated"], last[1]["rated"], 0),
        Measure(
            _("Median of the last list"),
            *(in_words(each, pool) for each in median),
            plain_signed(median[1] - median[0]),
        ),
        _measure(_("Spread of the last list"), last[0]["deviation"], last[1]["deviation"], 0),
        _measure(_("Drift per list"), drift[0], drift[1], 1),
    ]
    return Section(
        key="measures",
        text=_(
            "Lower log-loss and Brier score mean better predictions. The difference in log-loss is over the "
            "%(games)s games that both predicted, with its 95 %% interval. %(verdict)s"
        )
        % {"games": shared["games"], "verdict": _verdict(shared["difference"])},
        table=MeasureTable(rows, caption=_("Actual and scenario")),
    )


def _verdict(difference: Row | None) -> str:
    if difference is None or not difference["is_clear"]:
        return _("The difference is no more than chance.")
    if difference["mean"] < 0:
        return _("The other rules predict better, by more than chance.")
    return _("The other rules predict worse, by more than chance.")


def _measure(name: str, real: float, copy: float, digits: int) -> Measure:
    difference = round(copy, digits) - round(real, digits)
    return Measure(name, decimal(real, digits), decimal(copy, digits), plain_signed(difference, digits))


def _differences(ratings: Row) -> Section:
    used = [place for place, row in enumerate(ratings["classes"]) if row["members"]] or [0]
    classes = ratings["classes"][used[0] : used[-1] + 1]  # empty bands at both ends are left out
    facts = {name: ratings[name] for name in ("members", "changed", "only_real", "only_copy")}
    facts |= {"mean": plain_signed(ratings["mean"], 1), "distance": decimal(ratings["mean_distance"], 1)}
    bars = [(_edge(row), row["members"], f"{class_name(row)}: {row['members']}") for row in classes]
    return Section(
        key="differences",
        text=_(
            "In the last list %(changed)s of %(members)s ratings would differ, by %(mean)s points on average "
            "(%(distance)s regardless of sign). %(only_real)s members would lose their rating, %(only_copy)s "
            "would gain one."
        )
        % facts,
        table=ClassTable(classes, ratings["members"], caption=_("Whose rating would be different")),
        plot=bar_plot(bars, lambda value: decimal(value, 0 if value == round(value) else 1)),
        plot_title=_("How many ratings would differ by how much. The table below has all the numbers."),
        axes=_("Horizontal: difference in points, from … Vertical: members."),
    )


def _band_losses(pool: RatingPool, found: Row) -> Section:
    """Show the loss by rating of both players, so that a game can appear in two bands."""
    sides = [{row["low"]: row for row in found[side]["bands"]} for side in ("real", "copy")]
    rows = [
        _measure(band_name(sides[0][low], pool), sides[0][low]["log_loss"], sides[1][low]["log_loss"], LOSS_DIGITS)
        for low in sorted(sides[0].keys() & sides[1].keys(), reverse=True)
    ]
    return Section(
        key="losses-by-rating",
        text=_("Games are grouped by the mean of the two ratings before the game, on each side by its own ratings."),
        table=MeasureTable(rows, caption=_("Log-loss by rating")),
    )


def _edge(row: Row) -> str:
    return plain_signed(row["low"]) if row["low"] is not None else f"≤{plain_signed(row['high'])}"


def _loss(row: Row) -> str:
    return decimal(row["log_loss"], LOSS_DIGITS)
