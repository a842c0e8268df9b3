"""Standard, rapid or blitz, from what a file says of the time control."""

import re
from functools import lru_cache

# FIDE Laws of Chess, appendices A and B: the time of a player for 60 moves, increments included.
LONGEST_TEXT = 200
_STANDARD_FROM, _RAPID_ABOVE = 60 * 60, 10 * 60

_WORDS = (
    (re.compile(r"blitz|snelschaak|\beclair\b", re.IGNORECASE), "blitz"),
    (re.compile(r"rapid|schnellschach", re.IGNORECASE), "rapid"),
    (re.compile(r"standard|classical|classique|klassi", re.IGNORECASE), "standard"),
)
_CODED_PERIOD = re.compile(r"(?:\d{1,3}/)?(\d{2,5})(?:\+(\d{1,3}))?")
_MINUTES = re.compile(r"(?<!\d)(\d{1,3})\s*(?:'(?!')|’|′|min|mn\b|m\b)", re.IGNORECASE)
_SECONDS = re.compile(r"(?<![\d/])(\d{1,3})\s*(?:\"|''|”|″|s\b|sec|sek)", re.IGNORECASE)
_HOURS = re.compile(r"(?<![\d:/])([0-6])(?:\s*h(?:ours?|eures?|rs?)?\b\s*|\s*h|:)([0-5]\d)?(?![\d:])", re.IGNORECASE)
_BARE = re.compile(r"(?:(?<![\d:/])|(?<=G/))(\d{1,3})\s*\+\s*(\d{1,2})(?!\d)")


@lru_cache(maxsize=1000)  # few words make most descriptions of events
def pace_of_words(*texts: str) -> str:
    """Return "standard", "rapid" or "blitz" if one of the texts has the word, else ""."""
    for text in texts:
        for pattern, pace in _WORDS:
            if pattern.search(text):
                return pace
    return ""


def pace_of_coded(text: str) -> str:
    """Return the pace of a coded time control in seconds: `5400+30`, `40/6000+30:900+30` (TRF26, record 222)."""
    periods = [_CODED_PERIOD.fullmatch(period) for period in text.strip()[:LONGEST_TEXT].split(":")]
    seconds, increment = 0, 0
    for period in periods:
        if period is None:
            return ""
        seconds += int(period[1])
        increment = max(increment, int(period[2] or 0))
    return _pace(seconds + 60 * increment)


def pace_of_text(text: str) -> str:
    """Return the pace of a time control in words: `90 min + 30 s`, `100'x40 + 50' + 30"`, `1:30 + 10`, `15+10`."""
    seconds = _seconds_of_text(text)
    return _pace(seconds) if seconds is not None else ""


def minutes_of_text(text: str) -> int:
    """Return the minutes of a player for 60 moves under a time control in words; 0 if it cannot be read."""
    return (_seconds_of_text(text) or 0) // 60


def _seconds_of_text(text: str) -> int | None:
    text = text[:LONGEST_TEXT]
    minutes = [int(value) for value in _MINUTES.findall(text)]
    minutes += [60 * int(hours) + int(rest or 0) for hours, rest in _HOURS.findall(text)]
    seconds = [int(value) for value in _SECONDS.findall(text)]
    if not minutes and (bare := _BARE.search(text)):
        minutes, seconds = [int(bare[1])], [int(bare[2])]
    return 60 * sum(minutes) + 60 * max(seconds, default=0) if minutes else None


def _pace(seconds: int) -> str:
    if seconds >= _STANDARD_FROM:
        return "standard"
    return "rapid" if seconds > _RAPID_ABOVE else "blitz"
