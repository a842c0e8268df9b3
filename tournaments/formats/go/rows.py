"""What the readers of EGD (.h9) and FFG (.tou) files share: texts of lines, limits, and the report of their rows."""

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
from tournaments.formats.report import FormatError, Place, Problem, TournamentReport, noop

LATIN_9 = "iso-8859-15"  # the encoding of OpenGotha's files
MOST_NOISE = 8  # words of a row
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
    """Return the words from the first that is a cell to the last."""
    places = [place for place, word in enumerate(words) if is_cell(word)]
    return list(words[places[0] : places[-1] + 1]) if places else []


def aligned(rows: Sequence[Row]) -> list[Row]:
    """Return the rows without words beside the rounds that look like a free round.

    Every row has as many rounds as most rows; a longer one keeps those whose opponents answer.
    """
    lengths = Counter(len(row.cells) for row in rows)
    usual = max(lengths, key=lambda length: (lengths[length], length), default=0)
    cells = {row.player.number: row.cells for row in rows if len(row.cells) == usual}
    return [_cut(row, usual, cells) if 0 < len(row.cells) - usual <= MOST_NOISE else row for row in rows]


def _cut(row: Row, usual: int, others: Mapping[int, Sequence[GoCell | None]]) -> Row:
    def answers(start: int) -> int:
        opponents = [(at, cell.opponent) for at, cell in enumerate(row.cells[start : start + usual]) if cell]
        theirs = [others[who][at] for at, who in opponents if who is not None and who in others]
        return sum(cell is not None and cell.opponent == row.player.number for cell in theirs)

    starts = [
        start
        for start in range(len(row.cells) - usual + 1)
        if all(cell and cell.opponent is None for cell in (*row.cells[:start], *row.cells[start + usual :]))
    ]
    if not starts:
        return row
    best = max(starts, key=lambda start: (answers(start), start))
    return row._replace(cells=row.cells[best : best + usual])


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
