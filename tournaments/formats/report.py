"""What a reader says of a tournament file: plain values, as the file has them.

Every format module offers ``NAME``, ``matches(filename, data) -> bool`` and ``read(data) -> list[TournamentReport]``.
A reader is patient: it keeps what it can read and adds a `Problem` with its place for what it cannot.
It raises `FormatError`, and nothing else, where no tournament can be made of the bytes.

Players, pairings and reports are structs: a folder of files has thousands of them, and a struct is frozen and made in
a third of the time of a dataclass (`msgspec.structs.replace` makes one like another).
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple

from msgspec import Struct


def noop(text: str) -> str:
    """Mark a sentence for the translation catalogues; pure rooms know no language."""
    return text


class Result(StrEnum):
    """One side's result of a pairing, in the letters of TRF16 (formats/trf, column "result")."""

    WIN = "1"
    DRAW = "="
    LOSS = "0"
    FORFEIT_WIN = "+"
    FORFEIT_LOSS = "-"
    UNRATED_WIN = "W"
    UNRATED_DRAW = "D"
    UNRATED_LOSS = "L"
    HALF_BYE = "H"
    FULL_BYE = "F"
    PAIRING_BYE = "U"
    ZERO_BYE = "Z"
    PENDING = "*"  # paired, no result yet: the one letter that TRF lacks

    @property
    def is_played(self) -> bool:
        """Return whether a game was played at the board, rated or not."""
        return self in "1=0WDL"

    @property
    def is_rated(self) -> bool:
        """Return whether a game was played that counts for a rating."""
        return self in "1=0"

    @property
    def is_bye(self) -> bool:
        """Return whether there was no opponent: H, F, U or Z."""
        return self in "HFUZ"

    @property
    def half_points(self) -> int:
        """Return twice the points of the letter under 1 / 0.5 / 0 scoring."""
        return _HALF_POINTS.get(self, 0)

    def answers(self, other: Result) -> bool:
        """Return whether the two sides of one pairing fit together (1/0, =/=, +/-, -/-, 0/0, W/L, D/D, */*)."""
        return other in _ANSWERS.get(self, "")

    def may_stand_with(self, other: Result) -> bool:
        """Return whether an arbiter may give both: also half a point to one side and nothing to the other.

        In a file, ½ against 0 may be a slip of the pen, so that readers ask about it; a person chooses it.
        """
        return self.answers(other) or {self, other} == {Result.DRAW, Result.LOSS}


_HALF_POINTS = {"1": 2, "=": 1, "+": 2, "W": 2, "D": 1, "H": 1, "F": 2, "U": 2}
_ANSWERS = {"1": "0", "0": "10", "=": "=", "+": "-", "-": "+-", "W": "L", "L": "WL", "D": "D", "*": "*"}


class PointSystem(NamedTuple):
    """What results are worth in the standings, in points (TRF26, record 162). Ratings use 1, ½, 0 only."""

    win: float = 1
    draw: float = 0.5
    loss: float = 0
    absent: float = 0  # an absence, or a loss by forfeit
    bye: float = 1  # that of the pairing

    @property
    def half_points(self) -> Mapping[str, int]:
        """Return twice what a result is worth, by its letter."""
        return _halves(self)

    @property
    def is_usable(self) -> bool:
        """Return whether all is in half points from 0 on, a better result is never worth less, and an absence nothing.

        Programs differ in what a round without any line is worth if an absence is worth something.
        """
        in_halves = all(0 <= worth <= _HIGHEST_WORTH and 2 * worth == int(2 * worth) for worth in self)
        return in_halves and self.absent == 0 and self.loss <= self.draw <= self.win


_WORTHS = {"1": 0, "+": 0, "W": 0, "F": 0, "=": 1, "D": 1, "H": 1, "0": 2, "L": 2, "-": 3, "Z": 3, "U": 4}
_HIGHEST_WORTH = 20
USUAL_POINTS = PointSystem()


@lru_cache(maxsize=100)
def _halves(points: PointSystem) -> Mapping[str, int]:
    return {Result.PENDING: 0} | {letter: round(2 * points[place]) for letter, place in _WORTHS.items()}


@dataclass(frozen=True)
class Place:
    """Where in a file something was found. Only what is known is set; all numbers count from 1."""

    line: int | None = None
    column: int | None = None
    round: int | None = None
    board: int | None = None
    player: int | None = None  # the number of the player inside the file
    table: str | None = None  # table or sheet of a file that has several

    def __str__(self) -> str:
        parts = [f"{name} {value}" for name, value in self.facts().items()]
        return ", ".join(parts)

    def facts(self) -> dict[str, int | str]:
        """Return the known parts, in reading order: {"line": 12, "round": 3}."""
        names = ("table", "line", "column", "player", "round", "board")
        return {name: getattr(self, name) for name in names if getattr(self, name) is not None}


