"""Reads Pairgoth files (.tour), the tournaments of the French go federation's own program: JSON.

Source: formats/pairgoth, sections 1 to 3. ``games`` is a list of rounds, each a list of games that name White and
Black by their ids; id 0 stands for the bye. In team events they name teams, and ``individualGames`` has the boards.
A win by default looks like a game: the program keeps none.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from tournaments.formats.common.consistency import (
    content_problems,
    date_problems,
    label,
    listed,
    rounds_of,
    unfinished_problems,
)
from tournaments.formats.common.json_values import Facts, inside, is_object, number_of, parsed, rows, text, whole
from tournaments.formats.common.values import read_day
from tournaments.formats.go.cells import MAX_CELLS, MAX_ROUNDS
from tournaments.formats.go.values import BOARDS, pace_of_clock
from tournaments.formats.open_gotha.ranking_order import CODES
from tournaments.formats.open_gotha.reader import MAX_STONES
from tournaments.formats.pairgoth.players import Bounds, Entry, entries, whole_numbers
from tournaments.formats.report import (
    FormatError,
    Place,
    Problem,
    ReportedPairing,
    Result,
    TournamentReport,
    noop,
)

NAME = "Pairgoth"
MAX_BYTES = 2 * 1024 * 1024  # ten times the largest with 985 players
MAX_PLAYERS = 5_000
MOST_KOMI = 1_000

_KEYS = (b'"type"', b'"rounds"', b'"pairing"', b'"timeSystem"')
_RESULTS = {"w": "10", "b": "01", "=": "==", "?": "**", "#": "WW", "0": "LL"}  # A6: both win, both lose: not rated
_BOTH = {"#": "both_won", "0": "both_lost"}
_CANCELLED = "X"
_SHARED = ("PAIRGO", "RENGO")  # several people play one game
_SHORTEST = 5 * 60  # seconds: older files have minutes in the same place
_MCMAHON = "MAC_MAHON"
_KINDS = {_MCMAHON: "mcmahon", "SWISS": "swiss", "ROUND_ROBIN": "round_robin"}
_BAR, _FLOOR = 8, -30
_ABSENCES = {0.0: Result.ZERO_BYE, 0.5: Result.HALF_BYE, 1.0: Result.FULL_BYE}
_CRITERIA = CODES | {f"SOS{base}M{less}": f"SOS-{less}" for base in "MW" for less in "12"} | {"CUSSM": "CUSS"}

TOO_LARGE = noop("The file is larger than any Pairgoth tournament.")
NO_PLAYERS = noop("The Pairgoth file has no player list.")
TOO_MANY = noop("The file has more than %(most)s players.")
SHARED_GAMES = noop("In pair go and rengo several people play one game: such tournaments are not rated.")


def matches(filename: str, data: bytes) -> bool:
    """Return whether it is JSON with the names of Pairgoth's own parts."""
    return is_object(data) and all(key in data for key in _KEYS)


def read(data: bytes) -> list[TournamentReport]:
    """Return the one tournament of the file. Raise `FormatError` if it is not whole or its games are shared."""
    if len(data) > MAX_BYTES:
        raise FormatError(TOO_LARGE)
    event = parsed(data)
    people = rows(event, "players")
    if people is None:
        raise FormatError(NO_PLAYERS)
    if len(people) > MAX_PLAYERS:
        raise FormatError(TOO_MANY, most=MAX_PLAYERS)
    if text(event, "type").startswith(_SHARED):
        raise FormatError(SHARED_GAMES)
    return [_Reader(event, people).report()]


class _Game(NamedTuple):
    """A game of a round as the file has it."""

    round: int
    row: Facts

    @property
    def place(self) -> Place:
        return Place(round=self.round, board=whole(self.row, "t") or None)

    @property
    def seats(self) -> list[int]:
        return [whole(self.row, "w"), whole(self.row, "b")]


