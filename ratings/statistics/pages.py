"""What each page of counted statistics shows: its sentence, its charts, its table, and what they leave out."""

import datetime as dt
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.i18n.dates import short_month
from federation.identity.seasons import season_name
from ratings.statistics.bars import PERCENT, columns, pyramid


@dataclass(frozen=True)
class Page:
    """A page: charts with their headings, and a table, whose rows begin with what they are about."""

    lead: str
    charts: list[tuple[str, SafeString]]
    heads: list[str]
    rows: list[list[str]]
    notes: list[str]


def _ages(figures: dict[str, Any]) -> Page:
    found = figures["ages"]
    sides = (_("Women"), _("Men")) if found["by_sex"] else None
    chart = pyramid(found["bands"], sides, _("Members by age. The table below has all the numbers."))
    notes = [_("The age that a member reaches this year.")]
    if found["unknown"]:
        notes.append(
            _("%(members)s members without a birth date or sex are not counted.") % {"members": found["unknown"]}
        )
    rows = [[f"{first}–{last}", *map(str, counts)] for first, last, *counts in reversed(found["bands"])]
    heads = [_("Age"), *(sides or (_("Members"),))]
    return Page(_("How old the members of today are."), [("", chart)], heads, rows, notes)


def _members(figures: dict[str, Any]) -> Page:
    rows = figures["members"]
    chart = columns([(_season(row), row["members"]) for row in rows], _("Members by season."))
    table = [[_season(row), *_cells(row["members"], row["new"])] for row in reversed(rows)]
    lead = _("Everyone who was a member for at least a day of the season. The current season is not over yet.")
    return Page(lead, [("", chart)], [_("Season"), _("Members"), _("New members")], table, [])


def _retention(figures: dict[str, Any]) -> Page:
    rows = [row for row in figures["members"] if row["before"]]
    shares = [(_season(row), _percent(row["back"], row["before"])) for row in rows]
    chart = columns(shares, _("Members of the previous season who stayed, in per cent."), percent=True)
    table = [
        [_season(row), *_cells(row["before"], row["back"]), _share(_percent(row["back"], row["before"]))]
        for row in reversed(rows)
    ]
    lead = _("How many members of a season are members again in the next one. The current season is not over yet.")
    heads = [_("Season"), _("Members of the previous season"), _("Members again"), _("Share")]
    return Page(lead, [("", chart)], heads, table, [])


def _activity(figures: dict[str, Any]) -> Page:
    rows = figures["activity"]
    is_played = any(row["games"] != 0 for row in rows)
    days = [dt.date.fromisoformat(f"{row['month']}-01") for row in rows]
    charts = [
        (_("Players"), columns(_by_month(days, rows, "players"), _("Players by month."))),
        (_("Games"), columns(_by_month(days, rows, "games"), _("Games by month."))),
    ]
    table = [
        [short_month(day), *_cells(row["players"], row["games"])]
        for day, row in reversed([*zip(days, rows, strict=True)])
        if is_played
    ]
    lead = _("Members who played in a month, and all games of accepted tournaments, whether rated or not.")
    notes = [_("A game without a date of its own counts on the last day of its tournament.")]
    return Page(lead, charts if is_played else [], [_("Month"), _("Players"), _("Games")], table, notes)


def _confirmed(figures: dict[str, Any]) -> Page:
    rows = figures["confirmed"]
    shares = [(_season(row), _percent(row["confirmed"], row["games"])) for row in rows]
    chart = columns(shares, _("Games confirmed by both sides, in per cent."), percent=True)
    table = [
        [_season(row), *_cells(row["games"], row["confirmed"]), _share(_percent(row["confirmed"], row["games"]))]
        for row in reversed(rows)
    ]
    lead = _("Games whose result the captains of both teams confirmed on this site.")
    notes = [_("All other results were sent by an organiser or an arbiter.")]
    heads = [_("Season"), _("Games"), _("Confirmed by both sides"), _("Share")]
    return Page(lead, [("", chart)], heads, table, notes)


# Last part of the address: title, and what makes the page of all figures.
SUBJECTS: dict[str, tuple[Any, Callable[[dict[str, Any]], Page]]] = {
    "ages": (gettext_lazy("Ages"), _ages),
    "members": (gettext_lazy("Members by season"), _members),
    "retention": (gettext_lazy("Members who stay"), _retention),
    "activity": (gettext_lazy("Activity"), _activity),
    "confirmed": (gettext_lazy("Confirmed games"), _confirmed),
}


def _by_month(days: list[dt.date], rows: list[dict[str, Any]], name: str) -> list[tuple[str, int | None]]:
    return [(f"{day.month}/{day.year}", row[name]) for day, row in zip(days, rows, strict=True)]


def _season(row: dict[str, Any]) -> str:
    return season_name(row["year"])


def _cells(*counts: int | None) -> list[str]:
    return ["–" if count is None else str(count) for count in counts]


def _percent(some: int | None, all_of_them: int) -> int | None:
    return None if some is None else round(100 * some / all_of_them)


def _share(percent: int | None) -> str:
    return "–" if percent is None else f"{percent}{PERCENT}"
