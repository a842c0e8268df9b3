"""SWAR, its page of results for the web: only the facts in its head are read (formats/belgium, F06).

The page names the event, its days and its club, so that it can be announced and its club known; players and results
come with the Elo report, which cannot be changed by hand.
"""

import re
from html import unescape

from tournaments.formats.common.consistency import content_problems, date_problems
from tournaments.formats.common.decoding import decode
from tournaments.formats.common.pace import pace_of_words
from tournaments.formats.common.values import clean_text, guid_of, read_day
from tournaments.formats.report import FormatError, Place, Problem, TournamentReport, noop

NAME = "SWAR (HTML)"

_HEAD_BYTES = 20_000
_META = re.compile(r"<meta\s+name='(\w{1,20})'\s+content='([^'\r\n]{0,300})'\s*/?>", re.IGNORECASE)
_SIGN = re.compile(rb"<meta\s+name='Guid'\s+content='", re.IGNORECASE)


def matches(filename: str, data: bytes) -> bool:
    """Return whether the head of the page has the number that SWAR gives each event."""
    return _SIGN.search(data[:_HEAD_BYTES]) is not None


def read(data: bytes) -> list[TournamentReport]:
    """Return the event without players, and a problem that says so. Raise `FormatError` if the page names no event."""
    text, is_clean = decode(data[:_HEAD_BYTES])
    facts = {name.lower(): clean_text(unescape(value)) for name, value in reversed(_META.findall(text))}
    if not facts.get("tournoi"):
        raise FormatError(noop("This SWAR page names no tournament: send the Elo report from SWAR."))
    start, problems = read_day(facts.get("datestart", ""), Place())
    end, found = read_day(facts.get("dateend", ""), Place())
    version = facts.get("version") or facts.get("generator", "")  # as newer and older ones name it
    problems += found + date_problems(start, end) + content_problems([], [])
    if not is_clean:
        problems.insert(0, Problem("text_unreadable"))
    return [
        TournamentReport(
            format="swar_html",
            name=facts["tournoi"][:200],
            start=start,
            end=end,
            pace=pace_of_words(facts.get("type", "")),
            program=f"SWAR {version}"[:100].strip(),
            problems=tuple(problems),
            guid=guid_of(facts.get("guid", "")),
        )
    ]
