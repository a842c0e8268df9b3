"""CHCKLIST, the Belgian table of all games that went into a list: one dBase record for each player of a game
(formats/belgium, 1.5).

| field | what it holds |
|---|---|
| JOUEUR, ADVERS | matricules of the player and of the opponent; ADVERS 0: the opponent is no member |
| RESULTAT | what the player scored: 1, 0, or 5 for a draw |
| VAL_ADVERS, ETRANGER | rating that was used for the opponent; their name if they are no member |
| EXPEDIT, FILE_CH | club that sent the game and its file: together they name the event |
| DATE, WH_BL | day of the game; W or B, the player's colour |
| NO_RUN | run of the old program: 1, 2, 4, 5 for the unrated, 3 for the rated; blank in recent tables |

The two records of a game are found by event, day and players; a record without a counterpart still makes a game.
Tables of the old program print the games of a newly rated player again in each run: they are one game.
Six structures since 1989 differ in what they lack; the fields are found by their names.
"""

import datetime as dt
from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from tournaments.formats.common.dbase_games import Record, code, day, field_names, read_records, text, whole
from tournaments.formats.common.game_lists import Event, Events, report_of
from tournaments.formats.common.values import split_name
from tournaments.formats.report import FormatError, Place, Problem, ReportedPlayer, Result, TournamentReport, noop

NAME = "CHCKLIST (dBase)"

_NEEDED = {"JOUEUR", "RESULTAT", "ADVERS", "VAL_ADVERS", "DATE", "EXPEDIT"}
_RESULTS: dict[int | None, Result] = {1: Result.WIN, 0: Result.LOSS, 5: Result.DRAW}
_ANSWERS = {Result.WIN: Result.LOSS, Result.LOSS: Result.WIN, Result.DRAW: Result.DRAW}
_OTHER = {"W": "B", "B": "W", "": ""}


class _Row(NamedTuple):
    """A game as the record of one player has it."""

    line: int
    player: int
    opponent: int  # 0 = no member
    result: Result
    colour: str  # W, B or ""
    day: dt.date | None
    rating: int  # used for the opponent
    name: str  # of an opponent who is not a member
    run: int

    @property
    def mirror(self) -> tuple[object, ...]:
        """Return what the opponent's record of this game must say."""
        return self.day, self.opponent, self.player, _ANSWERS[self.result], _OTHER[self.colour]

    @property
    def printed(self) -> tuple[object, ...]:
        """Return what the record of this game says in every run; the rating of a member may change."""
        return self.said if self.opponent else (*self.said, self.rating, self.name)

    @property
    def said(self) -> tuple[object, ...]:
        return self.day, self.player, self.opponent, self.result, self.colour


def matches(filename: str, data: bytes) -> bool:
    """Return whether it is a dBase table with the fields of CHCKLIST."""
    return field_names(data) >= _NEEDED


def read(data: bytes) -> list[TournamentReport]:
    """Return the events of a table. Raise `FormatError` if it is damaged or holds no game."""
    events = Events()
    rows: dict[int, list[_Row]] = defaultdict(list)
    for number, record in read_records(data):
        sender, file = str(whole(record, "EXPEDIT") or ""), text(record, "FILE_CH")
        event = events.of((sender, file), Event(file or f"CHCKLIST {sender}".strip()))
        row = _row(event, number, record)
        if row is not None:
            rows[id(event)].append(row)
    for event in events:
        _pair(event, _printed_once(rows[id(event)]))
    if not any(event.pairings for event in events):
        raise FormatError(noop("The table contains no games."))
    return [report_of(event, "checklist") for event in events if event.pairings]


def _row(event: Event, number: int, record: Record) -> _Row | None:
    result = _RESULTS.get(code(record, "RESULTAT"))
    player = whole(record, "JOUEUR")
    if result is None:
        facts: dict[str, object] = {"result": text(record, "RESULTAT")}
        event.problems.append(Problem("result_unknown", Place(line=number), facts))
        return None
    opponent = whole(record, "ADVERS")
    if not player or player == opponent:
        event.problems.append(Problem("self_pairing", Place(line=number), {"player": str(player)}))
        return None
    colour = text(record, "WH_BL").upper()
    return _Row(
        line=number,
        player=player,
        opponent=opponent,
        result=result,
        colour=colour if colour in _OTHER else "",
        day=day(record, "DATE"),
        rating=whole(record, "VAL_ADVERS"),
        name=text(record, "ETRANGER"),
        run=whole(record, "NO_RUN"),
    )


def _printed_once(rows: list[_Row]) -> Iterator[_Row]:
    """Yield the rows of a game from one run, of several equal games from the run that prints most of them."""
    runs: dict[tuple[object, ...], Counter[int]] = defaultdict(Counter)
    for row in rows:
        runs[row.printed][row.run] += 1
    fullest = {printed: max(found, key=found.__getitem__) for printed, found in runs.items()}
    return (row for row in rows if row.run == fullest[row.printed])


def _pair(event: Event, rows: Iterable[_Row]) -> None:
    """Make one game of two records that mirror each other, in the order of the first."""
    waiting: dict[tuple[object, ...], deque[int]] = defaultdict(deque)
    games: list[_Row] = []
    answered: set[int] = set()
    for row in rows:
        if row.opponent and waiting[row.mirror]:
            answered.add(waiting[row.mirror].popleft())
            continue
        if row.opponent:
            waiting[row.said].append(len(games))
        games.append(row)
    for index, row in enumerate(games):
        if row.opponent and index not in answered:
            facts: dict[str, object] = {"player": str(row.player), "opponent": str(row.opponent)}
            event.problems.append(Problem("opponent_differs", Place(line=row.line), facts))
        _add(event, row)


def _add(event: Event, row: _Row) -> None:
    player = event.number(row.player, ReportedPlayer(0, "", matricule=str(row.player)))
    if row.opponent:
        opponent = event.number(row.opponent, ReportedPlayer(0, "", matricule=str(row.opponent)))
    else:
        last_name, first_name = split_name(row.name)
        opponent = event.number(
            None, ReportedPlayer(0, last_name, first_name, rating=row.rating or None, outsider=True)
        )
    results = (row.result, _ANSWERS[row.result])
    if row.colour == "B":
        event.add((opponent, player), (results[1], results[0]), row.day)
    else:
        event.add((player, opponent), results, row.day)
