"""PGN and BPGN, the files of chess servers: who played whom when, with which result (formats/pgn). No move is read.

The games of one event (tags Event, Site and Variant) make a tournament. On a server Event says whether they are rated:
``FICS rated blitz game``, ``internet, unrated crazyhouse match``; unrated games are kept and marked so. ``Date`` and
``Time`` order the games, since servers write the newest one first.

In BPGN (bughouse) two play against two: WhiteA with BlackB against BlackA with WhiteB; a game is one pairing of WhiteA
and BlackA with their partners.
"""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import replace

from tournaments.formats.decoding import decode
from tournaments.formats.game_lists import NO_ROUND, Event, Events, report_of
from tournaments.formats.pace import LONGEST_TEXT, pace_of_coded, pace_of_text
from tournaments.formats.report import (
    FormatError,
    Place,
    Problem,
    ReportedPairing,
    ReportedPlayer,
    Result,
    TournamentReport,
    gettext_noop,
)
from tournaments.formats.values import MAX_RATING, clean_text, make_day, read_fide_id, split_name, whole_number

NAME = "PGN"
MAX_BYTES = 16 << 20  # moves are most of it
MAX_GAMES = 30_000

_TAG = re.compile(r'\[(\w{1,40})\s+"((?:[^"\\]|\\.){0,500})"\s*\]\s*')
_FIRST_TAG = re.compile(rb'(?:\xef\xbb\xbf)?\s{0,99}(?:%[^\n]{0,500}\n\s{0,99}){0,9}\[[A-Z]\w{1,40}\s+"')
_UNRATED = re.compile(r"\bunrated\b", re.IGNORECASE)
_PACES = (("lightning", "blitz"), ("bullet", "blitz"), ("blitz", "blitz"), ("rapid", "rapid"), ("standard", "standard"))
_RESULTS = {"1-0": "10", "0-1": "01", "1/2-1/2": "==", "*": "**", "": "**"}
_UNRATED_LETTERS = {"10": "WL", "01": "LW", "==": "DD", "**": "**"}
_DAY = re.compile(r"(\d{4})[.-](\d{1,2})[.-](\d{1,2})")
_TIME = re.compile(r"(\d{1,2}):(\d{2})(?::[\d?]{1,2})?")
_ROUND = re.compile(r"(\d{1,3})(?:\.(\d{1,4}))?")
_BOARDS = ("WhiteA", "BlackA", "WhiteB", "BlackB")

TOO_MANY = gettext_noop("The file has more than %(most)s games; send it in parts.")

Tags = dict[str, str]


def matches(filename: str, data: bytes) -> bool:
    """A tag pair at the beginning."""
    return _FIRST_TAG.match(data[:8000]) is not None


def read(data: bytes) -> list[TournamentReport]:
    """The events of a file. Raises `FormatError` where it holds no game, or more than can be read at once."""
    if len(data) > MAX_BYTES:
        raise FormatError(gettext_noop("The file is larger than %(most)s MB; send it in parts."), most=MAX_BYTES >> 20)
    text, is_clean = decode(data)
    events = Events()
    for count, (line, tags) in enumerate(_games(text), start=1):
        if count > MAX_GAMES:
            raise FormatError(TOO_MANY, Place(line=line), most=MAX_GAMES)
        _add(events, line, tags)
    if not len(events):
        raise FormatError(gettext_noop("The file has no game with two names (tags White and Black)."))
    return [_report(event, is_clean) for event in events]


def _games(text: str) -> Iterator[tuple[int, Tags]]:
    """The tags of each game, with the line of the first one."""
    tags: Tags = {}
    begin, in_tags = 1, False
    for number, line in enumerate(text.splitlines(), start=1):
        found = _TAG.fullmatch(line.lstrip()) if line[:1] in {"[", " "} else None
        if found is None:
            in_tags = in_tags and not line.strip()
            continue
        if not in_tags:  # moves stood before: another game begins
            if tags:
                yield begin, tags
            tags, begin, in_tags = {}, number, True
        tags.setdefault(found[1], clean_text(found[2].replace('\\"', '"').replace("\\\\", "\\")))
    if tags:
        yield begin, tags


