"""SWAR, the Belgian pairing program: its Elo report to the federation (formats/belgium, F05).

The rows are those of TRF16, with three differences: where TRF has the FIDE id stands the matricule, the rating is the
national one, and a bye is an empty letter whose worth only the points tell. Six lines stand before them:

| line | what it says |
|---|---|
| 00A | the version of the program |
| 00B, 00C | how many rounds there are, and which of them are sent |
| 00D, 00E | who sends, and for which club |
| 00F | players P=, rounds R=, start S=, end E=, and how often the rows say 1, = and 0 |
| 00Z | CRC-32 of all that stands before this line, with lines that end in LF: the report cannot be changed by hand |

The federation writes its interclubs likewise, without a check sum and with ``00A ### Interclubs``.
"""

import re
import zlib
from collections.abc import Iterator

from msgspec.structs import replace

from tournaments.formats.common.consistency import listed
from tournaments.formats.common.decoding import decode, lines_of, require_lines
from tournaments.formats.report import FormatError, Place, Problem, ReportedPlayer, Result, TournamentReport, noop
from tournaments.formats.trf.cells import Cell, cell_of
from tournaments.formats.trf.reader import report_of
from tournaments.formats.trf.records import collect
from tournaments.formats.trf.rows import PlayerRows

NAME = "SWAR"

_HEAD = re.compile(rb"(?:\xef\xbb\xbf)?00A [^\r\n]{0,200}[\r\n]+00[B-F] ")
_HEAD_LINE = re.compile(r"00[A-FZ] ?")
_CHECKSUM = re.compile(rb"^00Z CRC=0x([0-9A-Fa-f]{1,8})[ \t]*\r?$", re.MULTILINE)
_COUNTS = re.compile(r"00F .*P=(\d{1,4}) R=(\d{1,3}) .*\+(\d{1,5}) =(\d{1,5}) -(\d{1,5})\s*")
_BYE_OF_POINTS = {1.0: Result.PAIRING_BYE, 0.5: Result.HALF_BYE, 0.0: Result.ZERO_BYE}
_LETTERS = {"1": 1.0, "=": 0.5, "+": 1.0, "W": 1.0, "D": 0.5}


def matches(filename: str, data: bytes) -> bool:
    """Return whether it begins with the first two of the lines that SWAR writes before the rows of TRF."""
    return _HEAD.match(data) is not None


def read(data: bytes) -> list[TournamentReport]:
    """Return the one tournament of a report. Raise `FormatError` if there are no rows after the head."""
    require_lines(data)
    text, is_clean = decode(data)
    lines = lines_of(text)
    # Empty lines instead of the head: so the places of all problems stay those of the file.
    records = collect("\n".join("" if _HEAD_LINE.match(line) else line for line in lines))
    if not records.players.lines:
        raise FormatError(noop("The report has no players (001 lines)."))
    records.players = records.players.with_cells(_settled(records.players))
    report = report_of(records, is_clean)
    problems = [*_checksum_problems(data), *_count_problems(records.players, lines), *report.problems]
    version = lines[0].partition(":")[2].strip() if ":" in lines[0] else lines[0][3:].strip()
    return [
        replace(
            report,
            format="swar",
            program=(version.strip("# ") if version.startswith("#") else f"SWAR {version}")[:100],
            players=tuple(_player(player) for player in report.players),
            problems=listed(problems),
        )
    ]


def _player(player: ReportedPlayer) -> ReportedPlayer:
    return replace(player, matricule=str(player.fide_id or ""), fide_id=None)


def _settled(rows: PlayerRows) -> list[list[Cell]]:
    """Return the rounds, with the bye that the player's points leave for each empty letter; nothing without points."""
    settled = []
    for points, cells in zip(rows.points, rows.cells, strict=True):
        empty = sum(1 for cell in cells if _is_empty(cell))
        bye = Result.ZERO_BYE
        if empty and points is not None:
            bye = _BYE_OF_POINTS.get((points - sum(_LETTERS.get(_letter(cell), 0.0) for cell in cells)) / empty, bye)
        settled.append([cell_of(cell.text[:-1] + bye.value) if _is_empty(cell) else cell for cell in cells])
    return settled


def _letter(cell: Cell) -> str:
    return cell.text[9].upper()


def _is_empty(cell: Cell) -> bool:
    return cell.names_nobody and _letter(cell) == " "


def _checksum_problems(data: bytes) -> Iterator[Problem]:
    found = _CHECKSUM.search(data)
    if found is None:
        yield Problem("checksum_missing")
        return
    computed = zlib.crc32(data[: found.start()].replace(b"\r\n", b"\n"))
    if computed != int(found[1], 16):
        yield Problem("checksum_differs", Place(line=data.count(b"\n", 0, found.start()) + 1))


def _count_problems(rows: PlayerRows, lines: list[str]) -> Iterator[Problem]:
    """Yield what line 00F declares and the rows do not hold: players, and how often they say 1, = and 0."""
    for number, line in enumerate(lines[:20], start=1):
        if match := _COUNTS.fullmatch(line):
            letters = [_letter(cell) for cells in rows.cells for cell in cells if not cell.names_nobody]
            held = (len(rows.lines), *(letters.count(letter) for letter in "1=0"))
            announced = (int(match[1]), *(int(match[position]) for position in (3, 4, 5)))
            if held != announced:
                facts: dict[str, object] = {"stored": _sum(announced), "computed": _sum(held)}
                yield Problem("totals_differ", Place(line=number), facts)
            return


def _sum(counts: tuple[int, ...]) -> str:
    players, won, drawn, lost = counts
    return f"{players}: +{won} ={drawn} -{lost}"
