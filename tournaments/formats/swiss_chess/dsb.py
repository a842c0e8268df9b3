"""Swiss-Chess, its file for the German ratings ("DSB format", .SWI): text in columns (formats/swiss-chess, 1.8).

    line 1  the name                     line 3  kind, players, rounds, legs, version: `ES  12  7  1 #860#`
    line 2  free text                    line 4  a ruler of the columns

then a line a player: number and rank (`ttt. rrr`), name, club, country, FIDE id, personal number, birth, Elo, national
rating, club and member number, and for each round a result, a colour (W, B, or `:` where nobody played) and the
opponent; then ``###`` and lines such as ``Ort:``, or ``Datum(S):`` and ``Datum(E):`` in one. Swiss-Chess writes it in
the letters of DOS. League programs write it as well: without the third line, in other letters, with one blank instead
of two before the rounds, with more rounds than the third line tells, since that counts one leg.
"""

import datetime as dt
import re
from collections.abc import Iterator
from typing import NamedTuple

from tournaments.formats.common import consistency
from tournaments.formats.common.consistency import Side, content_problems
from tournaments.formats.common.decoding import decode, lines_of, require_lines
from tournaments.formats.common.pace import pace_of_text
from tournaments.formats.common.values import (
    arbiters_of,
    make_day,
    matricule_in,
    read_day,
    read_fide_id,
    split_name,
    two_ratings,
    whole_number,
)
from tournaments.formats.report import FormatError, Place, Problem, ReportedPlayer, Result, TournamentReport, noop

NAME = "Swiss-Chess (DSB)"
MAX_PLAYERS, MAX_ROUNDS = 999, 99  # numbers have three digits

_KIND = re.compile(r"(?P<kind>[ESMT][SWRCK]) +\d{1,4} +(?P<rounds>\d{1,2})(?: .*)?")
_RULER = re.compile(rb"^ ?ttt\. rrr n{20,40}", re.MULTILINE)
_PLAYER_LINE = re.compile(r"[ \d]{3,4}\. ")
_KINDS = {"S": "swiss", "W": "swiss", "R": "round_robin", "C": "cup", "K": "cup"}
_TEAMS = "MT"  # the first letter of the kind; E and S are of single players
# Where the columns stand in the ruler, letter by letter.
_COLUMNS = {"t": "number", "r": "rank", "n": "name", "v": "club", "l": "country", "f": "fide", "p": "person"}
_COLUMNS |= {"g": "birth", "e": "elo", "d": "national", "z": "club_number", "m": "member"}
_CELL = 6  # a blank, result, colour, opponent
_GAME = re.compile(r"[10R+:-][WB:][ \d]{2}\d")
_BEFORE_ROUNDS = (2, 1)  # blanks
_RESULTS = {"1": Result.WIN, "0": Result.LOSS, "R": Result.DRAW, "+": Result.FORFEIT_WIN, "-": Result.FORFEIT_LOSS}
_COLOURS = {"W": "w", "B": "b"}
_ARBITERS = ("Hauptschiedsrichter", "Weitere Schiedsrichter")
_NOBODY = ":"  # as a result: none; with the same as a colour: both lost by forfeit
_END = "###"
_NEXT_FACT = re.compile(r"(?<!\s)\s{2,}(?=\w+\(\w\):)")  # in `Datum(S):   13.10.2011           Datum(E):   16.02.2012`


class _Ruler(NamedTuple):
    """Begin and end of each column, and where the rounds begin."""

    columns: dict[str, tuple[int, int]]
    rounds_at: int


def matches(filename: str, data: bytes) -> bool:
    """Return whether the ruler of the columns is near the top."""
    return _RULER.search(data[:2000]) is not None


def read(data: bytes) -> list[TournamentReport]:
    """Return the tournament of a file. Raise `FormatError` if its ruler is damaged."""
    require_lines(data)
    text, is_clean = decode(data)
    lines = lines_of(text)
    at = next((number for number, line in enumerate(lines[:50]) if line.lstrip().startswith("ttt.")), -1)
    kind = next((found for line in lines[: max(at, 0)] if (found := _KIND.fullmatch(line.strip()))), None)
    problems = [] if is_clean else [Problem("text_unreadable")]
    return [_report(lines, at, kind, problems)]