class _Reader:
    """Make the report of an event."""

    def __init__(self, event: Facts, people: Sequence[Facts]) -> None:
        self.event = event
        self.pairing = inside(event, "pairing")
        self.is_team_event = text(event, "type").startswith("TEAM")
        self.problems: list[Problem] = []
        self.games = list(self._games())
        playing = frozenset(seat for game in self.games for seat in game.seats)
        self.entries, found = entries(people, playing, self._teams(), self._bounds())
        self.problems += found
        self.seen: set[tuple[int, int]] = set()  # rounds and players

    def report(self) -> TournamentReport:
        start, end = (read_day(text(self.event, name), Place())[0] for name in ("startDate", "endDate"))
        pace, time_control = self._clock()
        pairings = [pairing for game in self.games for pairing in self._pairings(game)]
        pairings += self._absences(pairings)
        pairings.sort(key=lambda each: (each.round, each.board or MAX_CELLS, each.white))
        players = tuple(sorted((entry.player for entry in self.entries.values()), key=lambda each: each.number))
        self.problems += [Problem("team_event")] if self.is_team_event else []
        self.problems += [Problem("defaults_unknown")] if pairings else []
        self.problems += [*date_problems(start, end), *unfinished_problems(pairings)]
        self.problems += content_problems(players, pairings)
        kind = text(self.pairing, "type")
        rounds, found = rounds_of(whole(self.event, "rounds"), MAX_ROUNDS, pairings)
        self.problems += found
        return TournamentReport(
            format="pairgoth",
            name=text(self.event, "name") or text(self.event, "shortName"),
            city=text(self.event, "location"),
            start=start,
            end=end,
            rounds=rounds,
            pace=pace,
            time_control=time_control,
            kind="team" if self.is_team_event else _KINDS.get(kind, kind.lower()[:20]),
            discipline="go",
            program=NAME,
            players=players,
            pairings=tuple(pairings),
            problems=listed(self.problems),
            tie_breaks=self._criteria(),
            rounds_down=inside(self.pairing, "main").get("roundDownScore") is not False,
        )

    def _games(self) -> Iterator[_Game]:
        """Yield the games of all rounds; of a team event those of the boards."""
        rounds = self.event.get("games")
        of_boards = inside(self.event, "individualGames")
        count = 0
        for number, round_ in enumerate(rounds if isinstance(rounds, list) else [], start=1):
            for row in round_ if isinstance(round_, list) else []:
                if number > MAX_ROUNDS or not isinstance(row, dict):
                    self.problems.append(Problem("line_unknown", Place(round=number)))
                    continue
                boards = rows(of_boards, str(row.get("id"))) if self.is_team_event else [row]
                if boards is None and 0 not in _Game(number, row).seats:
                    self.problems.append(Problem("boards_missing", _Game(number, row).place))
                count += len(boards or [])
                if count > MAX_CELLS:
                    raise FormatError(noop("The file has more than %(most)s games; send it in parts."), most=MAX_CELLS)
                yield from (_Game(number, each) for each in boards or [])

    def _teams(self) -> dict[int, str]:
        """Return the team of each player, of events with teams."""
        return {
            player: text(team, "name")
            for team in rows(self.event, "teams") or []
            for player in whole_numbers(team.get("players"))
        }

    def _bounds(self) -> Bounds | None:
        if text(self.pairing, "type") != _MCMAHON:
            return None
        floor, bar = (self.pairing.get(name) for name in ("mmFloor", "mmBar"))
        return Bounds(floor if isinstance(floor, int) else _FLOOR, bar if isinstance(bar, int) else _BAR)

    def _clock(self) -> tuple[str, str]:
        """Return the pace and the time control. A time of few seconds may be meant as minutes: then no pace."""
        clock = inside(self.event, "timeSystem")
        seconds, kind = whole(clock, "mainTime"), text(clock, "type")
        more = {
            "CANADIAN": f"byo-yomi {whole(clock, 'byoyomi')} s / {whole(clock, 'stones')}",
            "JAPANESE": f"byo-yomi {whole(clock, 'byoyomi')} s",
            "STANDARD": f"byo-yomi {whole(clock, 'byoyomi')} s",
            "FISCHER": f"{whole(clock, 'increment')} s",
        }.get(kind, "")
        if not 0 < seconds < 100_000:
            return "", ""
        if seconds < _SHORTEST:
            return "", " + ".join(filter(None, [str(seconds), more]))
        return pace_of_clock(seconds / 60, bool(more)), " + ".join(filter(None, [f"{seconds // 60} min", more]))

    def _criteria(self) -> tuple[str, ...]:
        """Return our codes of the criteria, up to the first that the site cannot compute."""
        codes: list[str] = []
        placement = self.pairing.get("placement")
        for name in placement if isinstance(placement, list) else []:
            code = _CRITERIA.get(name, "") if isinstance(name, str) else ""
            if not code:
                break
            codes.append(code)
        return tuple(dict.fromkeys(codes))

    def _pairings(self, game: _Game) -> Iterator[ReportedPairing]:
        """Yield the pairing of a game, or the bye; nothing of a game that was cancelled or makes no sense."""
        written, place = text(game.row, "r"), game.place
        if written == _CANCELLED:
            return
        white, black = (self.entries.get(seat) for seat in game.seats)
        for seat, entry in zip(game.seats, (white, black), strict=True):
            if entry is None and seat:
                self.problems.append(Problem("opponent_unknown", place, {"opponent": seat}))
        known = [entry for entry in (white, black) if entry is not None]
        if 0 in game.seats and known:
            yield self._seen(ReportedPairing(game.round, None, known[0].player.number, None, Result.PAIRING_BYE, None))
        if white is None or black is None:
            return
        if white is black:
            self.problems.append(Problem("self_pairing", place, {"player": label(white.player)}))
            return
        letters = _RESULTS.get(written, "**")
        names: dict[str, object] = {"player": label(white.player), "opponent": label(black.player)}
        if written not in _RESULTS:
            self.problems.append(Problem("result_unknown", place, {"result": written[:20]}))
        if written in _BOTH:
            self.problems.append(Problem(_BOTH[written], place, names))
        yield self._seen(self._game(game, (white, black), letters))

    def _game(self, game: _Game, seated: tuple[Entry, Entry], letters: str) -> ReportedPairing:
        white, black = (entry.player.number for entry in seated)
        stones, size = whole(game.row, "h"), whole(self.event, "gobanSize")
        return ReportedPairing(
            game.round,
            game.place.board,
            white,
            black,
            Result(letters[0]),
            Result(letters[1]),
            handicap=stones if 0 <= stones <= MAX_STONES else None,
            board_size=size if size in BOARDS else None,
            komi=None if stones else number_of(self.event, "komi", MOST_KOMI),
        )

    def _seen(self, pairing: ReportedPairing) -> ReportedPairing:
        """Return the pairing; note who has two in a round."""
        for number in filter(None, (pairing.white, pairing.black)):
            if (pairing.round, number) in self.seen:
                names: dict[str, object] = {"number": number}
                self.problems.append(Problem("pairing_twice", Place(round=pairing.round, player=number), names))
            self.seen.add((pairing.round, number))
        return pairing

    def _absences(self, pairings: Sequence[ReportedPairing]) -> list[ReportedPairing]:
        """Return the absences that were announced for rounds that have games."""
        main = inside(self.pairing, "main")
        is_mcmahon = text(self.pairing, "type") == _MCMAHON
        worth = main.get("mmsValueAbsent", 0.5) if is_mcmahon else main.get("nbwValueAbsent", 0)
        letter = _ABSENCES.get(worth, Result.ZERO_BYE) if isinstance(worth, int | float) else Result.ZERO_BYE
        played = {each.round for each in pairings if each.black is not None}
        return [
            ReportedPairing(number, None, entry.player.number, None, letter, None)
            for entry in self.entries.values()
            for number in sorted(played & entry.away)
            if (number, entry.player.number) not in self.seen
        ]
