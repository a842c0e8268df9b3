"""Reads crosstables of a Swiss as chess-results.com and Swiss-Manager write them for Excel.

Source: formats/chess-results-xlsx. It is a table for people: a row a player, a column a round, `12w1` for a win with
White against number 12, `-½` and `-1` for byes. The opponent is the row of a ranking or the starting number: the one
in whose sense every cell is answered. A table is believed only as a whole: all opponents are in it, all cells answer
each other, and the points are their sum. The bytes are the text of the sheet, a line a row and tabs between the cells.
"""

import datetime as dt
import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from tournaments.formats.common.consistency import Side, content_problems, date_problems, pair_up, points_of
from tournaments.formats.common.decoding import decode, lines_of, require_lines
from tournaments.formats.common.pace import pace_of_text, pace_of_words
from tournaments.formats.common.values import arbiters_of, clean_text, make_day, split_name, two_ratings, whole_number
from tournaments.formats.crosstable.columns import Columns, Row, cells_of, columns_of, header_of, is_round_robin
from tournaments.formats.report import FormatError, Place, Problem, ReportedPlayer, Result, TournamentReport, noop

NAME = "chess-results (Excel)"
MAX_PLAYERS, MAX_CELLS = 5_000, 100_000

_CELL = re.compile(r"([1-9]\d{0,4})\s*([wbs])\s*([10½=+-]?)", re.IGNORECASE)
_BYES = {"-1": Result.PAIRING_BYE, "-½": Result.HALF_BYE, "-0.5": Result.HALF_BYE}
_ABSENT = {"0", "-0", "-"}
_RESULTS = {"½": Result.DRAW, "": Result.PENDING}
_SITE = "chess-results"
_ID = re.compile(r"tnr(\d{1,9})\b")
_FACT = re.compile(r"([^:]{1,60}?)\s*:\s*(.{1,200})")
_NUMBER = re.compile(r"\d{1,3}(?:\.\d)?|\.5")
_DAYS = re.compile(r"(\d{4})/(\d\d)/(\d\d)")
_PLACES, _CHIEFS, _TIMES = ("location", "ort", "lieu", "plaats", "local"), ("chief arbiter",), ("time control",)

NO_ROUNDS = noop(
    "This list of chess-results has no rounds: send the tournament file (.TUNX), or have Swiss-Manager export the "
    "data for FIDE (TRF)."
)
ROUND_ROBIN = noop(
    "This table of a round robin has neither rounds nor colours: send the tournament file "
    "(.TUNX), or have Swiss-Manager export the data for FIDE (TRF)."
)
NO_NAMES = noop("The table has no column with the names of the players.")
CUT = noop("The opponent %(opponent)s is not in the table: send it whole, neither cut nor filtered.")
UNKNOWN_CELL = noop("The cell “%(value)s” is not a result: send the table as chess-results wrote it.")
UNANSWERED = noop(
    "The cell “%(value)s” and that of the opponent contradict each other: send the tournament file (.TUNX)."
)
OTHER_POINTS = noop(
    "The results of %(player)s add up to %(computed)s points, the table says %(stored)s: send the tournament file "
    "(.TUNX)."
)
TOO_LARGE = noop("There are more than %(cells)s cells.")
TOO_MANY = noop("The file has more than %(most)s players.")


class _Cell(NamedTuple):
    """A round of a player as the table has it."""

    opponent: int  # 0: none
    colour: str
    result: Result
    written: str
    place: Place


def matches(filename: str, data: bytes) -> bool:
    """Return whether it is a table with the name of the site at its top, or one that has rounds."""
    if b"\t" not in data[:20_000]:
        return False
    lines = lines_of(decode(data[:40_000])[0])
    return header_of(lines) is not None or _SITE in lines[0].lower()


