"""The tables of back-tests and what-ifs; their rows are the dictionaries of `evidence` and `what_if`."""

import datetime as dt
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Any, NamedTuple

from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import long_date
from federation.models import Member
from federation.web.tables import HeadColumn, NumberColumn, PublicTable, TextColumn, decimal, link, plain_signed, signed
from ratings.figures import in_words
from ratings.models import RatingPool
from ratings.public.tables import CHANGE, member_link

Row = Mapping[str, Any]
LOSS_DIGITS = 4
NO_BREAK = "\N{NO-BREAK SPACE}"


def percent(value: float, digits: int = 0) -> str:
    """Return a share as per cent in the reader's language: 0.5 as ``50 %``."""
    return f"{decimal(100 * value, digits)}{NO_BREAK}%"


def class_name(row: Row) -> str:
    """Return the name of a class of differences, ends included: ``+11 to +25``, ``0``, ``−200 and less``."""
    low, high = row["low"], row["high"]
    if low is None:
        return str(_("%(points)s or less") % {"points": plain_signed(high)})
    if high is None:
        return str(_("%(points)s or more") % {"points": plain_signed(low)})
    if low == high:
        return plain_signed(low)
    return str(_("%(low)s to %(high)s") % {"low": plain_signed(low), "high": plain_signed(high)})


def interval(difference: Row | None) -> str:
    """Return a difference of log-loss with its interval; empty if there is none."""
    if difference is None:
        return ""
    low, high = (plain_signed(difference[end], LOSS_DIGITS) for end in ("low", "high"))
    ends = f"{low}{NO_BREAK}… {high}"
    return f'{plain_signed(difference["mean"], LOSS_DIGITS)} <span class="sub">{ends}</span>'


def day(iso: str) -> str:
    """Return a stored day in the reader's language. The year may break to another line."""
    *words, year = long_date(dt.date.fromisoformat(iso)).split()
    return f"{NO_BREAK.join(words)} {year}"


def _rating(pool: RatingPool, name: str, row: Row) -> str:
    return in_words(round(row[name]), pool)


class ScoreTable(PublicTable):
    """Scores, each with what was scored."""

    name = HeadColumn("", shows=lambda row: row[0])
    games = NumberColumn(_("Games"), shows=lambda row: row[1]["games"])
    log_loss = NumberColumn(_("Log-loss"), mark="strong", shows=lambda row: decimal(row[1]["log_loss"], LOSS_DIGITS))
    brier = NumberColumn(_("Brier score"), shows=lambda row: decimal(row[1]["brier"], LOSS_DIGITS))
    expected = NumberColumn(_("White expected"), css="wide-only", shows=lambda row: percent(row[1]["expected"], 1))
    scored = NumberColumn(_("White scored"), css="wide-only", shows=lambda row: percent(row[1]["scored"], 1))

    def __init__(self, rows: Sequence[tuple[str, Row]], caption: str, head: str) -> None:
        super().__init__(rows, caption)
        self.columns["name"].column.verbose_name = head


def _ends(row: Row) -> str:
    """Return the interval of a bin: 49.8–55.5 %."""
    return f"{decimal(100 * row['scored_low'], 1)}–{percent(row['scored_high'], 1)}"


def _scored(row: Row) -> str:
    ends = f'<span class="sub narrow-only">{_ends(row)}</span>'
    return f'<span class="strong">{percent(row["scored"], 1)}</span>{ends}'


class CalibrationTable(PublicTable):
    """The results of predictions, bin by bin: 55–60 %."""

    low = HeadColumn(_("Prediction"), shows=lambda row: f"{100 * row['low']:.0f}–{percent(row['high'])}")
    games = NumberColumn(_("Games"), shows=itemgetter("games"))
    expected = NumberColumn(_("Expected"), shows=lambda row: percent(row["expected"], 1))
    scored = NumberColumn(_("Scored"), shows=_scored)
    interval = NumberColumn(_("95 % interval"), css="wide-only", shows=_ends)


class LevelTable(PublicTable):
    """The level of the pool by list, the latest first."""

    date = HeadColumn(_("List"), shows=lambda row: day(row["date"]))
    games = NumberColumn(_("Games"), css="wide-only", shows=itemgetter("games"))
    rated = NumberColumn(_("Rated"), shows=itemgetter("rated"))
    tenth = NumberColumn(_("Lowest tenth"), css="wide-only")
    median = NumberColumn(_("Median"), mark="strong")
    ninetieth = NumberColumn(_("Highest tenth"), css="wide-only")
    deviation = NumberColumn(_("Spread"), shows=lambda row: decimal(row["deviation"], 0))
    ratings: tuple[str, ...] = ("tenth", "median", "ninetieth")

    def __init__(self, rows: Sequence[Row], pool: RatingPool, caption: str) -> None:
        super().__init__(rows, caption)
        for name in self.ratings:
            self.columns[name].column.shows = partial(_rating, pool, name)


