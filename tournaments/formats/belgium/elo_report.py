"""The Belgian Elo report in text, of Pair Two, Chess Manager and the federation's own pages (formats/belgium, F04).

Head lines in free words, the first with the name; then a line that begins with NUL: two digits, players, rounds,
first and last day, ``+wins=draws-losses``; a title with the dates of the rounds; then one line a player:

| columns | what they hold |
|---|---|
| 1-3, 5-29, 31-35 | number, name, matricule |
| 37-39, 41-43, 45-48 | club, nation, rating |
| 50-52, 54, 56 | first round: opponent, B (blanc) or N (noir), result 1, 0 or 5 = draw; ``0 - -``: no game |
| 58-60, ... | the next round: eight columns each |

Single games ("24L") have the same lines, one for each player and game; then stands NUL in column 58 and the day behind
it, and one person has a line for each of their games.
"""

import dataclasses
import datetime as dt
import re
from collections.abc import Iterator
from dataclasses import dataclass

from msgspec.structs import replace

from tournaments.formats.common import consistency, game_lists
from tournaments.formats.common.consistency import Side, content_problems
from tournaments.formats.common.decoding import decode, lines_of, require_lines
from tournaments.formats.common.game_lists import Event
from tournaments.formats.common.pace import pace_of_text, pace_of_words
from tournaments.formats.common.values import make_day, read_day, split_name, whole_number
from tournaments.formats.report import FormatError, Place, Problem, ReportedPlayer, Result, TournamentReport, noop

NAME = "Belgian Elo report"
MAX_PLAYERS, MAX_ROUNDS = 999, 99  # their numbers have three digits and two

_CODE_LINE = re.compile(rb"(?:^|\n)\x00[ \d]{2}[ \d]{3}[ \d]{2}\d{8}\d{8}\+")
_CODE = re.compile(r" (?P<players>[ \d]{5})(?P<rounds>[ \d]{2})(?P<first>\d{8})(?P<last>\d{8})(?P<totals>\+\S{3,20}).*")
_TOTALS = re.compile(r"\+ *(\d+)= *(\d+)- *(\d+)")
_PLAYER_LINE = re.compile(r"[ \d]{2}\d .{25}")
_CELLS, _CELL = 49, 8  # where the first round begins, and how wide one is
_SINGLE_DAY = re.compile(r"\d{2}/\d{2}/\d{4}")
_RESULTS = {"1": Result.WIN, "0": Result.LOSS, "5": Result.DRAW}
_COLOURS = {"B": "w", "N": "b", "W": "w", "Z": "b"}
_ROUND_DATE = re.compile(r"(\d{2})(\d{2})(\d{2})")


@dataclass(frozen=True)
class _Line:
    """The line of a player: the own columns, then the rest."""

    line: int
    player: ReportedPlayer
    text: str


def matches(filename: str, data: bytes) -> bool:
    """Return whether the line of codes that begins with NUL is near the top."""
    head = data[:4000]
    return b"\0" in head and _CODE_LINE.search(head) is not None


def read(data: bytes) -> list[TournamentReport]:
    """Return the tournament of a report. Raise `FormatError` if it has no line of codes or no players."""
    require_lines(data)
    text, is_clean = decode(data.replace(b"\0", b" "))
    lines = lines_of(text)
    for at, line in enumerate(lines):
        if code := _CODE.fullmatch(line):
            return [_report(lines, at, code, is_clean)]
    raise FormatError(noop("The report has no code line (players, rounds, first and last day)."))


def _report(lines: list[str], at: int, code: re.Match[str], is_clean: bool) -> TournamentReport:
    problems = [] if is_clean else [Problem("text_unreadable")]
    rows = list(_rows(lines, at + 1, problems))
    if not rows:
        raise FormatError(noop("The report has no player lines below its codes."), Place(line=at + 1))
    singles = [_day(row.text[58:69]) for row in rows]
    title = lines[at + 1]
    report = _single_games(rows, singles, problems) if all(singles) else _tournament(rows, title, code, problems)
    head = [line.strip() for line in lines[:at] if line.strip()]
    tempo = _after("tempo", head)
    return replace(
        report,
        name=(head[0].partition(":")[2].strip() or head[0])[:200] if head else "",
        pace=pace_of_words(tempo) or pace_of_text(tempo),
        time_control=tempo[:100],
        program=(head[1] if len(head) > 1 else "")[:100],
    )


def _after(word: str, head: list[str]) -> str:
    """Return what follows the colon of the head line that begins with ``word``."""
    found = (line.partition(":")[2].strip() for line in head if line.lower().startswith(word))
    return next(found, "")


def _rows(lines: list[str], start: int, problems: list[Problem]) -> Iterator[_Line]:
    seen = 0
    for number, line in enumerate(lines[start:], start=start + 1):
        if not line.strip():
            continue
        if not _PLAYER_LINE.match(line):
            if seen:  # before the first player stands the title
                problems.append(Problem("line_unknown", Place(line=number)))
            continue
        seen += 1
        if seen > MAX_PLAYERS:
            raise FormatError(noop("The file has more than %(most)s players."), Place(line=number), most=MAX_PLAYERS)
        last_name, first_name = split_name(line[4:29])
        player = ReportedPlayer(
            number=whole_number(line[:3]) or seen,
            last_name=last_name,
            first_name=first_name,
            matricule=_given(line[30:35]),
            federation=line[40:43].strip(),
            rating=whole_number(line[44:48]) or None,
            club=_given(line[36:39]),
        )
        yield _Line(number, player, line)


def _given(text: str) -> str:
    """Return a number as text; "" for 0 and blank."""
    return "" if not text.strip(" 0") else text.strip()


