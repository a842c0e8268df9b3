"""The lines of a TRF file: what each record holds, column by column (formats/trf 2.2 to 2.6).

Nothing is judged here beyond "is this a number, a date, a known record": `trf` makes a tournament of it.
"""

import re
from bisect import bisect
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from operator import itemgetter

from msgspec import Struct, field

from tournaments.formats.common.decoding import lines_of
from tournaments.formats.report import FormatError, Place, Problem, noop
from tournaments.formats.trf.rows import CELL, FIRST_CELL, NationalRows, PlayerRows, read_nationals, read_players

MAX_PLAYERS = 9_999  # start numbers have four digits
MAX_CELLS = 50_000  # players times rounds; the largest opens have half of it
MAX_PLACES = 1_000_000  # for results: players times the rounds of the longest line
MAX_LINES = 50_000
MAX_TOURNAMENTS = 100
MAX_DEPUTIES = 20
MAX_SCORING = 50  # records about points; real files have ten at most
LONGEST_LINE = 4_000
POINTS_END = 84

ROUND_DATES = "132"
# Records whose text is kept (formats/trf 2.3); of repeated ones the first that says something.
_TEXTS = {
    *("012", "022", "032", "042", "052", "092", "102", "122", ROUND_DATES, "142", "152"),
    *("172", "182", "192", "202", "212", "222", "XXR"),
}
_HEADINGS = {"012", "022", "042"}
_SCORING = {"162", "XXS", "BBW", "BBD", "BBL", "BBZ", "BBF", "BBU"}
_TEAMS = {"013", "310", "320", "330", "300", "362", "352"}
# Known, and of no use here: counts, pairing wishes, accelerations, informative lines, extensions
# of programs (2.5), comments and rulers.
_PASSED_OVER = {
    "062", "072", "082", "250", "260", "801", "802",
    "XXZ", "XXC", "XXA", "XXP", "XXY", "XXB", "XXM", "XXT", "XXG", "XXK",
    "XCA", "XCC", "XCE", "XCF", "XCL", "XCM", "XCP", "XCR", "XCS", "XCT", "XCZ",
    "DAT", "ACC", "TSE", "DDD", "###",
}  # fmt: skip
_REPEATED = {"112": "deputies", "299": "abnormal"}  # records of several lines -> where they are kept
_KNOWN = _TEXTS | _SCORING | _TEAMS | _PASSED_OVER | {*_REPEATED}
_NATIONAL = re.compile("[A-Z]{3} ")
_START = itemgetter(slice(4))
_RULER = re.compile(r"[\d\s.|-]*")


class Records(Struct):
    """All that the lines of a file say."""

    # What is behind the code, "" where nothing is. Dates of rounds (132) are with the blanks before them.
    texts: dict[str, str] = field(default_factory=dict.fromkeys(_TEXTS, "").copy)
    places: dict[str, int] = field(default_factory=dict)  # the lines of these texts
    players: PlayerRows = PlayerRows()
    nationals: NationalRows = NationalRows()
    scoring: list[tuple[int, str]] = field(default_factory=list)  # line, whole line (162, XXS, BB*)
    byes: list[tuple[int, str]] = field(default_factory=list)  # 240
    team_rounds: list[tuple[int, str]] = field(default_factory=list)  # 320 and 330
    abnormal: list[tuple[int, str]] = field(default_factory=list)  # 299
    beginnings: list[int] = field(default_factory=list)  # lines of headings that stand behind players
    team_line: int | None = None
    match_scoring: list[tuple[int, str]] = field(default_factory=list)  # 362
    line_ups: list[tuple[int, str]] = field(default_factory=list)  # 300
    deputies: list[tuple[int, str]] = field(default_factory=list)  # 112
    teams: list[str] = field(default_factory=list)  # whole lines of 013 and 310
    problems: list[Problem] = field(default_factory=list)

    @property
    def arbiters(self) -> tuple[str, ...]:
        """Return the chief arbiter (102) and the others (112); none if the file names no chief arbiter."""
        chief = self.texts["102"]
        deputies = [line[3:].strip() for _place, line in self.deputies[:MAX_DEPUTIES]]
        return (chief, *filter(None, deputies)) if chief else ()


class _Lines(Struct):
    """Lines of one kind and where they are."""

    places: list[int] = field(default_factory=list)
    lines: list[str] = field(default_factory=list)

    def add(self, place: int, lines: Sequence[str]) -> None:
        """Add more lines, from a place on."""
        self.places += range(place, place + len(lines))
        self.lines += lines


def collect(text: str) -> Records:
    """Sort the lines of a file by their records. Raise `FormatError` for more lines or players than any event has."""
    return _collected(_lines(text), 1)


