"""Files that hold one line a game and no tournament: their lines become events, players and rounds.

Shared by the readers of games in dBase tables (SENDING, CHCKLIST, Chess Manager) and of single games in text.
"""

import datetime as dt
from collections import defaultdict
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field

from msgspec.structs import replace

from tournaments.formats.common.consistency import date_problems, listed
from tournaments.formats.report import (
    FormatError,
    Place,
    Problem,
    ReportedPairing,
    ReportedPlayer,
    Result,
    TournamentReport,
    noop,
)

MAX_EVENTS = 5_000
MANY_EVENTS = noop("The file has more than %(most)s tournaments.")
NO_ROUND = 0
NO_PLACE = Place()


@dataclass
class Event:
    """An event of a file, filled game by game."""

    name: str
    city: str = ""
    kind: str = ""
    pace: str = ""
    discipline: str = "chess"
    is_series: bool = False  # games of a server, over years
    players: list[ReportedPlayer] = field(default_factory=list)
    pairings: list[ReportedPairing] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    numbers: dict[Hashable, int] = field(default_factory=dict)
    time_controls: set[str] = field(default_factory=set)  # of its games

    def number(self, key: Hashable | None, player: ReportedPlayer) -> int:
        """Return the player's number: the known one of ``key``, else a new one; without a key always a new one."""
        known = self.numbers.get(key) if key is not None else None
        if known is None:
            known = len(self.players) + 1
            self.players.append(replace(player, number=known))
            if key is not None:
                self.numbers[key] = known
        return known

    def add(
        self, players: tuple[int, int], results: tuple[Result, Result], day: dt.date | None, place: Place = NO_PLACE
    ) -> None:
        """Add a game of White and Black; ``place`` has round and board, else `report_of` finds a free round."""
        self.pairings.append(ReportedPairing(place.round or NO_ROUND, place.board, *players, *results, day))


class Events:
    """The events of a file in the order of their first lines."""

    def __init__(self) -> None:
        self._events: dict[Hashable, Event] = {}

    def __iter__(self) -> Iterator[Event]:
        return iter(self._events.values())

    def __len__(self) -> int:
        return len(self._events)

    def of(self, key: Hashable, event: Event) -> Event:
        """Return the event of the key; ``event`` if it is new. Raise `FormatError` if there are too many."""
        if key not in self._events and len(self._events) >= MAX_EVENTS:
            raise FormatError(MANY_EVENTS, most=MAX_EVENTS)
        return self._events.setdefault(key, event)


def report_of(event: Event, form: str, program: str = "") -> TournamentReport:
    """Return the report of an event; it starts and ends with its games."""
    days = sorted(pairing.date for pairing in event.pairings if pairing.date is not None)
    start, end = (days[0], days[-1]) if days else (None, None)
    pairings = sorted(_in_rounds(event.pairings), key=lambda game: (game.round, game.board or 0, game.white))
    pending = sum(1 for pairing in pairings if pairing.white_result is Result.PENDING)
    problems = [*event.problems]
    if not event.is_series:
        problems += date_problems(start, end)
    if pending:
        problems.append(Problem("round_unfinished", Place(), {"count": pending}))
    return TournamentReport(
        format=form,
        name=event.name[:200],
        city=event.city[:100],
        start=start,
        end=end,
        rounds=max((pairing.round for pairing in pairings), default=0),
        pace=event.pace,
        kind=event.kind,
        discipline=event.discipline,
        program=program,
        players=tuple(event.players),
        pairings=tuple(pairings),
        problems=listed(problems),
    )


def _in_rounds(pairings: list[ReportedPairing]) -> list[ReportedPairing]:
    """Give each game without a round the first one in which both players are free, after those of earlier days."""
    rounds = _Rounds()
    for pairing in pairings:
        if pairing.round != NO_ROUND:
            rounds.take(pairing)
    placed = []
    for pairing in sorted(pairings, key=lambda each: (each.date or dt.date.min, each.ended or dt.time.min)):
        if pairing.round == NO_ROUND:
            placed.append(replace(pairing, round=rounds.free_for(pairing)))
            rounds.take(placed[-1])
        else:
            placed.append(pairing)
    return placed


class _Rounds:
    """The rounds that each player has played in. Finding a free one takes about as long as a game, however many."""

    def __init__(self) -> None:
        self._next: dict[int, dict[int, int]] = defaultdict(dict)  # of a player: round that is taken -> a later one
        self._last: dict[int, int] = defaultdict(int)
        self._today: dict[int, tuple[dt.date | None, int]] = {}  # of a player: a day, and the first round of that day
        self._met: dict[tuple[int, ...], int] = {}  # players -> where they may meet next

    def free_for(self, pairing: ReportedPairing) -> int:
        """Return the first round in which both players are free; rounds of earlier days are over."""
        players = tuple(_players(pairing))
        for player in players:
            if player not in self._today:
                self._today[player] = pairing.date, 1 if pairing.date is None else self._last[player] + 1
            elif self._today[player][0] != pairing.date:
                self._today[player] = pairing.date, self._last[player] + 1
        number = max(self._met.get(players, 1), *(self._today[player][1] for player in players))
        while (later := max(self._free(player, number) for player in players)) > number:
            number = later
        self._met[players] = number
        return number

    def take(self, pairing: ReportedPairing) -> None:
        """Mark both players as busy in the round of the game."""
        for player in _players(pairing):
            self._next[player].setdefault(pairing.round, pairing.round + 1)
            self._last[player] = max(self._last[player], pairing.round)

    def _free(self, player: int, number: int) -> int:
        """Return the first free round of a player from there on, and shorten the way for the next time."""
        taken, way = self._next[player], []
        while number in taken:
            way.append(number)
            number = taken[number]
        for each in way:
            taken[each] = number
        return number


def _players(pairing: ReportedPairing) -> list[int]:
    seats = (pairing.white, pairing.black, pairing.white_partner, pairing.black_partner)
    return [player for player in seats if player is not None]
