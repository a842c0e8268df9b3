"""Reads Swiss-Chess files (.SWT), individual and team tournaments of all versions.

Source: formats/swiss-chess, sections 1.1 to 1.7. Of what the cards hold, neither the remarks nor what stands behind
the end of a text is read. Stored totals may be older than the results: they are compared, never used.
"""

import datetime as dt
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from tournaments.formats.common.consistency import (
    Side,
    content_problems,
    date_problems,
    explains,
    label,
    pair_up,
    points_of,
    points_problems,
)
from tournaments.formats.common.pace import pace_of_text
from tournaments.formats.common.values import arbiters_of, read_day
from tournaments.formats.report import (
    USUAL_POINTS,
    FormatError,
    Place,
    PointSystem,
    Problem,
    ReportedPairing,
    Result,
    TournamentReport,
)
from tournaments.formats.swiss_chess import layout as at
from tournaments.formats.swiss_chess.cards import Cards, read_cards
from tournaments.formats.swiss_chess.layout import Swt

NAME = "Swiss-Chess"

EXTENSIONS = (".swt", ".swk", ".bak")
DAY_ZERO = dt.date(1899, 12, 30)
THREE_POINTS, OWN_SCORING = 1, 3  # of games; a match knows the first as well
OWN_MATCH_SCORING = 2
SCORINGS = {2: "3/1½/1/0"}  # a draw with Black counts more than one with White
HOME_PLAYS_BLACK = {0x21, 0x22}  # on board 1
PLAYED = {at.LOSS: Result.LOSS, at.DRAW: Result.DRAW, at.WIN: Result.WIN}
FORFEIT_STATES = {at.UNPLAYED, at.NOT_NOMINATED}
FORFEITED = {at.LOSS: Result.FORFEIT_LOSS, at.WIN: Result.FORFEIT_WIN}
PAIRING_BYES = {at.DRAW: Result.HALF_BYE, at.WIN: Result.PAIRING_BYE}
ASKED_BYES = {at.DRAW: Result.HALF_BYE, at.WIN: Result.FULL_BYE}
COLOURS = {at.WHITE: "w", at.BLACK: "b"}
FREE = {at.WHITE_FREE, at.BLACK_FREE}
BUCHHOLZ, CUT_BUCHHOLZ = 0x03, ("BH/C1", "BH/C2")
TIE_BREAKS = {0x04: "PS", 0x05: "SB", 0x06: "BH/M1", 0x08: "ARO", 0x09: "TPR", 0x0E: "WIN", 0x0F: "DE"}
OTHER_COLOUR = {"w": "b", "b": "w", "": ""}


def matches(filename: str, data: bytes) -> bool:
    """Return whether the size fits the counts; if not, whether the name at least says Swiss-Chess."""
    if not at.is_plausible(data):
        return False
    try:
        at.fit(data)
    except FormatError:
        return filename.lower().endswith(EXTENSIONS)
    return True


def read(data: bytes) -> list[TournamentReport]:
    """Return the one tournament of the file. Raise `FormatError` if size and counts do not fit each other."""
    swt = at.fit(data)
    cards = read_cards(swt)
    start, end, round_dates, problems = _dates(swt)
    pairings, found = _pairings(swt, cards, round_dates)
    problems = [*problems, *cards.problems, *found]
    if swt.is_team_event:
        problems.append(Problem("team_event"))
    problems += content_problems(cards.players, pairings)
    point_system, found = _point_system(swt, cards, pairings)
    problems += found
    time_control = ", ".join(text for text in map(swt.text, at.TIME_CONTROLS) if text)
    version = swt.word(at.VERSION)
    report = TournamentReport(
        format="swiss_chess",
        name=swt.text(at.HEADLINE) or swt.text(at.TOURNAMENT_NAME),
        city=swt.text(at.CITY),
        start=start,
        end=end,
        # an empty file declares one round
        rounds=swt.rounds or (swt.word(at.ROUNDS) if cards.players else 0),
        pace=pace_of_text(time_control),
        time_control=time_control,
        kind="team" if swt.is_team_event else swt.layout.modes.get(swt.byte(at.MODE), ""),
        program=f"Swiss-Chess {version / 100:.2f}" if version else "Swiss-Chess",
        players=tuple(cards.players),
        pairings=tuple(pairings),
        problems=tuple(problems),
        round_dates=tuple(round_dates),
        tie_breaks=() if swt.is_team_event else _tie_breaks(swt),
        match_scoring=_match_scoring(swt) if swt.is_team_event else None,
        point_system=point_system,
        arbiters=arbiters_of(*map(swt.text, at.ARBITERS + (at.MORE_ARBITERS if swt.layout is at.NEW else ()))),
    )
    return [report]


