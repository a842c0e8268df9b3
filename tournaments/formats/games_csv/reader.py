"""Games CSV: our own layout, one line a game, many tournaments a file.

The first line names the columns, in any order: ``event, city, start, end, pace, round, date, board, white, black,
result, white_rating, black_rating, handicap, board_size, komi``. Only event, white, black and result must be there;
other columns are refused. Names in French,
Dutch and German are understood (`column_names`). Cells are separated by commas or semicolons; UTF-8 (with or without
mark) or Windows-1252.

| column | what it holds |
|---|---|
| event, city | texts; the lines of one event, city, start, end and pace make one tournament |
| start, end, date | YYYY-MM-DD; without start or end the first or last date of its lines stands in; |
|  | one over 400 days from the middle date of the lines is taken for a typing error |
| pace | standard, rapid, blitz or nothing |
| round, board | whole numbers; a game without a round is in the first in which both sides are free |
| white, black | matricules |
| white_rating, black_rating | rating of a player who is not a member and has no matricule here; 0: none |
| result | `1-0` `0-1` `1/2-1/2` (`½-½` `0.5-0.5`) `0-0` `1/2-0` `0-1/2`; `*` not played yet; |
|  | forfeits `+-` `-+` `--` (`+--` `--+` `1F-0F` `0F-1F` `0F-0F`); |
|  | played but not to be rated `W-L` `L-W` `D-D` `L-L` (the letters of TRF) |
| handicap, board_size, komi | go: stones, lines, points |

A bye has neither black nor black_rating; its result is one of `1-0`, `1/2-1/2`, `0-1`, or a letter of TRF: U, F, H, Z.
Every outsider without a matricule is another player, since nothing tells whether two of them are one.
A file of games is never half imported: any wrong cell refuses the file with its line.
"""

import csv
import datetime as dt
import io
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field

from federation.identity import column_names
from federation.identity.names import folded
from tournaments.formats.common.consistency import LONGEST_EVENT, date_problems, listed, unfinished_problems
from tournaments.formats.common.decoding import decode
from tournaments.formats.common.game_lists import MANY_EVENTS, MAX_EVENTS, Event
from tournaments.formats.games_csv.cells import (
    EventKey,
    WrongCell,
    date_of,
    event_of,
    komi_of,
    results_of,
    sides_of,
    whole,
)
from tournaments.formats.report import (
    FormatError,
    Place,
    Problem,
    ReportedPairing,
    ReportedPlayer,
    TournamentReport,
    noop,
)

NAME = "Games CSV"
MAX_LINES = 100_000  # the games of a large federation in a year
COLUMNS = (
    *("event", "city", "start", "end", "pace", "round", "date", "board", "white", "black", "result"),
    *("white_rating", "black_rating", "handicap", "board_size", "komi"),
)
REQUIRED = ("event", "white", "black", "result")
HEADERS = column_names.known({name: {"city": "town"}.get(name, name.replace("_", " ")) for name in COLUMNS})

_UTF16_MARKS = {b"\xff\xfe", b"\xfe\xff"}


@dataclass
class _Event(Event):
    """What the lines of one event have said so far."""

    lines: list[int] = field(default_factory=list)  # of the pairings
    unnumbered: set[int] = field(default_factory=set)  # lines without a round
    latest: Counter[int] = field(default_factory=Counter)  # the latest round of each player


def matches(filename: str, data: bytes) -> bool:
    """Return whether the first line has three of the four required columns, or all four in any language."""
    first_line = decode(data[:2000])[0].lstrip().partition("\n")[0].partition("\r")[0]
    words = {word.strip(' "').lower() for word in re.split("[,;\t]", first_line)}
    return len(words & set(REQUIRED)) >= 3 or {HEADERS.get(folded(word)) for word in words} >= set(REQUIRED)


def read(data: bytes) -> list[TournamentReport]:
    """Return the tournaments of a file, in the order of their first lines. Raise `FormatError` for any wrong cell."""
    if b"\0" in data and data[:2] not in _UTF16_MARKS:  # before they become text, ten times as large
        line = data.count(b"\n", 0, data.index(b"\0")) + 1
        raise FormatError(noop("The line contains bytes that are not text."), Place(line=line))
    if max(data.count(b"\n"), data.count(b"\r")) > MAX_LINES:
        raise FormatError(noop("The file has more than %(most)s lines; send it in parts."), most=MAX_LINES)
    text, is_clean = decode(data)
    rows = _rows(text)
    columns = _columns(next(rows, (1, []))[1])
    events = _events(rows, columns)
    if not events:
        raise FormatError(noop("The file has a line of column names but no games."))
    problems: tuple[Problem, ...] = () if is_clean else (Problem("text_unreadable"),)
    *whole_events, last = events.items()
    reports = [_report(key, event, problems) for key, event in whole_events]
    if not text.endswith(("\n", "\r")):  # half a number reads like a number
        problems += (Problem("file_may_be_cut", facts={"count": len(last[1].pairings)}),)
    return [*reports, _report(*last, problems)]