def _report(lines: list[str], at: int, kind: re.Match[str] | None, problems: list[Problem]) -> TournamentReport:
    rows = list(_rows(lines, at + 1))
    if len(rows) > MAX_PLAYERS:
        raise FormatError(noop("The file has more than %(most)s players."), most=MAX_PLAYERS)
    ruler = _ruler(lines[at], [line for _number, line in rows])
    declared_rounds = int(kind["rounds"]) if kind else 0
    longest = max((len(line.rstrip()) for _number, line in rows), default=0)
    rounds = min(max(declared_rounds, -(-(longest - ruler.rounds_at) // _CELL)), MAX_ROUNDS)
    is_team = kind is not None and kind["kind"][0] in _TEAMS
    players = {}
    for number, line in rows:
        player = _player(line, number, ruler, problems)
        if player.number in players:
            problems.append(Problem("number_twice", Place(line=number), {"number": player.number}))
            continue
        players[player.number] = (player, number, line)
    sides = [side for player, number, line in players.values() for side in _sides(line, number, player, ruler, rounds)]
    field = tuple(player for player, _number, _line in sorted(players.values(), key=lambda row: row[0].number))
    pairings, found = consistency.pair_up(sides, {player.number: consistency.label(player) for player in field})
    footer = _footer(lines)
    start, end = (_day(footer.get(name, ""), problems) for name in ("Datum(S)", "Datum(E)"))
    tempo = ", ".join(footer[name] for name in sorted(footer) if name.startswith("Züge") and footer[name])
    problems += found + consistency.date_problems(start, end) + content_problems(field, pairings)
    if is_team:
        problems.append(Problem("team_event"))
    return TournamentReport(
        format="swiss_chess_dsb",
        name=(footer.get("Name") or lines[0].strip())[:200],
        city=footer.get("Ort", "")[:100],
        start=start,
        end=end or start,
        rounds=rounds,
        pace=pace_of_text(tempo),
        time_control=tempo[:100],
        kind="team" if is_team else _KINDS[kind["kind"][1]] if kind else "",
        program="Swiss-Chess",
        players=field,
        pairings=tuple(pairings),
        problems=consistency.listed(problems),
        arbiters=arbiters_of(*(footer.get(name, "") for name in _ARBITERS)),
    )


def _ruler(line: str, rows: list[str]) -> _Ruler:
    """Return the columns, from runs of equal letters in the ruler; the rounds begin where most rows have a game."""
    columns: dict[str, tuple[int, int]] = {}
    for found in re.finditer(r"([a-z])\1+", line):
        if found[1] in _COLUMNS:
            columns.setdefault(_COLUMNS[found[1]], found.span())
    if not {"number", "name"} <= columns.keys():
        raise FormatError(noop("The ruler of the columns (ttt. rrr nnnn ...) is damaged."))
    end = max(end for _begin, end in columns.values())
    begins = [end + blanks for blanks in _BEFORE_ROUNDS]
    return _Ruler(columns, max(begins, key=lambda begin: sum(1 for row in rows if _GAME.match(row, begin))))


def _rows(lines: list[str], start: int) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(lines[start:], start=start + 1):
        if line.startswith(_END):
            return
        if _PLAYER_LINE.match(line):
            yield number, line


def _player(line: str, number: int, ruler: _Ruler, problems: list[Problem]) -> ReportedPlayer:
    def cell(name: str) -> str:
        begin, end = ruler.columns.get(name, (0, 0))
        return line[begin:end].strip()

    last_name, first_name = split_name(cell("name"))
    birth = cell("birth")
    fide_id, found = read_fide_id(cell("fide"), Place(line=number))
    problems += found
    rating, fide_rating = two_ratings(whole_number(cell("national")), whole_number(cell("elo")))
    return ReportedPlayer(
        number=whole_number(cell("number")) or number,
        last_name=last_name,
        first_name=first_name,
        matricule=matricule_in(cell("person")),
        birth_date=_birth(birth, problems),
        birth_year=whole_number(birth) if len(birth) == 4 else None,
        federation=cell("country"),
        fide_id=fide_id,
        licence=cell("person"),
        rating=rating,
        fide_rating=fide_rating,
        club=cell("club"),
        rank=whole_number(cell("rank")) or None,
    )


def _sides(line: str, number: int, player: ReportedPlayer, ruler: _Ruler, rounds: int) -> Iterator[Side]:
    for index in range(rounds):
        at = ruler.rounds_at + index * _CELL
        letter, colour, opponent = line[at : at + 1].upper(), line[at + 1 : at + 2].upper(), line[at + 2 : at + 5]
        against = whole_number(opponent) or None
        if against is None and letter not in _RESULTS:  # ":  0": absent
            continue
        result = _RESULTS.get(letter, Result.PENDING)
        if letter == colour == _NOBODY:
            result = Result.FORFEIT_LOSS
        yield Side(
            round=index + 1,
            player=player.number,
            opponent=against,
            colour=_COLOURS.get(colour, ""),
            result=Result.PAIRING_BYE if against is None and result is Result.FORFEIT_WIN else result,
            line=number,
            column=at + 1,
        )


def _footer(lines: list[str]) -> dict[str, str]:
    """Return what follows the colons at the end of the file."""
    end = next((number for number, line in enumerate(lines) if line.startswith(_END)), len(lines))
    facts = (fact for line in lines[end + 1 : end + 60] for fact in _NEXT_FACT.split(line.rstrip()))
    pairs = (fact.partition(":") for fact in facts)
    return {name.strip(): value.strip() for name, colon, value in pairs if colon}


def _birth(text: str, problems: list[Problem]) -> dt.date | None:
    """Return the day of YYYYMMDD, DDMMYYYY or DDMMYY, or of a date with points; None for a year alone."""
    if not (text.isascii() and text.isdigit()):
        return _day(text, problems)
    if len(text) == 8 and (day := make_day(int(text[:4]), int(text[4:6]), int(text[6:]))):
        return day
    return _day(f"{text[:2]}.{text[2:4]}.{text[4:]}" if len(text) > 4 else text, problems)


def _day(text: str, problems: list[Problem]) -> dt.date | None:
    if len(text.strip()) <= 4:  # a year alone, or nothing
        return None
    day, found = read_day(text, Place())
    problems += found
    return day
