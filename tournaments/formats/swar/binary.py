"""SWAR, the Belgian pairing program: the .swar files that it works with, versions 4 to 7 (formats/belgium, F08).

What stands where says `swar_sections`; here is what it means.
"""

import datetime as dt
import re
from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from tournaments.formats.common import consistency
from tournaments.formats.common.consistency import Side, content_problems
from tournaments.formats.common.pace import pace_of_text
from tournaments.formats.common.values import MAX_NUMBER, read_day
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
from tournaments.formats.swar import sections as at
from tournaments.formats.swar.sections import MAX_PLAYERS, MAX_ROUNDS, Event, Player, read_event, read_players

NAME = "SWAR (.swar)"

_VERSION = re.compile(rb"[\x04-\x10]\0\0\0(v\d{1,2}\.\d{2})", re.DOTALL)
_FIRST_SECTION = b"\x09\0\0\0[TOURNOI]"
_BEFORE_VERSION_6_03 = 1  # of then the scoring stands one place further on
_KINDS = {4: "round_robin", 5: "round_robin", 6: "round_robin", 7: "american", 8: "american"}
_PACES = {0: "standard", 1: "rapid", 2: "blitz"}
_COLOURS = {1: "w", -1: "b"}
_TABLE_BYE, _TABLE_ABSENT, _MOST_TABLE = 0x1000, 0x4000, 0x0FFF
_GAMES = {
    0: Result.PENDING, 0x4000: Result.WIN, 0x2000: Result.DRAW, 0x1000: Result.LOSS, 0x400: Result.LOSS,
    0x200: Result.DRAW, 0x100: Result.LOSS,  # one has half a point, the other nothing
    8: Result.FORFEIT_LOSS, 4: Result.FORFEIT_WIN, 2: Result.UNRATED_DRAW, 1: Result.FORFEIT_LOSS,
}  # fmt: skip
_BYES = {0x40: Result.FULL_BYE, 0x20: Result.HALF_BYE, 0x10: Result.ZERO_BYE}
_BYE_VALUES = {0: Result.PAIRING_BYE, 1: Result.HALF_BYE}  # of the event


def matches(filename: str, data: bytes) -> bool:
    """Return whether there is a version, and the first section after two texts."""
    return _VERSION.match(data) is not None and _FIRST_SECTION in data[:300]


def read(data: bytes) -> list[TournamentReport]:
    """Return the tournament of a file. Raise `FormatError` if it is cut off or damaged."""
    found = _VERSION.match(data)
    if found is None:
        raise FormatError(noop("This is not a SWAR tournament."))
    version = found[1].decode("ascii")
    event = read_event(data, version)
    return [_report(event, version, read_players(data, event.players_at))]


def _report(event: Event, version: str, found: Sequence[Player]) -> TournamentReport:
    problems: list[Problem] = []
    (start, wrong), (end, more) = (read_day(text, Place()) for text in (event.start, event.end))
    problems += wrong + more
    dates = tuple(read_day(text, Place())[0] for text in event.dates)
    by_number: dict[int, Player] = {}
    for each in sorted(found, key=lambda each: each.reported.number):
        number = each.reported.number
        if not 0 < number <= MAX_NUMBER:
            problems.append(Problem("field_unknown", Place(), {"field": "Ni", "value": number}))
        elif number in by_number:
            problems.append(Problem("number_twice", Place(), {"number": number}))
        else:
            by_number[number] = each
    labels = {number: consistency.label(each.reported) for number, each in by_number.items()}
    sides = list(_sides(event, by_number, dates, problems))
    paired, doubts = consistency.pair_up(sides, labels)
    boards = _boards(by_number)
    pairings = tuple(
        sorted(
            (replace(each, board=boards.get((each.round, each.white))) for each in paired),
            key=lambda each: (each.round, each.board or MAX_PLAYERS, each.white),
        )
    )
    players = tuple(each.reported for each in by_number.values())
    problems += doubts + consistency.date_problems(start, end, dates) + content_problems(players, pairings)
    stored = [each.points for each in by_number.values()]
    players, point_system, more = _counted(event, version, players, stored, pairings)
    problems += more
    pace = _PACES.get(event.tail[at.PACE], "")
    return TournamentReport(
        format="swar_binary",
        name=event.name[:200],
        city=event.city,
        start=start,
        end=end,
        rounds=max([event.rounds, *(pairing.round for pairing in pairings)]),
        pace=pace or pace_of_text(event.time_control),
        time_control=event.time_control,
        kind=_KINDS.get(event.tail[at.TYPE], "swiss"),
        program=f"SWAR {version}",
        players=players,
        pairings=pairings,
        problems=consistency.listed(problems),
        round_dates=dates,
        tie_breaks=event.tie_breaks,
        arbiters=event.arbiters,
        point_system=point_system,
        guid=event.guid,
    )


