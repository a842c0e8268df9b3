"""The teams of a TRF file, their byes and forfeits, and the tie-breaks that it names (formats/trf, 2.3 and 2.4).

Record 013 (TRF16): columns 5-36 the name, then start numbers of four digits every five columns from 37 on; its teams
are numbered as they come. Record 310 (TRF26): columns 5-7 the number, 9-40 the name, start numbers every five columns
from 74 on; what stands between them is read by `standings`.

Records of TRF26 that name teams: 240 a bye that was asked for (F, H or Z, the round, teams), 320 the bye of the pairing
(match points, board points, then the team of each round every four columns from 14 on), 330 a match that was forfeited
(+-, -+ or --, the round, both teams). In such a round the players have no opponent and no points in their own lines.
A bye stays that of the team; a forfeited match gives its players their boards, as many as a match has. Where the lines
of the players say otherwise, these count.
Record 362 says what a match is worth: TW won, TD drawn, TL lost.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import zip_longest
from typing import NamedTuple

from tournaments.formats.common.consistency import Side
from tournaments.formats.common.values import clean_text
from tournaments.formats.report import Place, Problem, Result
from tournaments.formats.trf.cells import LETTERS, Cell
from tournaments.formats.trf.records import Records

_NAMES = {"013": (4, 36, 36), "310": (8, 40, 73)}  # where the name begins and ends, and the numbers begin; 0-based
_NUMBER = slice(4, 7)  # of a team, in record 310
_RESTING, _RESTING_STEP = 13, 4  # the teams of record 320
_POINTS = re.compile(r" *(\d{1,4}(?:\.\d?)?) *")
_MATCH_SCORING = re.compile(r"\bT?([WDL])\s*(\d{1,4}(?:\.\d{0,2})?)(?!\S)")
_USUAL_MATCH = {"W": 2.0, "D": 1.0, "L": 0.0}
_FORFEITS = {"+-", "-+", "--"}
MAX_TIE_BREAKS, LONGEST_CODE = 20, 12

TeamByes = tuple[tuple[int, str, Result], ...]  # round, name of the team, letter
Sides = dict[tuple[int, int], Side]  # by round and player


class ListedTeam(NamedTuple):
    """What a line says of a team (310, 013)."""

    number: str
    name: str
    players: Sequence[int]


class ByeRequest(NamedTuple):
    """A record 240. Its numbers are of teams in a team event, else of players."""

    letter: Result
    round: int
    numbers: Sequence[int]


def listed_teams(lines: Iterable[str]) -> list[ListedTeam]:
    """Return the teams, line by line."""
    return [_listed_team(place, line) for place, line in enumerate(lines, start=1)]


def _listed_team(place: int, line: str) -> ListedTeam:
    begin, end, numbers = _NAMES[line[:3]]
    # A blank parts them, however far apart programs set them.
    players = [int(word[:4]) for word in line[numbers:].split() if word.isascii() and word.isdigit()]
    number = line[_NUMBER].strip() if line[:3] == "310" else str(place)
    return ListedTeam(number, clean_text(line[begin:end]), players)


def teams_of(teams: Iterable[ListedTeam]) -> dict[int, str]:
    """Return the name of the team by start number; players named twice belong to the first."""
    names: dict[int, str] = {}
    for team in teams:
        for player in team.players if team.name else ():
            names.setdefault(player, team.name)
    return names


def bye_request(line: str) -> ByeRequest | None:
    """Return what a record 240 says; None if it cannot be understood."""
    words = line[3:].split()
    if len(words) < 2 or words[0] not in {"F", "H", "Z"} or not all(word.isdecimal() for word in words[1:]):
        return None
    return ByeRequest(LETTERS[words[0]], int(words[1][:4]), [int(word[:4]) for word in words[2:]])


def rounds_of_teams(
    records: Records, teams: Iterable[ListedTeam], cells: Mapping[int, Sequence[Cell]], rounds: int
) -> tuple[Sides, TeamByes, list[Problem]]:
    """Return what forfeits of teams mean for their players, the byes of teams, and what does not fit.

    ``cells``: the rounds of each player by number. Rounds that the file has not reached are wishes, not facts.
    """
    read = _TeamRounds(teams, cells, rounds)
    if read.teams:
        for line, text in records.byes:
            read.read_bye(line, text)
        for line, text in records.team_rounds:
            if text.startswith("320"):
                read.read_pairing_byes(line, text)
            else:
                read.read_forfeit(line, text)
    return read.sides, tuple(sorted(read.byes)), read.problems


def match_scoring_of(records: Records) -> tuple[tuple[float, float, float] | None, list[Problem]]:
    """Return what a match won, drawn and lost is worth (record 362), and what of it is invalid; None: 2, 1 and 0."""
    said = _USUAL_MATCH
    problems = []
    for line, text in records.match_scoring:
        given = {letter: float(points) for letter, points in _MATCH_SCORING.findall(text[3:])}
        worth = said | given
        if not text[3:].strip():
            continue
        if given and worth["L"] <= worth["D"] <= worth["W"] and all((2 * each).is_integer() for each in worth.values()):
            said = worth
        else:
            problems.append(Problem("line_unknown", Place(line=line)))
    return None if said == _USUAL_MATCH else (said["W"], said["D"], said["L"]), problems


def bye_of_teams(records: Records) -> tuple[float, float] | None:
    """Return match points and board points of the bye of the pairing (record 320), if standings can have them."""
    return next((_worth(text) for _line, text in records.team_rounds if text.startswith("320")), None)


def _worth(text: str) -> tuple[float, float] | None:
    """Return match points and board points in halves."""
    given = _stated_worth(text)
    return given if given and all((2 * each).is_integer() for each in given) else None


def _stated_worth(text: str) -> tuple[float, float] | None:
    match_points, board_points = _POINTS.fullmatch(text[4:8]), _POINTS.fullmatch(text[9:13])
    return (float(match_points[1]), float(board_points[1])) if match_points and board_points else None


class _TeamRounds:
    """Apply what the records say of teams in rounds to their players."""

    def __init__(self, teams: Iterable[ListedTeam], cells: Mapping[int, Sequence[Cell]], rounds: int) -> None:
        self.cells, self.rounds = cells, rounds
        self.teams: dict[int, list[int]] = {}  # the players by number of the team
        self.home: dict[int, int] = {}  # the number of the team by player
        self.reported: dict[tuple[int, int], str] = {}  # by round and team: each is reported once
        self.sides: Sides = {}
        self.byes: list[tuple[int, str, Result]] = []
        self.names: dict[int, str] = {}
        self.problems: list[Problem] = []
        for number, name, players in teams:
            if number.isdecimal() and int(number) not in self.teams:
                own = [player for player in dict.fromkeys(players) if player in cells and player not in self.home]
                self.teams[int(number)], self.names[int(number)] = own, name
                self.home |= dict.fromkeys(own, int(number))

    @cached_property
    def boards(self) -> int:
        """Return the boards of the largest match; without matches the size of the smallest team."""
        stated = [
            (number, team, cell) for player, team in self.home.items() for number, cell in enumerate(self.cells[player])
        ]
        playing = Counter(
            (number, team)
            for number, team, cell in stated
            if cell.opponent is not None and self.home.get(cell.opponent, team) != team
        )
        alone = Counter(
            (number, team) for number, team, cell in stated if cell.opponent is None and cell.bye.half_points
        )
        largest = max((count + alone[key] for key, count in playing.items()), default=0)
        return largest or min((len(players) for players in self.teams.values() if players), default=0)

    def read_bye(self, line: int, text: str) -> None:
        """Read a record 240."""
        request = bye_request(text)
        if request is None:
            self._pass_over(line)
            return
        for team in request.numbers:
            self._rest(line, request.round, team, request.letter)

    def read_pairing_byes(self, line: int, text: str) -> None:
        """Read a record 320."""
        cells = [text[start : start + _RESTING_STEP].strip() for start in range(_RESTING, len(text), _RESTING_STEP)]
        if not all(cell.isdecimal() for cell in cells if cell):
            self._pass_over(line)
            return
        resting = [(number, int(cell)) for number, cell in enumerate(cells, start=1) if cell and int(cell)]
        for number, team in resting:
            self._rest(line, number, team, Result.PAIRING_BYE)
        if resting and _stated_worth(text) and _worth(text) is None:
            self.problems.append(Problem("scoring_unusual", Place(line=line), {"scoring": text[:_RESTING]}))

    def read_forfeit(self, line: int, text: str) -> None:
        """Read a record 330."""
        words = text[3:].split()
        is_known = len(words) == 4 and words[0] in _FORFEITS and all(word.isdecimal() for word in words[1:])
        if not is_known or words[2] == words[3]:
            self._pass_over(line)
            return
        number, white, black = (int(word[:4]) for word in words[1:])
        mine, theirs = map(Result, words[0])
        own = self._players(line, number, white, f"{mine}{black}")
        others = self._players(line, number, black, f"{theirs}{white}")
        if own and others:
            self._forfeit(line, number, ((white, own, mine), (black, others, theirs)))

    def _forfeit(self, line: int, number: int, teams: Sequence[tuple[int, Sequence[int], Result]]) -> None:
        """Add a forfeit. ``teams``: number, players and result of both, White of the first board first."""
        (white, own, mine), (black, others, theirs) = teams
        both = [*((player, black, mine) for player in own), *((player, white, theirs) for player in others)]
        if not all(self._fits(number, *each) for each in both):
            self._contradict(line, number, white)
            return
        if any(self._opponent(number, player) is not None for player, _team, _result in both):
            return  # the players' lines have it board by board
        line_ups = self._line_up(number, own), self._line_up(number, others)
        for board, (player, opponent) in enumerate(zip_longest(*line_ups)):
            colours = "bw" if board % 2 else "wb"
            sides = (player, opponent, colours[0], mine), (opponent, player, colours[1], theirs)
            for one, other, colour, result in sides:
                if one is not None and other is not None:
                    self.sides[number, one] = Side(number, one, other, colour, result, line)
                elif one is not None and result is Result.FORFEIT_WIN:  # the other team has nobody on this board
                    self.sides[number, one] = Side(number, one, None, "", Result.FULL_BYE, line)

    def _fits(self, number: int, player: int, other_team: int, result: Result) -> bool:
        """Return whether what the player's line says can be a part of the forfeit."""
        opponent, bye = self._opponent(number, player), self._bye(number, player)
        if opponent is not None:
            return self.home.get(opponent) == other_team and self.cells[player][number - 1].result is result
        return bye is Result.ZERO_BYE or (bye is Result.FULL_BYE and result is Result.FORFEIT_WIN)

    def _line_up(self, number: int, players: Sequence[int]) -> Sequence[int]:
        """Return the players with the point in their lines, else the first of the team."""
        winners = [player for player in players if self._bye(number, player) is Result.FULL_BYE]
        return winners or players[: self.boards]

    def _rest(self, line: int, number: int, team: int, letter: Result) -> None:
        players = self._players(line, number, team, letter)
        said = {self._bye(number, player) for player in players} - {Result.ZERO_BYE}
        if any(self._opponent(number, player) is not None for player in players) or said - {letter}:
            self._contradict(line, number, team)
        elif players and not said and letter is not Result.ZERO_BYE:
            self.byes.append((number, self.names[team], letter))

    def _players(self, line: int, number: int, team: int, said: str) -> Sequence[int]:
        """Return the players of a team mentioned for the first time in a round that was played."""
        if not 1 <= number <= self.rounds:
            return ()
        if team not in self.teams:
            self.problems.append(Problem("team_unknown", Place(line=line, round=number), {"team": team}))
            return ()
        before = self.reported.setdefault((number, team), f"{line} {said}")
        if before == f"{line} {said}":
            return self.teams[team]
        if before.partition(" ")[2] != said:
            self._contradict(line, number, team)
        return ()

    def _opponent(self, number: int, player: int) -> int | None:
        said = self.cells[player][number - 1 : number]
        return said[0].opponent if said else None

    def _bye(self, number: int, player: int) -> Result:
        said = self.cells[player][number - 1 : number]
        return said[0].bye if said else Result.ZERO_BYE

    def _contradict(self, line: int, number: int, team: int) -> None:
        self.problems.append(Problem("team_differs", Place(line=line, round=number), {"team": team}))

    def _pass_over(self, line: int) -> None:
        self.problems.append(Problem("line_unknown", Place(line=line)))


def tie_breaks_of(*texts: str) -> tuple[str, ...]:
    """Return the codes of the first text (record 212, 202) that says something; the points come first anyway."""
    for text in texts:
        codes = [code for code in text.replace(",", " ").split() if code != "PTS" and len(code) <= LONGEST_CODE]
        if codes:
            return tuple(codes[:MAX_TIE_BREAKS])
    return ()