class FormatError(ValueError):
    """The file cannot be read as a tournament: one sentence, with its place if there is one.

    ``template`` is the English sentence with %(name)s holes (the key of its translation), ``facts`` fills them.
    """

    def __init__(self, template: str, place: Place | None = None, **facts: object) -> None:
        self.template = template
        self.facts = facts
        self.place = place or Place()
        super().__init__(template % facts if facts else template)


@dataclass(frozen=True)
class Problem:
    """Something in the file that a person should see. It never stops the reader.

    ``code`` is a key of `PROBLEMS`; ``facts`` fills the holes of its sentence.
    """

    code: str
    place: Place = Place()
    facts: dict[str, object] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """Return the English sentence, without the place."""
        return PROBLEMS[self.code] % self.facts if self.facts else PROBLEMS[self.code]


# Every problem a reader may report: code -> English sentence (also the key of its translation).
PROBLEMS: dict[str, str] = {
    "opponent_unknown": noop("The opponent %(opponent)s is not in the file."),
    "opponent_differs": noop("%(player)s names %(opponent)s as opponent, but not the other way round."),
    "colour_differs": noop("%(player)s and %(opponent)s do not have opposite colours."),
    "result_differs": noop("%(player)s and %(opponent)s disagree on the result: %(result)s against %(answer)s."),
    "result_unknown": noop("The result %(result)s is not known; the pairing was left without a result."),
    "result_without_opponent": noop("There is a result %(result)s but no opponent."),
    "self_pairing": noop("%(player)s is paired with themselves."),
    "number_twice": noop("The number %(number)s is given to two players."),
    "points_differ": noop("The file gives %(player)s %(stored)s points; the results add up to %(computed)s."),
    "date_unknown": noop("The date %(value)s cannot be read."),
    "date_ambiguous": noop("The date %(value)s was read as %(date)s; it could be read otherwise."),
    "dates_reversed": noop("The tournament ends (%(end)s) before it starts (%(start)s)."),
    "dates_far_apart": noop("There are %(days)s days between start (%(start)s) and end (%(end)s)."),
    "round_date_outside": noop("The date %(date)s is outside the tournament (%(start)s to %(end)s)."),
    "round_unfinished": noop("Games of the round without a result yet: %(count)s."),
    "fide_id_unknown": noop("The FIDE ID %(value)s is not a number and was left out."),
    "rating_unknown": noop("The rating %(value)s is not a number and was left out."),
    "field_unknown": noop("%(field)s: %(value)s cannot be read and was left out."),
    "bye_twice": noop("More than one player has the bye of this round."),
    "line_unknown": noop("The line was not understood and was skipped."),
    "line_short": noop("The line is shorter than its record requires; what is missing is treated as empty."),
    "columns_shifted": noop("The columns of the line are shifted by %(count)s; it was read accordingly."),
    "problems_more": noop("Problems of the file that are not listed: %(count)s."),
    "rounds_more": noop("There are results for %(found)s rounds, the file declares %(announced)s."),
    "no_games": noop("The file has players but no pairings."),
    "no_players": noop("The file has no players."),
    "game_twice": noop("%(player)s and %(opponent)s have more than one game in this round."),
    "game_again": noop(
        "The game between %(player)s and %(opponent)s is already on line %(earlier)s; both lines count."
    ),
    "player_withdrawn": noop("%(player)s is marked as withdrawn."),
    "team_event": noop("The file is from a team event; the games of its boards were read."),
    "team_unknown": noop("The team %(team)s is not in the file."),
    "team_differs": noop(
        "What the line says about the team %(team)s contradicts other lines of this round; those are used."
    ),
    "scoring_unusual": noop("The file uses its own scoring (%(scoring)s); standings here use 1, ½, 0."),
    "checksum_missing": noop("The report has no checksum; it cannot be told whether it was changed."),
    "checksum_differs": noop("The checksum does not match: the report was changed after it was written."),
    "totals_differ": noop("The file declares %(stored)s (players, results); its lines hold %(computed)s."),
    "name_twice": noop("%(player)s is in the file twice; all games under that name were given to the first."),
    "player_preliminary": noop("%(player)s is registered provisionally, has no game and was left out."),
    "both_won": noop("%(player)s and %(opponent)s were both given the win; the game is not rated."),
    "both_lost": noop("%(player)s and %(opponent)s were both given the loss; the game is not rated."),
    "both_penalised": noop(
        "%(player)s and %(opponent)s: together they got less than one point, as after a penalty. The game counts for "
        "the ratings; if it should not, have the file corrected."
    ),
    "defaults_unknown": noop(
        "Pairgoth does not store wins by default: they look like games. If there was one, correct it here."
    ),
    "table_only": noop(
        "A crosstable has no member numbers, birth dates and days of the rounds: check who the players are. The "
        "tournament file (.TUNX) or the data for FIDE (TRF) would have them."
    ),
    "file_may_be_cut": noop(
        "The file does not end with a whole line: it may be cut off. Check that all games are there: %(count)s."
    ),
    "tournaments_left_out": noop("Other tournaments of the file have no game and were left out: %(names)s."),
    "boards_missing": noop("The file has no games of the boards of this team game; it was left out."),
    "pairing_twice": noop("The player %(number)s has more than one game or bye in this round."),
    "colours_unknown": noop("Games whose colours are unknown: %(count)s; the player named first is taken as White."),
    "handicap_differs": noop("%(player)s and %(opponent)s disagree on the handicap: %(handicap)s against %(answer)s."),
    "handicap_unknown": noop("Games whose handicap is not in the file: %(count)s; they count as even."),
    "handicap_from_grades": noop(
        "Games whose handicap is not in the file: %(count)s; it was taken from the grades, minus %(reduction)s."
    ),
    "text_unreadable": noop("Some characters could not be read and were replaced."),
}