def _rows(text: str) -> Iterator[tuple[int, list[str]]]:
    """Yield the lines that are not empty, with their numbers."""
    first_line = text.lstrip().partition("\n")[0]
    delimiter = max(",;\t", key=first_line.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    try:
        for row in reader:
            if any(row):
                yield reader.line_num, row
    except csv.Error as error:
        template = noop("The line is not valid CSV: %(reason)s.")
        raise FormatError(template, Place(line=reader.line_num), reason=str(error)) from None


def _columns(header: list[str]) -> dict[str, int]:
    """Return the position of each column."""
    names = [HEADERS.get(folded(name), name.strip().lower()) for name in header]
    unknown = [name for name in names if name not in COLUMNS]
    if unknown:
        template = noop("Unknown columns: %(columns)s. Known columns: %(known)s.")
        shown = ", ".join(name[:30] or "?" for name in unknown[:10])
        raise FormatError(template, Place(line=1), columns=shown, known=", ".join(COLUMNS))
    for name in names:
        if names.count(name) > 1:
            raise FormatError(noop("The column %(column)s appears twice."), Place(line=1), column=name)
    missing = [name for name in REQUIRED if name not in names]
    if missing:
        template = noop("These columns are missing: %(columns)s.")
        raise FormatError(template, Place(line=1), columns=", ".join(missing))
    return {name: position for position, name in enumerate(names)}


def _events(rows: Iterator[tuple[int, list[str]]], columns: dict[str, int]) -> dict[EventKey, _Event]:
    """Sort the lines into events. All lines are read before the first wrong one is reported."""
    events: dict[EventKey, _Event] = {}
    first_wrong: tuple[int, WrongCell] | None = None
    wrong = 0
    positions = [columns.get(name, -1) for name in COLUMNS]
    for line, row in rows:
        try:
            if len(row) != len(columns):
                raise WrongCell(noop("The line must have one cell per column. Wrong lines: %(count)s."))
            row.append("")  # what a missing column reads
            _read_line(events, line, [row[position].strip() for position in positions])
        except WrongCell as problem:
            wrong += 1
            first_wrong = first_wrong or (line, problem)
    if first_wrong is not None:
        line, cell = first_wrong
        raise FormatError(cell.template, Place(line=line), **cell.facts, count=wrong)
    return events


def _read_line(events: dict[EventKey, _Event], line: int, cells: list[str]) -> None:
    event_key = event_of(*cells[:5])
    round_text, date, board, white, black, result, white_rating, black_rating, *go = cells[5:]
    sides = sides_of(white, black, white_rating, black_rating)
    results = results_of(result, sides.black is None)
    stated_round = whole("round", round_text)
    day, table = date_of("date", date), whole("board", board)
    handicap, board_size, komi = whole("handicap", go[0]), whole("board_size", go[1]), komi_of(go[2])
    event = events.get(event_key)
    if event is None:
        if len(events) >= MAX_EVENTS:
            raise FormatError(MANY_EVENTS, Place(line=line), most=MAX_EVENTS)
        event = events[event_key] = _Event(event_key.event)
    white_number = _player_number(event, sides.white, sides.white_rating)
    black_number = None if sides.black is None else _player_number(event, sides.black, sides.black_rating)
    latest = max(event.latest[white_number], event.latest[black_number] if black_number else 0)
    number = stated_round or latest + 1
    for player in (white_number, black_number or white_number):
        event.latest[player] = max(event.latest[player], number)
    pairing = ReportedPairing(number, table, white_number, black_number, *results, day, handicap, board_size, komi)
    event.pairings.append(pairing)
    event.lines.append(line)
    if stated_round is None:
        event.unnumbered.add(line)


def _player_number(event: _Event, matricule: str, rating: int | None) -> int:
    """Return the number of a member, given at the first game; an outsider gets a new one each time."""
    return event.number(matricule or None, ReportedPlayer(0, "", matricule=matricule, rating=rating or None))


def _report(key: EventKey, event: _Event, problems: tuple[Problem, ...]) -> TournamentReport:
    start, end = _span(key, event)
    rounds = max(pairing.round for pairing in event.pairings)
    is_go = any(
        value is not None
        for pairing in event.pairings
        for value in (pairing.handicap, pairing.board_size, pairing.komi)
    )
    found = [
        *problems,
        *_stated_problems(key, start, end),
        *date_problems(start, end),
        *_line_problems(event, start, end),
    ]
    found += [*_games_again(event), *unfinished_problems(event.pairings)]
    return TournamentReport(
        format="games_csv",
        name=key.event,
        city=key.city,
        start=start,
        end=end,
        rounds=rounds,
        pace=key.pace,
        discipline="go" if is_go else "chess",
        players=tuple(event.players),
        pairings=tuple(sorted(event.pairings, key=lambda pairing: (pairing.round, pairing.board or 0, pairing.white))),
        problems=listed(found),
        round_dates=_round_dates(event, rounds),
    )


def _span(key: EventKey, event: _Event) -> tuple[dt.date | None, dt.date | None]:
    """Return start and end as stated, else the first and the last day of a game.

    A day far from the median day of the games is a typing error (2031 for 2021) and moves neither; nor does a stated
    one, if start and end are further apart than any event lasts.
    """
    days = sorted(pairing.date for pairing in event.pairings if pairing.date is not None)
    if not days:
        return key.start, key.end
    middle = days[len(days) // 2]
    likely = [day for day in days if _is_near(day, middle)]
    start, end = key.start, key.end
    if start and end and not _is_near(start, end):
        start, end = (day if _is_near(day, middle) else None for day in (start, end))
    return start or likely[0], end or likely[-1]


def _is_near(one: dt.date, other: dt.date) -> bool:
    return abs((one - other).days) <= LONGEST_EVENT


def _stated_problems(key: EventKey, start: dt.date | None, end: dt.date | None) -> Iterator[Problem]:
    """Yield a stated start or end that was taken for a typing error."""
    for stated, taken in ((key.start, start), (key.end, end)):
        if stated is not None and stated != taken:
            yield Problem("date_ambiguous", Place(), {"value": stated.isoformat(), "date": str(taken)})


def _line_problems(event: _Event, start: dt.date | None, end: dt.date | None) -> Iterator[Problem]:
    """Yield games outside the dates of their event, and two players who meet twice in a round."""
    seen: set[tuple[int, frozenset[int]]] = set()
    for line, pairing in zip(event.lines, event.pairings, strict=True):
        if pairing.date is not None and start is not None and end is not None and not start <= pairing.date <= end:
            facts: dict[str, object] = {"date": str(pairing.date), "start": str(start), "end": str(end)}
            yield Problem("round_date_outside", Place(line=line, round=pairing.round), facts)
        if pairing.black is not None:
            both = (pairing.round, frozenset((pairing.white, pairing.black)))
            if both in seen:
                names = [event.players[number - 1].matricule for number in (pairing.white, pairing.black)]
                facts = {"player": names[0], "opponent": names[1]}
                yield Problem("game_twice", Place(line=line, round=pairing.round), facts)
            seen.add(both)


def _games_again(event: _Event) -> Iterator[Problem]:
    """Yield lines that repeat another one without a round to tell them apart, as in joined lists of two players."""
    first: dict[tuple[object, ...], int] = {}
    for line, pairing in zip(event.lines, event.pairings, strict=True):
        if line in event.unnumbered and pairing.black is not None:
            earlier = first.setdefault((pairing.white, pairing.black, pairing.letters, pairing.date), line)
            if earlier != line:
                players = [event.players[number - 1].matricule for number in (pairing.white, pairing.black)]
                facts: dict[str, object] = {"player": players[0], "opponent": players[1], "earlier": earlier}
                yield Problem("game_again", Place(line=line), facts)


def _round_dates(event: _Event, rounds: int) -> tuple[dt.date | None, ...]:
    """Return the day of each round, if all its games have the same."""
    days: dict[int, set[dt.date | None]] = {}
    for pairing in event.pairings:
        days.setdefault(pairing.round, set()).add(pairing.date)
    if all(None in found for found in days.values()):
        return ()
    return tuple(
        next(iter(days[number])) if len(days.get(number, ())) == 1 else None for number in range(1, rounds + 1)
    )