def _tie_breaks(swt: Swt) -> tuple[str, ...]:
    """Return the tie-breaks of a Swiss, by number (section 1.6), without those that FIDE does not know."""
    if swt.layout.modes.get(swt.byte(at.MODE)) != "swiss":
        return ()
    cuts = swt.word(at.CUTS)
    names = TIE_BREAKS | {BUCHHOLZ: CUT_BUCHHOLZ[cuts - 1] if 0 < cuts <= len(CUT_BUCHHOLZ) else "BH"}
    numbers = (swt.byte(at.FIRST_TIE_BREAK), swt.byte(at.SECOND_TIE_BREAK))
    return tuple(names[number] for number in numbers if number in names)


def _dates(swt: Swt) -> tuple[dt.date | None, dt.date | None, list[dt.date | None], list[Problem]]:
    start, problems = read_day(swt.text(at.START), Place())
    end, found = read_day(swt.text(at.END), Place())
    days: list[dt.date | None] = []
    if swt.layout.has_round_dates:
        for number in range(min(swt.rounds, at.DATED_ROUNDS)):
            since = swt.word(at.ROUND_DATES + 4 * number)
            days.append(DAY_ZERO + dt.timedelta(days=since) if since else None)
        days += [None] * (swt.rounds - len(days))
    if not any(days):
        days = []
    return start, end, days, problems + found + date_problems(start, end, days)


class _Record(NamedTuple):
    """One pairing record of one player."""

    player: int
    round: int
    colour: int
    opponent: int
    result: int
    table: int
    status: int
    board: int  # in the match of a team

    @property
    def place(self) -> Place:
        return Place(player=self.player, round=self.round)


def _records(swt: Swt, cards: Cards) -> Iterator[_Record]:
    raw = swt.records(0, swt.players)
    for index, player in cards.numbers.items():
        for number, fields in enumerate(raw[index * swt.rounds : (index + 1) * swt.rounds], 1):
            if any(fields):
                yield _Record(player, number, *fields)


def _pairings(
    swt: Swt, cards: Cards, round_dates: Sequence[dt.date | None]
) -> tuple[list[ReportedPairing], list[Problem]]:
    records = {(record.round, record.player): record for record in _records(swt, cards)}
    matches = _Matches(swt, cards) if swt.is_team_event else None
    second_results = _SecondGames(swt, records)
    problems: list[Problem] = []
    first: list[Side] = []
    second: list[Side] = []
    boards: dict[tuple[int, int], int | None] = {}
    for record in records.values():
        opponent, result, found = _decoded(record, cards.dummies)
        problems += found
        if result is None:
            continue
        colour = COLOURS.get(record.colour, "") or (matches.colour(record) if matches else "")
        date = round_dates[record.round - 1] if round_dates else None
        first.append(Side(record.round, record.player, opponent, colour, result, date=date))
        if opponent is None:
            continue
        boards[record.round, record.player] = matches.board(record) if matches else _table(swt, record)
        again = second_results.of(record)
        if again is not None:
            second.append(Side(record.round, record.player, opponent, OTHER_COLOUR[colour], again, date=date))
    pairings: list[ReportedPairing] = []
    labels = {player.number: label(player) for player in cards.players}
    for sides in (first, second):
        joined, found = pair_up(sides, labels)
        problems += found
        pairings += [replace(pairing, board=boards.get((pairing.round, pairing.white))) for pairing in joined]
    pairings.sort(key=lambda pairing: (pairing.round, pairing.board is None, pairing.board or 0, pairing.white))
    return pairings, problems


def _table(swt: Swt, record: _Record) -> int | None:
    return record.table if 0 < record.table <= swt.players else None


def _decoded(record: _Record, dummies: set[int]) -> tuple[int | None, Result | None, list[Problem]]:
    """Return opponent and letter: without an opponent a bye, without a letter the player was not paired."""
    if record.opponent and record.opponent not in dummies and record.colour not in FREE:
        return record.opponent, *_game(record)
    return None, *_bye(record)


def _game(record: _Record) -> tuple[Result, list[Problem]]:
    own = record.result & 3
    letter = _letter(own, record.status)
    if own == at.DRAW and record.status & 0x0F in FORFEIT_STATES:
        return letter, [Problem("result_unknown", record.place, {"result": "½ (not played)"})]
    return letter, []