class ReportedPlayer(Struct, frozen=True, gc=False):
    """One player as the file describes them. Empty text, None: the file does not say."""

    number: int  # unique inside the report; what `ReportedPairing` refers to
    last_name: str
    first_name: str = ""
    matricule: str = ""  # national number, as written
    birth_date: dt.date | None = None
    birth_year: int | None = None  # where the file gives only the year
    federation: str = ""  # three letters, as written
    fide_id: int | None = None
    licence: str = ""  # number given by another federation, as written
    rating: int | None = None  # go: a level, where 0 and less are levels too
    club: str = ""
    title: str = ""
    sex: str = ""  # "M", "F" or ""
    points: float | None = None  # what the file claims, never used to rate
    rank: int | None = None
    grade: str = ""  # go: as written, "3D", "10k"
    pin: str = ""  # go: the European federation's number of the player, as written
    start_score: float | None = None  # go: the McMahon score before the first round
    team: str = ""  # of a team event
    fide_rating: int | None = None  # where the file has one beside a national rating, which then is ``rating``
    outsider: bool = False  # the file says that they are no member of the federation


class ReportedPairing(Struct, frozen=True, gc=False):
    """Two players in a round, or one with a bye (``black`` None, result H, F, U or Z)."""

    round: int
    board: int | None
    white: int
    black: int | None
    white_result: Result
    black_result: Result | None  # None with a bye
    date: dt.date | None = None
    handicap: int | None = None  # go: stones
    board_size: int | None = None  # go: lines
    komi: float | None = None  # go
    ended: dt.time | None = None  # when the game ended, on the day of ``date``
    white_partner: int | None = None  # bughouse, where two play against two
    black_partner: int | None = None

    @property
    def letters(self) -> str:
        """Return both letters, "10", "==", "+-", or the letter of a bye."""
        return self.white_result + (self.black_result or "")


class TournamentReport(Struct, frozen=True, gc=False):
    """One tournament as a file has it. ``players`` are ordered by number, ``pairings`` by round, board, White."""

    format: str  # key of FORMATS
    name: str
    city: str = ""
    start: dt.date | None = None
    end: dt.date | None = None
    rounds: int = 0
    pace: str = ""  # "standard", "rapid", "blitz" or "" where the file does not say
    time_control: str = ""
    kind: str = ""  # "swiss", "round_robin", "team", ...
    discipline: str = "chess"  # "go", "bughouse", a variant of chess such as "crazyhouse"
    program: str = ""  # program and version that wrote the file
    players: tuple[ReportedPlayer, ...] = ()
    pairings: tuple[ReportedPairing, ...] = ()
    problems: tuple[Problem, ...] = ()
    round_dates: tuple[dt.date | None, ...] = ()
    tie_breaks: tuple[str, ...] = ()  # after the points, in codes of TRF26 (BH/C1); empty: the file does not say
    rounds_down: bool = False  # go: half points of a total do not count
    team_bye: tuple[float, float] | None = None  # match and board points of a team's bye; None: the file does not say
    arbiters: tuple[str, ...] = ()  # the chief arbiter first, as the file writes them
    team_byes: tuple[tuple[int, str, Result], ...] = ()  # round, team, letter: those that no player's line has
    match_scoring: tuple[float, float, float] | None = None  # match points of a match won, drawn, lost; None: 2, 1, 0
    point_system: PointSystem = USUAL_POINTS  # of players; those of teams have the usual one
    system: str = ""  # of pairing, as record 192 of TRF26 has it; "" where the file does not say
    first_colour: str = ""  # of the first number in round 1: W or B
    guid: str = ""  # what the program calls the event in all its files, even if name and days change