class BothLevelsTable(LevelTable):
    """The levels of the actual lists and of the what-if, side by side."""

    rated = NumberColumn(_("Rated"), css="wide-only", shows=itemgetter("rated"))
    real = NumberColumn(_("Actual median"))
    ratings = (*LevelTable.ratings, "real")


class DriftTable(PublicTable):
    """What active players gained on average from list to list, and the running total; the latest first."""

    date = HeadColumn(_("List"), shows=lambda row: day(row["date"]))
    played = NumberColumn(_("Active players"), shows=itemgetter("played"))
    drift = NumberColumn(_("Mean change"), shows=lambda row: plain_signed(row["drift"], 1))
    total = NumberColumn(_("Cumulative"), mark="strong", shows=lambda row: plain_signed(row["total"], 1))


class BothDriftsTable(DriftTable):
    """The drift of the what-if, with the running total of the actual lists."""

    played = NumberColumn(_("Active players"), css="wide-only", shows=itemgetter("played"))
    real = NumberColumn(_("Actual cumulative"), shows=lambda row: plain_signed(row["real"], 1))


class ComparisonTable(PublicTable):
    """Pools on the games that all of them predicted, the best first."""

    pool = TextColumn(_("Rating type"))
    log_loss = NumberColumn(
        _("Log-loss"), mark="strong", shows=lambda row: decimal(row["score"]["log_loss"], LOSS_DIGITS)
    )
    brier = NumberColumn(_("Brier score"), shows=lambda row: decimal(row["score"]["brier"], LOSS_DIGITS))
    off = NumberColumn(_("Mean error"), css="wide-only", shows=lambda row: percent(row["calibration_error"], 1))
    behind = NumberColumn(_("Behind the best"), shows=lambda row: interval(row["behind"]))

    def __init__(self, rows: Sequence[Row], pools: Mapping[str, RatingPool], caption: str) -> None:
        super().__init__(rows, caption)
        self.pools = pools

    def cell_pool(self, row: Row) -> str:
        pool = self.pools[row["pool"]]
        return f'<th scope="row">{link(reverse("backtest", args=[pool.slug]), pool.name)}</th>'


class Measure(NamedTuple):
    """A line of a what-if: a value of the actual lists and of the what-if."""

    name: str
    real: str
    copy: str
    difference: str = ""


class MeasureTable(PublicTable):
    """The actual lists compared with the what-if."""

    name = HeadColumn("")
    real = NumberColumn(_("Actual"))
    copy = NumberColumn(_("Scenario"), mark="strong")
    difference = NumberColumn(_("Difference"))


class ClassTable(PublicTable):
    """How many members differ by how much."""

    low = HeadColumn(_("Difference in points"), shows=class_name)
    members = NumberColumn(_("Members"), shows=itemgetter("members"))
    share = NumberColumn(_("Share"))

    def __init__(self, rows: Sequence[Row], total: int, caption: str) -> None:
        super().__init__(rows, caption)
        self.columns["share"].column.shows = lambda row: percent(row["members"] / max(total, 1), 1)


class BandTable(PublicTable):
    """Mean differences of ratings by band; ``name_of`` returns the name of a band."""

    low = HeadColumn(_("Actual rating"))
    members = NumberColumn(_("Members"), shows=itemgetter("members"))
    mean = NumberColumn(_("Mean difference"), shows=lambda row: signed(row["mean"], 1))
    mean_distance = NumberColumn(_("Mean absolute difference"), shows=lambda row: decimal(row["mean_distance"], 1))

    def __init__(self, rows: Sequence[Row], name_of: Callable[[Row], str], caption: str) -> None:
        super().__init__(rows, caption)
        self.columns["low"].column.shows = name_of


class MoverTable(PublicTable):
    """The members whose rating would differ most."""

    name = TextColumn(_("Name"))
    real = NumberColumn(_("Actual"))
    copy = NumberColumn(_("Scenario"), mark="strong")
    change = NumberColumn(CHANGE, shows=lambda row: signed(row["copy"] - row["real"]))

    def __init__(self, rows: Sequence[Row], members: Mapping[int, Member], pool: RatingPool, caption: str) -> None:
        super().__init__([row for row in rows if row["member"] in members], caption)
        self.members = members
        for name in ("real", "copy"):
            self.columns[name].column.shows = partial(_rating, pool, name)

    def cell_name(self, row: Row) -> str:
        return f"<td>{member_link(self.members[row['member']])}</td>"