def collect_each(text: str) -> list[Records]:
    """Return the records of each tournament: a heading after players and before others begins a new one.

    Raise `FormatError` for more lines, players or tournaments than any file has.
    """
    lines = _lines(text)
    whole = _collected(lines, 1)
    if not whole.beginnings:
        return [whole]
    begins = [0]  # the number of lines before each
    players = whole.players.lines
    for place in whole.beginnings:
        before = bisect(players, place)
        if begins[-1] < players[before - 1] and before < len(players):
            begins.append(place - 1)
    if len(begins) > MAX_TOURNAMENTS:
        raise FormatError(noop("The file has more than %(most)s tournaments."), most=MAX_TOURNAMENTS)
    return [_collected(lines[begin:end], begin + 1) for begin, end in pairwise([*begins, len(lines)])]


def _lines(text: str) -> list[str]:
    if len(text) > 2 * MAX_LINES and text.count("\n") + text.count("\r") > 2 * MAX_LINES:
        raise FormatError(noop("The file has more than %(most)s lines."), most=MAX_LINES)
    return [*map(str.rstrip, lines_of(text))]


def _collected(all_lines: Sequence[str], first: int) -> Records:
    """Return what the lines say; ``first``: the number of the first of them in the file."""
    records, players, nationals = Records(), _Lines(), _Lines()
    place = first
    for start, run in groupby(all_lines, _START):
        lines = [*run]
        kind = _kind(start)
        if kind == "player":
            players.add(place, lines)
        elif kind == "national":
            nationals.add(place, lines)
        elif kind == "other":
            for number, line in enumerate(lines, start=place):
                _sort_in(records, line, number)
            if players.lines and start[:3] in _HEADINGS:
                records.beginnings.append(place)
        place += len(lines)
    _read_people(records, players, nationals)
    return records


@lru_cache(maxsize=1000)
def _kind(start: str) -> str:
    """Return the kind of a line with these first four letters: player, national, another record; "" to skip it."""
    code = start[:3]
    if code == "001" and start in {"001", "001 "}:
        return "player"
    if not code or code in _PASSED_OVER:
        return ""
    return "national" if code not in _KNOWN and _NATIONAL.fullmatch(start) else "other"


def _sort_in(records: Records, line: str, place: int) -> None:
    code = line[:3]
    if code in _TEXTS:
        if not records.texts[code]:
            text = line[3:LONGEST_LINE]
            records.texts[code] = text if code == ROUND_DATES else text.strip()
            records.places[code] = place
    elif code in _SCORING:
        if len(records.scoring) < MAX_SCORING:
            records.scoring.append((place, line[:LONGEST_LINE]))
    elif code == "240":
        records.byes.append((place, line))
    elif code in _REPEATED:
        getattr(records, _REPEATED[code]).append((place, line[:LONGEST_LINE]))
    elif code in _TEAMS:
        _sort_in_team(records, line, place)
    elif not _RULER.fullmatch(line):
        records.problems.append(Problem("line_unknown", Place(line=place)))


def _sort_in_team(records: Records, line: str, place: int) -> None:
    records.team_line = records.team_line or place
    if line[:3] in {"013", "310"}:
        records.teams.append(line[:LONGEST_LINE])
    elif line[:3] == "362":
        records.match_scoring.append((place, line[:LONGEST_LINE]))
    elif line[:3] == "300":
        records.line_ups.append((place, line[:LONGEST_LINE]))
    elif line[:3] in {"320", "330"}:
        records.team_rounds.append((place, line[:LONGEST_LINE]))


def _read_people(records: Records, players: _Lines, nationals: _Lines) -> None:
    widths = [*map(len, players.lines)]
    longest = max(widths, default=0)
    if len(widths) > MAX_PLAYERS or sum(widths) > CELL * MAX_CELLS:
        _refuse_too_many(players.places, widths)
    if longest * len(widths) > CELL * MAX_PLACES:
        place = Place(line=players.places[widths.index(longest)])
        raise FormatError(noop("The line has more results than any tournament has rounds."), place)
    if players.lines:
        records.players = read_players(players.places, players.lines, records.problems)
    if nationals.lines:
        records.nationals = read_nationals(nationals.places, nationals.lines, records.problems)
    records.problems.sort(key=lambda problem: problem.place.line or 0)
    if longest >= POINTS_END > min(widths):  # a list of names alone has no points, and needs none
        short = [place for place, width in zip(players.places, widths, strict=True) if width < POINTS_END]
        records.problems += [Problem("line_short", Place(line=place)) for place in short]


def _refuse_too_many(places: list[int], widths: list[int]) -> None:
    cells = 0
    for count, (place, width) in enumerate(zip(places, widths, strict=True)):
        cells += max(0, width - FIRST_CELL) // CELL
        if count >= MAX_PLAYERS:
            raise FormatError(noop("The file has more than %(most)s players."), Place(line=place), most=MAX_PLAYERS)
        if cells > MAX_CELLS:
            raise FormatError(noop("The file has more than %(most)s results."), Place(line=place), most=MAX_CELLS)