def _bye(record: _Record) -> tuple[Result | None, list[Problem]]:
    own = record.result & 3
    if record.opponent or record.colour in FREE:
        return PAIRING_BYES.get(own, Result.ZERO_BYE), []
    if record.status & 0x0F == at.UNPLAYED:
        return ASKED_BYES.get(own, Result.ZERO_BYE), []
    if own:
        return None, [Problem("result_without_opponent", record.place, {"result": PLAYED[own].value})]
    return None, []


def _letter(own: int, status: int) -> Result:
    """Return the letter of a player's own result; what the match counts, in the next two bits, may be another."""
    state = status & 0x0F
    if state == at.ADJOURNED:
        return Result.PENDING
    letters = FORFEITED if state in FORFEIT_STATES else PLAYED
    return letters.get(own, Result.PENDING)


class _SecondGames:
    """The results of second games, in the upper halves of the result bytes, if pairings are of two games.

    Some files of single games have bits there too (F1, F2, F3): unless the header declares two games, both players
    must have results that fit each other.
    """

    def __init__(self, swt: Swt, records: Mapping[tuple[int, int], _Record]) -> None:
        self._records = records
        used = any(record.result > 0x0F for record in records.values())
        self._announced = swt.byte(at.GAMES_A_ROUND) > 1 and (used or swt.is_team_event)

    def of(self, record: _Record) -> Result | None:
        answer = self._records.get((record.round, record.opponent))
        if answer is None or answer.opponent != record.player:
            return None
        own, other = record.result >> 4 & 3, answer.result >> 4 & 3
        if self._announced or own + other == at.WIN + at.LOSS:
            return _letter(own, record.status)
        return None


class _Matches:
    """The matches of a team tournament, from the records of the teams."""

    def __init__(self, swt: Swt, cards: Cards) -> None:
        self._rounds, self._teams, self._boards = swt.rounds, swt.teams, swt.byte(at.BOARDS)
        self._team_of = cards.teams
        self._records = swt.records(swt.players, swt.teams)
        self._home_is_black = swt.byte(at.HOME_COLOUR) in HOME_PLAYS_BLACK

    def _record(self, record: _Record) -> tuple[int, ...] | None:
        team = self._team_of[record.player]
        return self._records[(team - 1) * self._rounds + record.round - 1] if 1 <= team <= self._teams else None

    def colour(self, record: _Record) -> str:
        """Return the colour that a record leaves open: at home on the odd boards the colour of board 1."""
        match = self._record(record)
        if match is None or match[0] not in {at.WHITE, at.BLACK} or not record.opponent or not record.board:
            return ""
        at_home, odd = match[0] == at.WHITE, record.board % 2 == 1
        return "b" if (at_home == odd) == self._home_is_black else "w"

    def board(self, record: _Record) -> int | None:
        """Return a number for each board of a round: the boards of match 1, then those of match 2 ..."""
        match = self._record(record)
        if match is None or not 1 <= match[3] <= self._teams or not 1 <= record.board <= self._boards:
            return None
        return (match[3] - 1) * self._boards + record.board


def _match_scoring(swt: Swt) -> tuple[float, float, float] | None:
    """Return the match points of a match won, drawn and lost, if they are unusual."""
    scoring = swt.byte(at.MATCH_SCORING)
    if scoring == THREE_POINTS:
        return 3, 1, 0
    if scoring != OWN_MATCH_SCORING or swt.layout is not at.NEW:
        return None
    won, drawn, lost = map(swt.byte, at.OWN_MATCH_SCORES)
    return (won, drawn, lost) if lost <= drawn <= won else None


def _point_system(swt: Swt, cards: Cards, pairings: Sequence[ReportedPairing]) -> tuple[PointSystem, list[Problem]]:
    """Return what results are worth: an unusual scoring only if everybody's points are what it says."""
    scoring = swt.byte(at.SCORING)
    if scoring == 0:
        return USUAL_POINTS, points_problems(cards.players, points_of(cards.players, pairings))
    worths: tuple[int, ...] = (3, 1, 0) if scoring == THREE_POINTS else ()
    if scoring == OWN_SCORING and swt.layout is at.NEW:
        worths = tuple(map(swt.byte, at.OWN_SCORES))
    if worths and not swt.is_team_event:
        win, draw, loss = worths
        found = PointSystem(win, draw, loss, absent=0, bye=win)
        if explains(found, cards.players, pairings):
            return found, []
    shown = "/".join(map(str, worths)) or SCORINGS.get(scoring, "?")
    return USUAL_POINTS, [Problem("scoring_unusual", facts={"scoring": shown})]