def read(data: bytes) -> list[TournamentReport]:
    """Return the tournament of a table. Raise `FormatError` with the first fact that makes it doubtful."""
    require_lines(data)
    lines = lines_of(decode(data)[0])
    header = header_of(lines)
    if header is None:
        raise FormatError(ROUND_ROBIN if is_round_robin(lines) else NO_ROUNDS)
    rows = _rows(lines, header)
    columns = columns_of(cells_of(lines[header]), rows)
    if columns is None:
        raise FormatError(NO_NAMES, Place(line=header + 1))
    return [_report(lines, header, rows, columns)]


def _rows(lines: Sequence[str], header: int) -> list[Row]:
    """Return the rows of the players, which end with an empty one."""
    rows: list[Row] = []
    for line in lines[header + 1 : header + 2 + MAX_PLAYERS]:
        cells = cells_of(line)
        if not any(cells):
            break
        rows.append(cells)
    if len(rows) > MAX_PLAYERS:
        raise FormatError(TOO_MANY, most=MAX_PLAYERS)
    return rows


def _report(lines: Sequence[str], header: int, rows: Sequence[Row], columns: Columns) -> TournamentReport:
    if len(rows) * len(columns.rounds) > MAX_CELLS:
        raise FormatError(TOO_LARGE, cells=MAX_CELLS)
    cells = [_cells(row, columns, header + 2 + place) for place, row in enumerate(rows)]
    numbers = _numbers(rows, columns, cells)
    _require_answers(cells, numbers)
    players = tuple(_player(number, row, columns) for number, row in zip(numbers, rows, strict=True))
    sides = [
        Side(round_, number, cell.opponent or None, cell.colour, cell.result)
        for number, of_player in zip(numbers, cells, strict=True)
        for round_, cell in enumerate(of_player, start=1)
        if cell is not None
    ]
    byes = Counter(side.round for side in sides if side.result is Result.PAIRING_BYE)
    sides = [
        side._replace(result=Result.FULL_BYE) if side.result is Result.PAIRING_BYE and byes[side.round] > 1 else side
        for side in sides
    ]
    pairings, problems = pair_up(sides, {player.number: player.last_name for player in players})
    computed = points_of(players, pairings)
    for line, player in enumerate(players, start=header + 2):
        if player.points is not None and player.points != computed[player.number]:
            facts = {"stored": f"{player.points:g}", "computed": f"{computed[player.number]:g}"}
            raise FormatError(OTHER_POINTS, Place(line=line), player=player.last_name, **facts)
    facts = _facts(lines[:header])
    start, end = _days(facts)
    time_control = _fact(facts, _TIMES)
    pace = pace_of_words(*facts, time_control) or pace_of_text(time_control)
    found = _ID.search("\n".join(lines))
    return TournamentReport(
        format="crosstable",
        name=_name(lines[:header]),
        city=_fact(facts, _PLACES),
        start=start,
        end=end,
        rounds=len(columns.rounds),
        pace=pace,
        time_control=time_control,
        kind="swiss",
        program=NAME,
        players=tuple(sorted(players, key=lambda player: player.number)),
        pairings=tuple(pairings),
        problems=(Problem("table_only"), *problems, *date_problems(start, end), *content_problems(players, pairings)),
        arbiters=arbiters_of(_fact(facts, _CHIEFS)),
        guid=f"tnr{found[1]}" if found else "",
    )


def _cells(row: Row, columns: Columns, line: int) -> list[_Cell | None]:
    """Return the rounds of a row; None where nothing is written."""
    found: list[_Cell | None] = []
    for number, place in enumerate(columns.rounds, start=1):
        written = row[place] if place < len(row) else ""
        where = Place(line=line, column=place + 1, round=number)
        if not written:
            found.append(None)
        elif match := _CELL.fullmatch(written):
            result = _RESULTS.get(match[3]) or Result(match[3])
            found.append(_Cell(int(match[1]), "w" if match[2] in "wW" else "b", result, written, where))
        elif written in _BYES or written in _ABSENT:
            found.append(_Cell(0, "", _BYES.get(written, Result.ZERO_BYE), written, where))
        else:
            raise FormatError(UNKNOWN_CELL, where, value=clean_text(written)[:20])
    return found


