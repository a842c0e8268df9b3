"""Crosstables: all games in order of rank. Swiss: a column a round; round robin: a column an opponent."""

from dataclasses import dataclass, field

from tournaments.formats.report import Result
from tournaments.formats.results import SIGNS
from tournaments.models import Tournament
from tournaments.standings.individual import Row, Standings, standings
from tournaments.standings.sides import Played


def symbol_of(result: Result) -> str:
    """Return the result as tables print it: 1, ½, 0, + or −.

    "" for a bye without points, "*" if there is none yet.
    """
    return "" if result == Result.ZERO_BYE else SIGNS[result]


@dataclass(frozen=True)
class Cell:
    """One pairing in a crosstable."""

    played: Played
    opponent_line: int | None  # the line of the opponent in the table, from 1; None: a bye

    @property
    def symbol(self) -> str:
        return symbol_of(self.played.result)


@dataclass(frozen=True)
class CrosstableRow:
    """A row of a crosstable: its cells by column, usually one or none each."""

    line: int
    standing: Row
    cells: list[list[Cell]]


@dataclass(frozen=True)
class Crosstable:
    """All games. Swiss: the columns are the rounds; round robin: the columns are the rows."""

    is_round_robin: bool
    columns: list[int]
    standings: Standings
    rows: list[CrosstableRow] = field(default_factory=list)


def crosstable(tournament: Tournament) -> Crosstable:
    """Return the crosstable of a tournament, in order of rank. As many queries as the standings."""
    found = standings(tournament)
    lines = {row.participant.pk: line for line, row in enumerate(found.rows, start=1)}
    last = max((played.round for pairings in found.seen.values() for played in pairings), default=0)
    columns = list(range(1, (len(found.rows) if found.seats_met else max(last, tournament.rounds)) + 1))
    rows = []
    for line, row in enumerate(found.rows, start=1):
        cells: list[list[Cell]] = [[] for _ in columns]
        for played in found.seen[row.participant.pk]:
            opponent_line = lines[played.opponent] if played.opponent is not None else None
            column = opponent_line if found.seats_met else played.round
            if column:
                cells[column - 1].append(Cell(played, opponent_line))
        rows.append(CrosstableRow(line, row, cells))
    return Crosstable(found.seats_met, columns, found, rows)