def _counted(
    event: Event,
    version: str,
    players: tuple[ReportedPlayer, ...],
    stored: Sequence[int],
    pairings: Sequence[ReportedPairing],
) -> tuple[tuple[ReportedPlayer, ...], PointSystem, list[Problem]]:
    """Return the players with their points, what results are worth, and what does not fit.

    An unusual scoring counts if everybody's points are what it says.
    """
    if not event.has_own_scoring:
        computed = consistency.points_of(players, pairings)
        players = _with_points(players, stored, computed)
        return players, USUAL_POINTS, consistency.points_problems(players, computed)
    shift = _BEFORE_VERSION_6_03 if version < "v6.03" else 0
    win, draw, loss = (each / 4 for each in event.tail[at.WIN + shift :][:3])
    own = PointSystem(win, draw, loss, absent=0, bye=win)
    counted = _with_points(players, stored, consistency.points_of(players, pairings, own))
    if consistency.explains(own, counted, pairings):
        return counted, own, []
    facts: dict[str, object] = {"scoring": f"{win:g}, {draw:g}, {loss:g}"}
    return players, USUAL_POINTS, [Problem("scoring_unusual", Place(), facts)]


def _with_points(
    players: Sequence[ReportedPlayer], stored: Sequence[int], computed: dict[int, float]
) -> tuple[ReportedPlayer, ...]:
    """Return the players with their points, in the unit in which most of them are what the results add up to."""
    agreeing = {
        unit: sum(points == unit * computed[player.number] for player, points in zip(players, stored, strict=True))
        for unit in (4, 2)
    }
    unit = 2 if agreeing[2] > agreeing[4] else 4
    return tuple(replace(player, points=points / unit) for player, points in zip(players, stored, strict=True))


def _boards(players: dict[int, Player]) -> dict[tuple[int, int], int]:
    """Return the board by round and player."""
    rounds = ((number, row) for number, each in players.items() for row in each.rounds)
    return {(row[0], number): row[1] for number, row in rounds if 0 < row[1] <= _MOST_TABLE}


def _sides(
    event: Event, players: dict[int, Player], dates: Sequence[dt.date | None], problems: list[Problem]
) -> Iterator[Side]:
    """Yield what every player says of every round."""
    last = max((row[0] for each in players.values() for row in each.rounds if row[2] > 0), default=0)
    for player, each in players.items():
        absences = 0
        for number, table, opponent, code, colour, *_rest in each.rounds:
            if not 1 <= number <= min(last, MAX_ROUNDS):
                continue
            absences += table == _TABLE_ABSENT
            date = dates[number - 1] if number <= len(dates) else None
            if opponent > 0:
                result = _GAMES.get(code)
                if result is None:
                    problems.append(Problem("result_unknown", Place(round=number, player=player), {"result": code}))
                yield Side(number, player, opponent, _COLOURS.get(colour, ""), result or Result.PENDING, date=date)
            else:
                yield Side(number, player, None, "", _alone(event, number, table, code, absences), date=date)


def _alone(event: Event, number: int, table: int, code: int, absences: int) -> Result:
    """Return a round without opponent: the bye of the pairing, one that was asked for, or an absence and its worth."""
    if table == _TABLE_BYE:
        bye = _BYES.get(code, _BYE_VALUES.get(event.tail[at.BYE], Result.ZERO_BYE))
        return Result.PAIRING_BYE if bye is Result.FULL_BYE else bye
    if code in _BYES or table != _TABLE_ABSENT or event.has_own_scoring:
        return _BYES.get(code, Result.ZERO_BYE)
    is_paid = event.tail[at.ABSENCE] and number <= event.tail[at.LAST_ABSENCE] and absences <= event.tail[at.ABSENCES]
    return Result.HALF_BYE if is_paid else Result.ZERO_BYE