def _numbers(rows: Sequence[Row], columns: Columns, cells: Sequence[Sequence[_Cell | None]]) -> list[int]:
    """Return the numbers by which the cells name opponents: the places in the table or one of its columns."""
    options = [list(range(1, len(rows) + 1))]
    options += [[int(row[place]) for row in rows] for place in columns.numbers]
    return max(options, key=lambda numbers: len(_answered(cells, numbers)))


def _answered(cells: Sequence[Sequence[_Cell | None]], numbers: Sequence[int]) -> list[_Cell]:
    """Return the cells that the opponent's row answers."""
    by_number = dict(zip(numbers, cells, strict=True))
    found = []
    for number, of_player in by_number.items():
        for place, cell in enumerate(of_player):
            answer = by_number[cell.opponent][place] if cell and cell.opponent in by_number else None
            if cell and answer and answer.opponent == number and answer.colour != cell.colour:
                found += [cell] if cell.result.answers(answer.result) else []
    return found


def _require_answers(cells: Sequence[Sequence[_Cell | None]], numbers: Sequence[int]) -> None:
    """Raise `FormatError` at the first game that is not in the table twice, the same both times."""
    answered = {id(cell) for cell in _answered(cells, numbers)}
    known = {*numbers}
    for cell in (cell for of_player in cells for cell in of_player if cell and cell.opponent):
        if cell.opponent not in known:
            raise FormatError(CUT, cell.place, opponent=cell.opponent)
        if id(cell) not in answered:
            raise FormatError(UNANSWERED, cell.place, value=cell.written)


def _player(number: int, row: Row, columns: Columns) -> ReportedPlayer:
    def text(place: int | None) -> str:
        return clean_text(row[place])[:100] if place is not None and place < len(row) else ""

    last, first = _names(row[columns.name])
    rating, fide_rating = two_ratings(*(whole_number(text(at)) for at in (columns.rating, columns.fide_rating)))
    points = _NUMBER.fullmatch(text(columns.points).replace("½", ".5").replace(",", "."))
    return ReportedPlayer(
        number=number,
        last_name=last,
        first_name=first,
        federation=text(columns.federation),
        fide_id=whole_number(text(columns.fide_id)) or None,
        rating=rating,
        fide_rating=fide_rating,
        club=text(columns.club),
        title=text(columns.title),
        points=float(points[0]) if points else None,
    )


def _names(written: str) -> tuple[str, str]:
    """Return last and first name: with a comma, or with two blanks between them."""
    last, gap, first = written.partition("  ")
    return (clean_text(last), clean_text(first)) if gap and "," not in written else split_name(clean_text(written))


def _facts(lines: Sequence[str]) -> dict[str, str]:
    """Return what stands above the table as `Key : value`, with the keys in small letters."""
    pairs = (_FACT.fullmatch(clean_text(cells_of(line)[0])) for line in lines)
    return {pair[1].lower(): pair[2] for pair in pairs if pair}


def _fact(facts: Mapping[str, str], keys: Sequence[str]) -> str:
    return next((value for key, value in facts.items() if key.startswith(tuple(keys))), "")


def _days(facts: Mapping[str, str]) -> tuple[dt.date | None, dt.date | None]:
    """Return the first and the last day, which stand in one row: `2026/04/11 to 2026/04/12`."""
    rows = (list(_DAYS.finditer(value)) for value in facts.values())
    days = [make_day(*map(int, day.groups())) for day in next(filter(None, rows), [])]
    return (days[0], days[-1]) if days else (None, None)


def _name(lines: Sequence[str]) -> str:
    """Return the row below that of the site; "" if there is no such row."""
    titles = [clean_text(cells_of(line)[0])[:200] for line in lines]
    return next((title for above, title in pairwise(titles) if _SITE in above.lower()), "")
