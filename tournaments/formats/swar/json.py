"""SWAR, the Belgian pairing program: its JSON for web sites, with all players and results (seen of versions 3 to 6).

``Swar`` holds ``TournamentDesc`` and the list ``Player``; each player has their own numbers (``Ni`` in this file,
``NationalId``, ``FideId``), both ratings, and a ``RoundArray`` of what happened to them in each round:

| ``Tabel`` | ``Result`` | meaning |
|---|---|---|
| a board | ``1`` ``½`` ``0`` | a game against ``OpponentNi`` with the pieces of ``Color``; ``-``: no result yet |
| a board | ``1FF`` ``½FF`` ``0FF`` | a forfeit; ``½FF``: half a point each without a game |
| ``BYE`` | ``1B`` ``½B`` ``0B`` | the bye of the pairing, and its worth |
| ``Absent`` | ``-``, or a worth | the player did not take part |

The Elo report, which has a check sum, is what clubs send in; this file is what they have when they publish.
"""

import datetime as dt
from collections.abc import Sequence

from msgspec.structs import replace

from tournaments.formats.common import consistency
from tournaments.formats.common.consistency import Side, content_problems
from tournaments.formats.common.json_values import Facts, inside, is_object, parsed, rows, text, whole
from tournaments.formats.common.pace import pace_of_text, pace_of_words
from tournaments.formats.common.values import (
    MAX_FIDE_ID,
    MAX_NUMBER,
    arbiters_of,
    make_day,
    read_day,
    split_name,
    two_ratings,
)
from tournaments.formats.report import (
    USUAL_POINTS,
    FormatError,
    Place,
    PointSystem,
    Problem,
    ReportedPairing,
    ReportedPlayer,
    Result,
    TournamentReport,
    noop,
)

NAME = "SWAR (JSON)"
MAX_PLAYERS, MAX_ROUNDS = 2_000, 99

_GAMES = {
    "1": Result.WIN, "½": Result.DRAW, "0": Result.LOSS, "-": Result.PENDING, "": Result.PENDING,
    "1FF": Result.FORFEIT_WIN, "½FF": Result.UNRATED_DRAW, "0FF": Result.FORFEIT_LOSS,
}  # fmt: skip
_BYES = {"1": Result.PAIRING_BYE, "½": Result.HALF_BYE}
_ABSENCES = {"1": Result.FULL_BYE, "½": Result.HALF_BYE}
_COLOURS = {"White": "w", "Black": "b"}
_SEXES = {"M": "M", "F": "F"}  # Male, Femelle
_TIE_BREAKS = {
    "Bucholtz": "BH", "Bucholtz Cut 1": "BH/C1", "Bucholtz Cut 2": "BH/C2", "Sonneborn-Berger": "SB",
    "Progressif": "PS", "Direct Encounter": "DE", "Nb.Games Won": "WON", "Nb.played with Black": "BPG",
}  # fmt: skip


def matches(filename: str, data: bytes) -> bool:
    """Return whether it is JSON with the names of SWAR's own parts."""
    return is_object(data) and b'"Swar"' in data[:1000] and b'"TournamentDesc"' in data[:2000]


def read(data: bytes) -> list[TournamentReport]:
    """Return the one tournament of a file.

    Raise `FormatError` if the JSON is not complete or has no list of players.
    """
    swar = inside(parsed(data), "Swar")
    people = rows(swar, "Player")
    if people is None:
        raise FormatError(noop("The SWAR file has no player list."))
    if len(people) > MAX_PLAYERS:
        raise FormatError(noop("The file has more than %(most)s players."), most=MAX_PLAYERS)
    return [_report(inside(swar, "TournamentDesc"), people)]


def _report(event: Facts, people: Sequence[Facts]) -> TournamentReport:
    problems: list[Problem] = []
    (start, found), (end, more) = (read_day(text(event, name), Place()) for name in ("StartDate", "EndDate"))
    problems += found + more
    dates = [read_day(text(row, "DateValue"), Place())[0] for row in rows(event, "DatesArray") or ()]
    numbered = _numbered(people, problems)
    players = tuple(
        _player(number, row, problems) for number, row in sorted(numbered.items(), key=lambda each: each[0])
    )
    sides, boards = _sides(numbered, dates, problems)
    paired, found = consistency.pair_up(sides, {player.number: consistency.label(player) for player in players})
    pairings = [replace(each, board=boards.get((each.round, each.white))) for each in paired]
    rounds, more = consistency.rounds_of(whole(event, "NbOfRounds"), MAX_ROUNDS, pairings)
    problems += found + more
    point_system, more = _point_system(event, numbered, players, pairings)
    problems += more
    problems += consistency.date_problems(start, end, dates) + content_problems(players, pairings)
    return TournamentReport(
        format="swar_json",
        name=text(event, "Tournament"),
        city=text(event, "Place")[:100],
        start=start,
        end=end,
        rounds=rounds,
        pace=pace_of_words(text(event, "TournamentStd")) or pace_of_text(text(event, "RateOfPlay")),
        time_control=text(event, "RateOfPlay")[:100],
        kind=_kind(text(event, "TournamentType")),
        program=f"SWAR {text(event, 'Version')}"[:100].strip(),
        players=players,
        pairings=tuple(sorted(pairings, key=lambda each: (each.round, each.board or MAX_PLAYERS, each.white))),
        problems=consistency.listed(problems),
        round_dates=tuple(dates[:MAX_ROUNDS]),
        tie_breaks=tuple(
            _TIE_BREAKS[name] for row in rows(event, "TieBreaks") or () if (name := text(row, "Type")) in _TIE_BREAKS
        ),
        point_system=point_system,
        arbiters=arbiters_of(text(event, "Arbiter_1"), text(event, "Arbiter_2")),
    )


