"""The tables of back-tests and what-ifs; their rows are the dictionaries of `evidence` and `what_if`."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from html import escape
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import long_date
from federation.models import Member
from federation.web.tables import (
    NumberColumn,
    PublicTable,
    TextColumn,
    decimal,
    link,
    number_cell,
    plain_signed,
    signed,
)
from ratings.figures import in_words
from ratings.models import RatingPool
from ratings.public.tables import CHANGE, member_link

Row = Mapping[str, Any]
LOSS_DIGITS = 4
NO_BREAK = "\N{NO-BREAK SPACE}"


class ScoreTable(PublicTable):
    """Scores, each with what it is the score of."""

    name = TextColumn("")
    games = NumberColumn(_("Games"))
    log_loss = NumberColumn(_("Log-loss"))
    brier = NumberColumn(_("Brier score"))
    expected = NumberColumn(_("White expected"), css="wide-only")
    scored = NumberColumn(_("White scored"), css="wide-only")

    def __init__(self, rows: Sequence[tuple[str, Row]], caption: str, head: str) -> None:
        super().__init__(rows, caption)
        self.columns["name"].column.verbose_name = head

    def cell_name(self, row: tuple[str, Row]) -> str:
        return f'<th scope="row">{escape(row[0])}</th>'

    def cell_games(self, row: tuple[str, Row]) -> str:
        return number_cell(row[1]["games"])

    def cell_log_loss(self, row: tuple[str, Row]) -> str:
        return number_cell(decimal(row[1]["log_loss"], LOSS_DIGITS), "number strong")

    def cell_brier(self, row: tuple[str, Row]) -> str:
        return number_cell(decimal(row[1]["brier"], LOSS_DIGITS))

    def cell_expected(self, row: tuple[str, Row]) -> str:
        return number_cell(percent(row[1]["expected"], 1), "number wide-only")

    def cell_scored(self, row: tuple[str, Row]) -> str:
        return number_cell(percent(row[1]["scored"], 1), "number wide-only")


class CalibrationTable(PublicTable):
    """What came of predictions, bin by bin."""

    low = TextColumn(_("Prediction"))
    games = NumberColumn(_("Games"))
    expected = NumberColumn(_("Expected"))
    scored = NumberColumn(_("Scored"))
    interval = NumberColumn(_("95 % interval"), css="wide-only")

    def cell_low(self, row: Row) -> str:
        return f'<th scope="row">{bin_name(row)}</th>'

    def cell_games(self, row: Row) -> str:
        return number_cell(row["games"])

    def cell_expected(self, row: Row) -> str:
        return number_cell(percent(row["expected"], 1))

    def cell_scored(self, row: Row) -> str:
        ends = f'<span class="sub narrow-only">{self.ends(row)}</span>'
        return number_cell(f'<span class="strong">{percent(row["scored"], 1)}</span>{ends}')

    def cell_interval(self, row: Row) -> str:
        return number_cell(self.ends(row), "number wide-only")

    @staticmethod
    def ends(row: Row) -> str:
        """The interval: 49.8–55.5 %."""
        return f"{decimal(100 * row['scored_low'], 1)}–{percent(row['scored_high'], 1)}"


class LevelTable(PublicTable):
    """What each list says of the level of the pool, the latest first."""

    date = TextColumn(_("List"))
    games = NumberColumn(_("Games"), css="wide-only")
    rated = NumberColumn(_("Rated"))
    tenth = NumberColumn(_("Lowest tenth"), css="wide-only")
    median = NumberColumn(_("Median"))
    ninetieth = NumberColumn(_("Highest tenth"), css="wide-only")
    deviation = NumberColumn(_("Spread"))

    def __init__(self, rows: Sequence[Row], pool: RatingPool, caption: str) -> None:
        super().__init__(rows, caption)
        self.pool = pool

    def cell_date(self, row: Row) -> str:
        return f'<th scope="row">{escape(day(row["date"]))}</th>'

    def cell_games(self, row: Row) -> str:
        return number_cell(row["games"], "number wide-only")

    def cell_rated(self, row: Row) -> str:
        return number_cell(row["rated"])

    def cell_tenth(self, row: Row) -> str:
        return number_cell(in_words(round(row["tenth"]), self.pool), "number wide-only")

    def cell_median(self, row: Row) -> str:
        return number_cell(in_words(round(row["median"]), self.pool), "number strong")

    def cell_ninetieth(self, row: Row) -> str:
        return number_cell(in_words(round(row["ninetieth"]), self.pool), "number wide-only")

    def cell_deviation(self, row: Row) -> str:
        return number_cell(decimal(row["deviation"], 0))


class BothLevelsTable(LevelTable):
    """With the median of the lists as they are beside that of the copy."""

    rated = NumberColumn(_("Rated"), css="wide-only")
    real = NumberColumn(_("Actual median"))

    def cell_rated(self, row: Row) -> str:
        return number_cell(row["rated"], "number wide-only")

    def cell_real(self, row: Row) -> str:
        return number_cell(in_words(round(row["real"]["median"]), self.pool))


class DriftTable(PublicTable):
    """What those who played gained on average from list to list, and what it comes to; the latest first."""

    date = TextColumn(_("List"))
    played = NumberColumn(_("Played"))
    drift = NumberColumn(_("Mean change"))
    total = NumberColumn(_("Cumulative"))

    def cell_date(self, row: Row) -> str:
        return f'<th scope="row">{escape(day(row["date"]))}</th>'

    def cell_played(self, row: Row) -> str:
        return number_cell(row["played"])

    def cell_drift(self, row: Row) -> str:
        return number_cell(plain_signed(row["drift"], 1))

    def cell_total(self, row: Row) -> str:
        return number_cell(plain_signed(row["total"], 1), "number strong")


class BothDriftsTable(DriftTable):
    """With what it comes to in the lists as they are."""

    played = NumberColumn(_("Played"), css="wide-only")
    real = NumberColumn(_("Actual cumulative"))

    def cell_played(self, row: Row) -> str:
        return number_cell(row["played"], "number wide-only")

    def cell_real(self, row: Row) -> str:
        return number_cell(plain_signed(row["real"]["total"], 1))


class ComparisonTable(PublicTable):
    """Pools on the games that all of them predicted, the best first."""

    pool = TextColumn(_("Rating type"))
    log_loss = NumberColumn(_("Log-loss"))
    brier = NumberColumn(_("Brier score"))
    off = NumberColumn(_("Mean error"), css="wide-only")
    behind = NumberColumn(_("Behind the best"))

    def __init__(self, rows: Sequence[Row], pools: Mapping[str, RatingPool], caption: str) -> None:
        super().__init__(rows, caption)
        self.pools = pools

    def cell_pool(self, row: Row) -> str:
        pool = self.pools[row["pool"]]
        return f'<th scope="row">{link(reverse("backtest", args=[pool.slug]), pool.name)}</th>'

    def cell_log_loss(self, row: Row) -> str:
        return number_cell(decimal(row["score"]["log_loss"], LOSS_DIGITS), "number strong")

    def cell_brier(self, row: Row) -> str:
        return number_cell(decimal(row["score"]["brier"], LOSS_DIGITS))

    def cell_off(self, row: Row) -> str:
        return number_cell(percent(row["calibration_error"], 1), "number wide-only")

    def cell_behind(self, row: Row) -> str:
        return number_cell(interval(row["behind"]))


class Measure(NamedTuple):
    """A line of a what-if: what the lists are and what they would be."""

    name: str
    real: str
    copy: str
    difference: str = ""


class MeasureTable(PublicTable):
    """The lists as they are and with the other rules."""

    name = TextColumn("")
    real = NumberColumn(_("Actual"))
    copy = NumberColumn(_("Scenario"))
    difference = NumberColumn(_("Difference"))

    def cell_name(self, row: Measure) -> str:
        return f'<th scope="row">{escape(row.name)}</th>'

    def cell_real(self, row: Measure) -> str:
        return number_cell(row.real)

    def cell_copy(self, row: Measure) -> str:
        return number_cell(row.copy, "number strong")

    def cell_difference(self, row: Measure) -> str:
        return number_cell(row.difference)


class ClassTable(PublicTable):
    """How many members by how much."""

    low = TextColumn(_("Difference in points"))
    members = NumberColumn(_("Members"))
    share = NumberColumn(_("Share"))

    def __init__(self, rows: Sequence[Row], total: int, caption: str) -> None:
        super().__init__(rows, caption)
        self.total = total

    def cell_low(self, row: Row) -> str:
        return f'<th scope="row">{escape(class_name(row))}</th>'

    def cell_members(self, row: Row) -> str:
        return number_cell(row["members"])

    def cell_share(self, row: Row) -> str:
        return number_cell(percent(row["members"] / max(self.total, 1), 1))


class BandTable(PublicTable):
    """Mean differences of ratings by rating; ``name_of`` writes a band."""

    low = TextColumn(_("Actual rating"))
    members = NumberColumn(_("Members"))
    mean = NumberColumn(_("Mean difference"))
    mean_distance = NumberColumn(_("Mean absolute difference"))

    def __init__(self, rows: Sequence[Row], name_of: Callable[[Row], str], caption: str) -> None:
        super().__init__(rows, caption)
        self.name_of = name_of

    def cell_low(self, row: Row) -> str:
        return f'<th scope="row">{escape(self.name_of(row))}</th>'

    def cell_members(self, row: Row) -> str:
        return number_cell(row["members"])

    def cell_mean(self, row: Row) -> str:
        return number_cell(signed(row["mean"], 1))

    def cell_mean_distance(self, row: Row) -> str:
        return number_cell(decimal(row["mean_distance"], 1))


class MoverTable(PublicTable):
    """Members whose rating would differ most."""

    name = TextColumn(_("Name"))
    real = NumberColumn(_("Actual"))
    copy = NumberColumn(_("Scenario"))
    change = NumberColumn(CHANGE)

    def __init__(self, rows: Sequence[Row], members: Mapping[int, Member], pool: RatingPool, caption: str) -> None:
        super().__init__([row for row in rows if row["member"] in members], caption)
        self.members, self.pool = members, pool

    def cell_name(self, row: Row) -> str:
        return f"<td>{member_link(self.members[row['member']])}</td>"

    def cell_real(self, row: Row) -> str:
        return number_cell(in_words(row["real"], self.pool))

    def cell_copy(self, row: Row) -> str:
        return number_cell(in_words(row["copy"], self.pool), "number strong")

    def cell_change(self, row: Row) -> str:
        return number_cell(signed(row["copy"] - row["real"]))


def percent(value: float, digits: int = 0) -> str:
    """``0.5`` as 50 %, as the reader's language writes numbers."""
    return f"{decimal(100 * value, digits)}{NO_BREAK}%"


