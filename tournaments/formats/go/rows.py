"""What the readers of EGD (.h9) and FFG (.tou) files share: texts of lines, limits, and the report of their rows."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from tournaments.formats.common.consistency import content_problems, date_problems, listed
from tournaments.formats.common.decoding import decode, lines_of
from tournaments.formats.go.cells import (
    LONGEST_LINE,
    MAX_CELLS,
    MAX_LINES,
    MAX_PLAYERS,
    MAX_ROUNDS,
    GoCell,
    Row,
    Terms,
    is_cell,
    pairings_of,
    read_cell,
)
from tournaments.formats.report import FormatError, Place, Problem, Result, TournamentReport, noop

LATIN_9 = "iso-8859-15"  # the encoding of OpenGotha's files
MOST_NOISE = 12  # words of a row that look like cells and are none
MOST_LENGTHS = 8  # of rows that are tried as the number of rounds
_PLAIN = re.compile(r"-?\d{1,6}(?:[.,]\d{1,3}|½)?", re.ASCII)
NO_ROWS = noop("The file has no player lines.")
MANY_LINES = noop("The file has more than %(most)s lines, too many for a tournament.")
LONG_LINE = noop("The line is longer than %(most)s characters.")
MANY_PLAYERS = noop("The file has more than %(most)s players.")
MANY_CELLS = noop("The file has more than %(most)s results.")


def read_lines(data: bytes) -> list[str]:
    """Return the lines of the file. Raise `FormatError` for more lines, or longer ones, than a tournament needs."""
    lines = lines_of(decode(data, latin=LATIN_9)[0])
    if len(lines) > MAX_LINES:
        raise FormatError(MANY_LINES, most=MAX_LINES)
    for number, line in enumerate(lines, start=1):
        if len(line) > LONGEST_LINE:
            raise FormatError(LONG_LINE, Place(line=number), most=LONGEST_LINE)
    return lines


def read_cells(words: Sequence[str], line: int, player: int) -> tuple[list[GoCell | None], list[Problem]]:
    """Return the cells of a row from round 1 on; a blank word is a blank cell, another that is none is a problem."""
    cells, problems = [], []
    for number, word in enumerate(words, start=1):
        cell = read_cell(word) if word else None
        if word and cell is None:
            place = Place(line=line, player=player, round=number)
            problems.append(Problem("result_unknown", place, {"result": word[:20]}))
        cells.append(cell)
    return cells, problems


def words_of_cells(words: Sequence[str]) -> list[str]:
    """Return the last run of cells, from the first that is one; cells among them that are not numbers stay.

    Columns of scores stand before or behind the cells: some of their words look like cells (half points as `148=`), the
    plain numbers beside them do not.
    """
    end = max((place for place, word in enumerate(words, start=1) if is_cell(word)), default=0)
    start = max((place for place, word in enumerate(words[:end], start=1) if _PLAIN.fullmatch(word)), default=0)
    first = next((place for place in range(start, end) if is_cell(words[place])), end)
    return list(words[first:end])


def aligned(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without words beside the rounds that look like cells.

    There are as many rounds as make most opponents answer in the same round, less the cells that nobody answers; of
    equal choices as many as most rows have.
    """
    counts = Counter(len(row.cells) for row in rows)
    if len(counts) < 2:
        return list(rows)
    choices = [_with_rounds(rows, length) for length, _count in counts.most_common(MOST_LENGTHS)]
    return max(choices, key=_score)


def _with_rounds(rows: Sequence[Row], length: int) -> list[Row]:
    """Return the rows with so many cells at most, of longer ones those that are answered."""
    others = {row.player.number: row.cells[-length:] if length else () for row in rows}
    return [_cut(row, length, others) if 0 < len(row.cells) - length <= MOST_NOISE else row for row in rows]


def _score(rows: Sequence[Row]) -> int:
    """Return how many more cells are answered than not."""
    others = {row.player.number: row.cells for row in rows}
    return sum(
        1 if _is_answered(row.player.number, place, cell.opponent, others) else -1
        for row in rows
        for place, cell in enumerate(row.cells)
        if cell is not None and cell.opponent is not None
    )


def _is_answered(number: int, place: int, opponent: int, others: Mapping[int, Sequence[GoCell | None]]) -> bool:
    theirs = others.get(opponent, ())
    answer = theirs[place] if place < len(theirs) else None
    return answer is not None and answer.opponent == number


def _cut(row: Row, length: int, others: Mapping[int, Sequence[GoCell | None]]) -> Row:
    """Return the row with the cells that are answered, of equal choices the last; only what may be a score is cut."""

    def answers(start: int) -> int:
        return sum(
            _is_answered(row.player.number, place, cell.opponent, others)
            for place, cell in enumerate(row.cells[start : start + length])
            if cell is not None and cell.opponent is not None
        )

    starts = [
        start
        for start in range(len(row.cells) - length + 1)
        if all(map(_may_be_score, (*row.cells[:start], *row.cells[start + length :])))
    ]
    if not starts:
        return row
    best = max(starts, key=lambda start: (answers(start), start))
    return row._replace(cells=row.cells[best : best + length])


def _may_be_score(cell: GoCell | None) -> bool:
    """Return whether the cell looks like a column of scores too: 0, ?, 148=, 408?."""
    return cell is None or cell.opponent is None or (not cell.colour and cell.result in {Result.DRAW, Result.PENDING})


def with_rows(
    head: TournamentReport, rows: Sequence[Row], terms: Terms, problems: Sequence[Problem]
) -> TournamentReport:
    """Return the report of a file: its head, its players and their games. Raise `FormatError` if there are too many."""
    if len(rows) > MAX_PLAYERS:
        raise FormatError(MANY_PLAYERS, most=MAX_PLAYERS)
    if sum(len(row.cells) for row in rows) > MAX_CELLS:
        raise FormatError(MANY_CELLS, most=MAX_CELLS)
    rows = [row._replace(cells=row.cells[:MAX_ROUNDS]) for row in aligned(rows)]
    rounds = max((len(row.cells) for row in rows), default=0)
    pairings, found = pairings_of(rows, terms)
    short = [
        Problem("line_short", Place(line=row.line, player=row.player.number)) for row in rows if len(row.cells) < rounds
    ]
    players = [row.player for row in rows]
    all_problems = [*problems, *short, *found, *date_problems(head.start, head.end)]
    all_problems += content_problems(players, pairings)
    return replace(
        head,
        rounds=rounds,
        discipline="go",
        players=tuple(players),
        pairings=tuple(pairings),
        problems=listed(all_problems),
    )
