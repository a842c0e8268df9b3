"""Reads FFG files (.tou), the tournament reports that the French go federation rates.

Source: formats/go, "FFG .tou". Lines ``;key=value`` say what holds for the tournament; every other line is a player:
[0:4] place, [5:30] name, [30:33] grade, [34:41] licence, [42:46] club, then 8 columns a round with a cell as 15+w4.
Opponents are numbers of rows. The programs leave the sign of a forfeit out, so that it looks like a game. OpenGotha and
Pairgoth write the full name of the tournament as comm and a short one as name, such as 100501-nulle-part.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tournaments.formats.common.decoding import decode
from tournaments.formats.common.values import clean_text, read_day, whole_number
from tournaments.formats.go.cells import Row, Terms, is_cell
from tournaments.formats.go.rows import NO_ROWS, read_cells, read_lines, with_rows, words_of_cells
from tournaments.formats.go.values import filled, level_of_grade, pace_of_clock, read_board, read_number, split_go_name
from tournaments.formats.report import FormatError, Place, Problem, ReportedPlayer, TournamentReport

NAME = "FFG (.tou)"

PLACE, NAME_COLUMNS, GRADE, LICENCE, CLUB = slice(0, 4), slice(5, 30), slice(30, 33), slice(34, 41), slice(42, 46)
FIRST_CELL, CELL = 46, 8

_KEY = re.compile(r";\s*(name|date|vill|comm|prog|size|time|ta|komi)\s*=(.*)", re.ASCII)
_HEAD = re.compile(r"^;\s*(?:name|date|vill|comm|prog|size|time|ta|komi)\s*=", re.MULTILINE)
_TIME = re.compile(r"(\d{1,4})\s*(?:min)?\s*(\+.*)?")
_GRADE = re.compile(r"[1-9][0-9]?[dkp]", re.IGNORECASE | re.ASCII)
_LICENCE = re.compile(r"(?=.*\d)[0-9A-Z]{7}", re.ASCII)


def matches(filename: str, data: bytes) -> bool:
    """Return whether there are two keys of the head."""
    head = data[:5_000]
    return b";" in head and len(_HEAD.findall(decode(head)[0])) >= 2


def read(data: bytes) -> list[TournamentReport]:
    """Return the one tournament of the file. Raise `FormatError` if it has no player's line, or too many."""
    keys: dict[str, str] = {}
    rows: list[Row] = []
    problems: list[Problem] = []
    number = place = 0
    for line, text in enumerate(read_lines(data), start=1):
        if found := _KEY.fullmatch(text):
            keys.setdefault(found[1], clean_text(found[2]))
        if text.startswith(";") or not text.strip():
            continue
        number += 1  # a line that cannot be read still counts as a row: others name it by its number
        stated = _in_columns(text) or _in_words(text)
        if stated is None:
            problems.append(Problem("line_unknown", Place(line=line)))
            continue
        place = stated.place or place  # blank where it is that of the row above
        cells, wrong = read_cells(stated.cells, line, number)
        problems += wrong
        rows.append(Row(line, stated.player(number, place or None), cells))
    if not rows:
        raise FormatError(NO_ROWS)
    head, terms, wrong = _head(keys)
    return [with_rows(head, rows, terms, [*wrong, *problems])]


class _Line(NamedTuple):
    """The parts of a player's line."""

    place: int | None
    name: str
    grade: str
    licence: str
    club: str
    cells: Sequence[str]

    def player(self, number: int, rank: int | None) -> ReportedPlayer:
        """Return the player, by the number of the row."""
        last, first = split_go_name(clean_text(self.name))
        return ReportedPlayer(
            number=number,
            last_name=last,
            first_name=first,
            licence=filled(clean_text(self.licence)),
            rating=level_of_grade(self.grade),
            club=filled(clean_text(self.club)),
            rank=rank,
            grade=self.grade,
        )


def _in_columns(text: str) -> _Line | None:
    """Return the line if the columns hold what they should; a name may fill all of its column."""
    grade = text[GRADE].strip()
    stretch = text[FIRST_CELL:].rstrip()
    cells = [stretch[at : at + CELL].strip() for at in range(0, len(stretch), CELL)]
    fits = _GRADE.fullmatch(grade) and all(not cell or is_cell(cell) for cell in cells)
    if not fits or not text[NAME_COLUMNS].strip() or (text[33:34] + text[41:42]).strip():
        return None
    return _Line(whole_number(text[PLACE]), text[NAME_COLUMNS], grade, text[LICENCE], text[CLUB], cells)


def _in_words(text: str) -> _Line | None:
    """Return the line in any columns: place, name up to the grade, licence and club if present, cells."""
    words = text.split()
    place = whole_number(words[0])
    first = 0 if place is None else 1
    at = next((at for at, word in enumerate(words) if at > first and _GRADE.fullmatch(word)), None)
    if at is None:
        return None
    rest = words[at + 1 :]
    licence = rest.pop(0) if rest and _LICENCE.fullmatch(rest[0]) else ""
    club = rest.pop(0) if rest and not is_cell(rest[0]) else ""
    return _Line(place, " ".join(words[first:at]), words[at], licence, club, words_of_cells(rest))


def _head(keys: Mapping[str, str]) -> tuple[TournamentReport, Terms, list[Problem]]:
    """Return what holds for the tournament, and what of it cannot be read."""
    start, problems = read_day(keys.get("date", ""), Place())  # the last day is not in the file
    size, komi = read_board(keys.get("size", "")), read_number(keys.get("komi", ""))
    clock = _TIME.fullmatch(keys.get("time", "").strip())
    for key, value in (("size", size), ("komi", komi), ("time", clock)):
        if value is None and keys.get(key):
            problems.append(Problem("field_unknown", Place(), {"field": key, "value": keys[key][:40]}))
    head = TournamentReport(
        format="ffg_tou",
        name=_full_name(keys),
        city=keys.get("vill", ""),
        start=start,
        pace=_pace(int(clock[1]), bool(clock[2]), keys.get("ta", "")) if clock else "",
        time_control=keys.get("time", ""),
        program=keys.get("prog", ""),
    )
    return head, Terms(size, komi, None), problems


def _full_name(keys: Mapping[str, str]) -> str:
    """Return the name; comments of other programs are no names."""
    is_short = keys.get("prog", "").lower().startswith(("opengotha", "pairgoth"))
    return (keys.get("comm", "") if is_short else "") or keys.get("name", "")


def _pace(minutes: int, has_byo_yomi: bool, adjusted: str) -> str:
    """Return the pace; programs that do not mention byo-yomi count it into the adjusted minutes."""
    return pace_of_clock(minutes, has_byo_yomi or (whole_number(adjusted) or 0) > minutes)