def _add(events: Events, line: int, tags: Tags) -> None:
    """Puts the game of some tags into its event; tags without two names are no game."""
    is_bughouse = "WhiteA" in tags
    seats = _BOARDS if is_bughouse else ("White", "Black")
    if not all(tags.get(seat, "").strip("?-") for seat in seats):
        return
    event = _event(events, tags, is_bughouse)
    event.time_controls.add(tags.get("TimeControl", "").strip("?-")[:LONGEST_TEXT])
    numbers = [_number(event, seat, tags, line) for seat in seats]
    if len(set(numbers)) < len(numbers):
        event.problems.append(Problem("self_pairing", Place(line=line), {"player": tags[seats[0]]}))
        return
    token = tags.get("Result", "")
    letters = _RESULTS.get(token)
    if letters is None:
        event.problems.append(Problem("result_unknown", Place(line=line), {"result": token[:20]}))
    letters = letters or "**"
    if _UNRATED.search(event.name):
        letters = _UNRATED_LETTERS[letters]
    white, black, *partners = numbers  # of bughouse: the partner of WhiteA plays Black on the other board
    round_number, board = _round(tags.get("Round", ""))
    event.pairings.append(
        ReportedPairing(
            round=round_number or NO_ROUND,
            board=board,
            white=white,
            black=black,
            white_result=Result(letters[0]),
            black_result=Result(letters[1]),
            date=_day(event, tags, line),
            ended=_time(tags.get("Time", "")),
            white_partner=partners[1] if partners else None,
            black_partner=partners[0] if partners else None,
        )
    )


def _event(events: Events, tags: Tags, is_bughouse: bool) -> Event:
    title = tags.get("Event", "").strip("?") or "PGN"
    site, variant = tags.get("Site", "").strip("?"), tags.get("Variant", "")
    pace = next((pace for word, pace in _PACES if word in title.lower()), "")
    discipline = "bughouse" if is_bughouse else "chess"
    event = Event(title, site, variant.lower()[:20], pace, discipline, is_series="Round" not in tags)
    return events.of((title, site, variant, discipline), event)


def _number(event: Event, seat: str, tags: Tags, line: int) -> int:
    """The number of who sits there, known by his name; his rating is the one of his first game in the file."""
    name = tags[seat]
    last_name, first_name = split_name(name)
    rating = whole_number(tags.get(f"{seat}Elo", ""))
    fide_id, problems = read_fide_id(tags.get(f"{seat}FideId", ""), Place(line=line))
    event.problems += problems
    title = tags.get(f"{seat}Title", "").strip("-")
    player = ReportedPlayer(
        number=0,
        last_name=last_name,
        first_name=first_name,
        fide_id=fide_id,
        rating=rating if rating and rating <= MAX_RATING else None,
        club=tags.get(f"{seat}Team", ""),
        title=title[:10],
    )
    return event.number(name, player)


def _day(event: Event, tags: Tags, line: int) -> dt.date | None:
    text = tags.get("Date", "") or tags.get("UTCDate", "")
    found = _DAY.fullmatch(text)
    day = make_day(int(found[1]), int(found[2]), int(found[3])) if found else None
    if day is None and text.strip("?. "):
        event.problems.append(Problem("date_unknown", Place(line=line), {"value": text[:20]}))
    return day


def _time(text: str) -> dt.time | None:
    found = _TIME.fullmatch(text)
    if found is None or int(found[1]) > 23 or int(found[2]) > 59:
        return None
    return dt.time(int(found[1]), int(found[2]))


def _round(text: str) -> tuple[int | None, int | None]:
    """Round and board: "3", "3.2" or nothing."""
    found = _ROUND.fullmatch(text)
    return (int(found[1]) or None, int(found[2]) if found[2] else None) if found else (None, None)


def _report(event: Event, is_clean: bool) -> TournamentReport:
    if not is_clean:
        event.problems.insert(0, Problem("text_unreadable"))
    report = report_of(event, "pgn")
    if len(event.time_controls) > 1:  # a server's, where everybody chooses
        return report
    (time_control,) = event.time_controls
    pace = event.pace or pace_of_coded(time_control) or pace_of_text(time_control)
    return replace(report, pace=pace, time_control=time_control[:100])
