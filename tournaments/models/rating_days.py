"""The day that decides in which rating list a game counts."""

import datetime as dt


def rating_day(
    played: dt.date | None, start: dt.date | None, end: dt.date | None, counts_from: dt.date | None
) -> dt.date | None:
    """Return the day that decides in which rating list a game counts; None if nothing says when it was played.

    It is the date of the game, moved inside the days of the tournament (files have typing errors), else the end of the
    tournament, else its start; never before ``counts_from``.
    """
    bounds = sorted(day for day in (start, end) if day)
    day = played
    if bounds:
        day = min(max(played, bounds[0]), bounds[-1]) if played else (end or start)
    if counts_from and (day is None or day < counts_from):
        return counts_from
    return day