def _kind(described: str) -> str:
    words = described.lower()
    return "swiss" if "swiss" in words else "round_robin" if "robin" in words else ""


def _numbered(people: Sequence[Facts], problems: list[Problem]) -> dict[int, Facts]:
    """Return the players by number.

    Leave out, with a problem, those without a usable number or with one taken already.
    """
    numbered: dict[int, Facts] = {}
    for row in people:
        number = whole(row, "Ni")
        if not 0 < number <= MAX_NUMBER:
            problems.append(Problem("field_unknown", Place(), {"field": "Ni", "value": str(row.get("Ni", ""))[:20]}))
        elif number in numbered:
            problems.append(Problem("number_twice", Place(), {"number": number}))
        else:
            numbered[number] = row
    return numbered


def _player(number: int, row: Facts, problems: list[Problem]) -> ReportedPlayer:
    last_name, first_name = split_name(text(row, "Name"))
    born, fide_id = text(row, "BirthDate"), whole(row, "FideId")
    rating, fide_rating = two_ratings(whole(row, "NationalElo"), whole(row, "FideElo"))
    day, found = read_day("" if len(born) <= 4 else born, Place(player=number))
    problems += found
    year = whole(row, "BirthDate")
    return ReportedPlayer(
        number=number,
        last_name=last_name,
        first_name=first_name,
        matricule=str(whole(row, "NationalId") or ""),
        birth_date=day,
        birth_year=year if make_day(year, 1, 1) else None,
        federation=text(row, "Country")[:10],
        fide_id=fide_id if 0 < fide_id <= MAX_FIDE_ID else None,
        rating=rating,
        fide_rating=fide_rating,
        club=str(whole(row, "ClubNumber") or "") or text(row, "ClubName")[:100],
        title=text(row, "Titel")[:10],
        sex=_SEXES.get(text(row, "Sex")[:1].upper(), ""),
        points=_points(row, "Points"),
        rank=whole(row, "Ranking") or None,
    )


def _points(row: Facts, name: str) -> float | None:
    """Return points as SWAR writes them: "8.5"."""
    whole_part, _point, rest = text(row, name).partition(".")
    if not (whole_part.isascii() and whole_part.isdigit() and len(whole_part) <= 4 and rest in {"", "0", "5"}):
        return None
    return int(whole_part) + (0.5 if rest == "5" else 0.0)


def _sides(
    numbered: dict[int, Facts], dates: Sequence[dt.date | None], problems: list[Problem]
) -> tuple[list[Side], dict[tuple[int, int], int]]:
    """Yield what every player says of every round, and on which board, by round and player."""
    sides: list[Side] = []
    boards: dict[tuple[int, int], int] = {}
    for player, row in numbered.items():
        for cell in rows(row, "RoundArray") or ():
            number, table = whole(cell, "RoundNr"), text(cell, "Tabel")
            if not 1 <= number <= MAX_ROUNDS:
                continue
            opponent = whole(cell, "OpponentNi")
            if board := whole(cell, "Tabel"):
                boards[number, player] = board
            sides.append(
                Side(
                    round=number,
                    player=player,
                    opponent=opponent if opponent > 0 else None,
                    colour=_COLOURS.get(text(cell, "Color"), ""),
                    result=_result(table, text(cell, "Result"), Place(round=number, player=player), problems),
                    date=dates[number - 1] if number <= len(dates) else None,
                )
            )
    return sides, boards


def _result(table: str, token: str, place: Place, problems: list[Problem]) -> Result:
    if table.upper() == "BYE":
        return _BYES.get(token[:1], Result.ZERO_BYE)
    if table.upper() == "ABSENT":
        return _ABSENCES.get(token[:1], Result.ZERO_BYE)
    result = _GAMES.get(token.upper())
    if result is None:
        problems.append(Problem("result_unknown", place, {"result": token[:20]}))
    return result or Result.PENDING


def _point_system(
    event: Facts, numbered: dict[int, Facts], players: Sequence[ReportedPlayer], pairings: Sequence[ReportedPairing]
) -> tuple[PointSystem, list[Problem]]:
    """Return what results are worth: an unusual scoring only if everybody's points are what it says.

    Points that the results do not add up to are problems; those that SWAR gives for other reasons are not missing.
    """
    scoring = [text(event, f"SW321_{word}") for word in ("Win", "Null", "Loss")]
    if scoring[0].strip("0.,"):
        win, draw, loss = (_points(event, f"SW321_{word}") or 0 for word in ("Win", "Null", "Loss"))
        own = PointSystem(win, draw, loss, absent=0, bye=win)
        if consistency.explains(own, players, pairings):
            return own, []
        return USUAL_POINTS, [Problem("scoring_unusual", Place(), {"scoring": ", ".join(scoring)})]
    computed = consistency.points_of(players, pairings)
    for player in players:
        row = numbered[player.number]
        given = (_points(row, "ExtraPts") or 0) + (_points(row, "SpecialPts") or 0)
        if player.points == computed[player.number] + given:
            computed[player.number] += given
    return USUAL_POINTS, consistency.points_problems(players, computed)
