"""Swiss-Chess, its list of players (.LST): one line each, without games (formats/swiss-chess, 1.8).

Nineteen to twenty-one columns behind semicolons or tabs: name "Last,First", club, country, Elo, national rating, title,
birth dd.mm.yyyy, personal number, FIDE id, mark, sex, selection, association, number of the club, of the member,
remarks. Federations that write such lists leave off some of those behind the sex.
Who is on the list becomes a participant, so that members are found before the first round.
"""

import csv
import io

from tournaments.formats.common.consistency import content_problems, listed
from tournaments.formats.common.decoding import decode, require_lines
from tournaments.formats.common.values import (
    matricule_in,
    read_day,
    read_fide_id,
    split_name,
    two_ratings,
    whole_number,
)
from tournaments.formats.report import FormatError, Place, Problem, ReportedPlayer, TournamentReport, noop

NAME = "Swiss-Chess (LST)"
MAX_PLAYERS = 10_000
COLUMNS = 11  # that are read; others may follow

_MARKS = (b";", b"\t")
_SEXES = {"M": "M", "W": "F", "F": "F"}


def matches(filename: str, data: bytes) -> bool:
    """Return whether ending and number of columns fit: the file has no sign of its own."""
    first_line = data[:4000].partition(b"\n")[0]
    return filename.lower().endswith(".lst") and any(first_line.count(mark) >= COLUMNS - 1 for mark in _MARKS)


def read(data: bytes) -> list[TournamentReport]:
    """Return the list as a tournament without games. Raise `FormatError` for a line with other columns."""
    require_lines(data)
    text, is_clean = decode(data)
    problems = [] if is_clean else [Problem("text_unreadable")]
    mark = ";" if text.partition("\n")[0].count(";") >= COLUMNS - 1 else "\t"
    players: list[ReportedPlayer] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=mark)
    try:
        for row in reader:
            if any(cell.strip() for cell in row):
                players.append(_player(len(players) + 1, row, reader.line_num, problems))
    except csv.Error as error:
        template = noop("The line is not valid CSV: %(reason)s.")
        raise FormatError(template, Place(line=reader.line_num), reason=str(error)) from None
    problems += content_problems(players, [])
    return [
        TournamentReport(
            format="swiss_chess_lst", name="", program="Swiss-Chess", players=tuple(players), problems=listed(problems)
        )
    ]


def _player(number: int, row: list[str], line: int, problems: list[Problem]) -> ReportedPlayer:
    place = Place(line=line)
    if len(row) < COLUMNS:
        raise FormatError(
            noop("The line does not have the %(count)s columns of a Swiss-Chess list."), place, count=COLUMNS
        )
    if number > MAX_PLAYERS:
        raise FormatError(noop("The file has more than %(most)s players."), place, most=MAX_PLAYERS)
    name, club, country, elo, national, title, birth, person, fide, _mark, sex = map(str.strip, row[:COLUMNS])
    last_name, first_name = split_name(name)
    birth_date, found = read_day(birth, place)
    fide_id, more = read_fide_id(fide, place)
    problems += found + more
    rating, fide_rating = two_ratings(whole_number(national), whole_number(elo))
    return ReportedPlayer(
        number=number,
        last_name=last_name,
        first_name=first_name,
        matricule=matricule_in(person),
        birth_date=birth_date,
        federation=country[:10],
        fide_id=fide_id,
        licence=person,
        rating=rating,
        fide_rating=fide_rating,
        club=club,
        title=title[:10],
        sex=_SEXES.get(sex.upper(), ""),
    )