def _day(text: str) -> dt.date | None:
    found = _SINGLE_DAY.search(text)
    return read_day(found[0], Place())[0] if found else None


def _tournament(rows: list[_Line], title: str, code: re.Match[str], problems: list[Problem]) -> TournamentReport:
    """Return a tournament: one line a player, one cell a round."""
    rows = _numbered(rows, problems)
    width = max(len(row.text.rstrip()) for row in rows)
    rounds = max(0, -(-(width - _CELLS) // _CELL))
    if rounds > MAX_ROUNDS:
        raise FormatError(noop("The file is damaged: it declares %(rounds)s rounds."), rounds=rounds)
    round_dates = _round_dates(title, rounds)
    sides = [side for row in rows for side in _sides(row, rounds, round_dates, problems)]
    players = tuple(sorted((row.player for row in rows), key=lambda player: player.number))
    labels = {player.number: consistency.label(player) for player in players}
    pairings, found = consistency.pair_up(sides, labels)
    start, end = _compact_day(code["first"]), _compact_day(code["last"])
    problems += found + consistency.date_problems(start, end, round_dates) + content_problems(players, pairings)
    problems += _totals_problems(code["totals"], sides)
    return TournamentReport(
        format="elo_report",
        name="",
        start=start,
        end=end,
        rounds=rounds,
        players=players,
        pairings=tuple(pairings),
        problems=consistency.listed(problems),
        round_dates=round_dates,
    )


def _numbered(rows: list[_Line], problems: list[Problem]) -> list[_Line]:
    """Return the lines by number; a line whose number is taken gets the next free one."""
    taken: set[int] = set()
    free = max(row.player.number for row in rows)
    numbered = []
    for row in rows:
        number = row.player.number
        if number in taken:
            problems.append(Problem("number_twice", Place(line=row.line), {"number": number}))
            number = free = free + 1
        taken.add(number)
        numbered.append(dataclasses.replace(row, player=replace(row.player, number=number)))
    return numbered


def _sides(row: _Line, rounds: int, dates: tuple[dt.date | None, ...], problems: list[Problem]) -> Iterator[Side]:
    for index in range(rounds):
        column = _CELLS + index * _CELL
        number = whole_number(row.text[column : column + 3]) or None
        colour, letter = row.text[column + 4 : column + 5], row.text[column + 6 : column + 7]
        if number is None and letter in {"-", " ", ""}:
            continue
        result = _RESULTS.get(letter)
        if result is None and letter not in {"-", " ", ""}:
            place = Place(line=row.line, column=column + 7, round=index + 1, player=row.player.number)
            problems.append(Problem("result_unknown", place, {"result": letter}))
        yield Side(
            round=index + 1,
            player=row.player.number,
            opponent=number,
            colour=_COLOURS.get(colour.upper(), ""),
            result=result or Result.PENDING,
            line=row.line,
            column=column + 7,
            date=dates[index],
        )


def _round_dates(title: str, rounds: int) -> tuple[dt.date | None, ...]:
    """Return the dates above the rounds, ``yymmdd``."""
    cells = (title[_CELLS + index * _CELL :][:_CELL].strip() for index in range(rounds))
    found = (_ROUND_DATE.fullmatch(cell) for cell in cells)
    return tuple(make_day(2000 + int(part[1]), int(part[2]), int(part[3])) if part else None for part in found)


def _compact_day(text: str) -> dt.date | None:
    return make_day(int(text[:4]), int(text[4:6]), int(text[6:]))


def _totals_problems(totals: str, sides: list[Side]) -> Iterator[Problem]:
    match = _TOTALS.fullmatch(totals)
    counts = [sum(1 for side in sides if side.result is result) for result in (Result.WIN, Result.DRAW, Result.LOSS)]
    if match and [int(count) for count in match.groups()] != counts:
        held = "+{}={}-{}".format(*counts)
        yield Problem("totals_differ", Place(), {"stored": totals, "computed": held})


def _single_games(rows: list[_Line], days: list[dt.date | None], problems: list[Problem]) -> TournamentReport:
    """Return single games: two lines each, of which the first names the second as opponent."""
    event = Event("")
    event.problems = problems
    by_number = {row.player.number: row for row in rows}
    for row, day in zip(rows, days, strict=True):
        opponent = by_number.get(whole_number(row.text[49:52]) or 0)
        colour = _COLOURS.get(row.text[53:54].upper(), "")
        letters = row.text[55:56], opponent.text[55:56] if opponent else ""
        place = Place(line=row.line)
        if opponent is None or opponent is row:
            problems.append(Problem("opponent_unknown", place, {"opponent": row.text[49:52].strip()}))
        elif colour == "w" or (not colour and row.player.number < opponent.player.number):
            results = tuple(_RESULTS.get(letter, Result.PENDING) for letter in letters)
            if not results[0].answers(results[1]) and set(letters) != {"5", "0"}:  # 5-0: one side is fined
                problems.append(Problem("result_differs", place, _facts(row, opponent, letters)))
                results = (Result.PENDING, Result.PENDING)
            players = (_number_of(event, row), _number_of(event, opponent))
            if players[0] != players[1]:
                event.add(players, (results[0], results[1]), day)
    return game_lists.report_of(event, "elo_report")


def _facts(row: _Line, opponent: _Line, letters: tuple[str, str]) -> dict[str, object]:
    who = {"player": consistency.label(row.player), "opponent": consistency.label(opponent.player)}
    return {**who, "result": letters[0], "answer": letters[1]}


def _number_of(event: Event, row: _Line) -> int:
    key = row.player.matricule or (row.player.last_name, row.player.first_name, row.player.rating)
    return event.number(key, row.player)