def bin_name(row: Row) -> str:
    """``55–60 %``."""
    return f"{100 * row['low']:.0f}–{percent(row['high'])}"


def class_name(row: Row) -> str:
    """``+11 to +25``, ``0``, ``−200 and less``: the ends belong to it."""
    low, high = row["low"], row["high"]
    if low is None:
        return str(_("%(points)s or less") % {"points": plain_signed(high)})
    if high is None:
        return str(_("%(points)s or more") % {"points": plain_signed(low)})
    if low == high:
        return plain_signed(low)
    return str(_("%(low)s to %(high)s") % {"low": plain_signed(low), "high": plain_signed(high)})


def interval(difference: Row | None) -> str:
    """A difference of log-loss with its interval; empty for none."""
    if difference is None:
        return ""
    low, high = (plain_signed(difference[end], LOSS_DIGITS) for end in ("low", "high"))
    ends = f"{low}{NO_BREAK}… {high}"
    return f'{plain_signed(difference["mean"], LOSS_DIGITS)} <span class="sub">{ends}</span>'


def day(iso: str) -> str:
    """A stored day as the reader's language writes it; only its year may stand in another line."""
    *words, year = long_date(dt.date.fromisoformat(iso)).split()
    return f"{NO_BREAK.join(words)} {year}"
