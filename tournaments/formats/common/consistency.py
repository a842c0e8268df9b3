"""Checks that readers share: do the two sides of a pairing agree, do points and dates add up?

Formats that give one row a player (TRF, Papi, Swiss-Chess) say every game twice. `pair_up` joins the two sides.
A game that only one side knows, or that both tell differently, is kept without a result, so that it is never rated,
and a `Problem` says where (formats/trf 2.6, rule 2).
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from tournaments.formats.common.decoding import UNREADABLE
from tournaments.formats.common.values import LONGEST_VALUE
from tournaments.formats.report import (
    USUAL_POINTS,
    Place,
    PointSystem,
    Problem,
    ReportedPairing,
    ReportedPlayer,
    Result,
)

MAX_PROBLEMS = 500  # of one tournament; nobody reads more
LONGEST_EVENT = 400  # days; a season of interclub matches is shorter

_SELDOM = {Result.PAIRING_BYE, Result.PENDING}
_BYES = {0: Result.ZERO_BYE, 1: Result.HALF_BYE, 2: Result.FULL_BYE}


class Side(NamedTuple):
    """What the row of one player says of one round. At most one side for each player and round."""

    round: int
    player: int
    opponent: int | None  # None: nobody named
    colour: str  # "w", "b" or "" where the file does not say
    result: Result
    line: int | None = None
    column: int | None = None
    date: dt.date | None = None

    @property
    def place(self) -> Place:
        """Return where in the file the side is."""
        return Place(line=self.line, column=self.column, round=self.round, player=self.player)


def label(player: ReportedPlayer) -> str:
    """Return the player's name for problems: "12 Last, First"."""
    name = f"{player.last_name}, {player.first_name}" if player.first_name else player.last_name
    return f"{player.number} {name}".strip()


def bye_of_worth(result: Result) -> Result:
    """Return the bye that is worth the points of a result without an opponent."""
    return result if result.is_bye else _BYES[result.half_points]


def needs_opponent(result: Result) -> bool:
    """Return whether the result needs an opponent."""
    return result.is_played and result is not Result.DRAW  # "0000 - =" is an old way to write H


def pair_up(sides: Iterable[Side], labels: Mapping[int, str]) -> tuple[list[ReportedPairing], list[Problem]]:
    """Join the sides to pairings, ordered by round and White; return them with what does not fit together.

    ``labels`` names every player of the file by number. A side without a usable opponent becomes a bye of equal worth.
    """
    known = {side[:2]: side for side in sides}  # by round and player
    pairings: list[ReportedPairing] = []
    problems: list[Problem] = []
    for side in known.values():
        number, player, opponent, colour, result, _line, _column, date = side
        if opponent is None or opponent == player or opponent not in labels:
            problems += _lonely_problems(side, labels)
            pairings.append(_bye(side))
            continue
        answer = known.get((number, opponent))
        if answer is None or answer.opponent != player:
            facts: dict[str, object] = {"player": labels[player], "opponent": labels[opponent]}
            problems.append(Problem("opponent_differs", side.place, facts))
            pairings.append(_bye(side) if result.is_bye else _game(side, opponent))
        elif player < opponent:
            is_black, mine, theirs, doubts = joined(colour, answer.colour, result, answer.result)
            if doubts:
                problems += _disagreements(side, answer, labels, doubts)
            if is_black:
                pairings.append(ReportedPairing(number, None, opponent, player, theirs, mine, date))
            else:
                pairings.append(ReportedPairing(number, None, player, opponent, mine, theirs, date))
    pairings.sort(key=lambda pairing: (pairing.round, pairing.white, pairing.black or 0, pairing.letters))
    return pairings, problems + _round_problems(known)


class Joined(NamedTuple):
    """The results that two sides of a game make."""

    is_black: bool  # the first of them
    mine: Result  # PENDING where they do not agree, as is the answer
    theirs: Result
    doubts: tuple[str, ...]  # codes of problems


@lru_cache(maxsize=2048)  # of two colours and two results there are not so many
def joined(colour: str, answer_colour: str, result: Result, answer: Result) -> Joined:
    """Return the results of the first of two sides and its answer."""
    is_black = colour == "b" or (colour == "" and answer_colour == "w")
    mine, theirs = _settled(result, answer)
    doubts = []
    if colour != "" and colour == answer_colour:
        doubts.append("colour_differs")
    if not mine.answers(theirs):
        doubts.append("result_differs")
    if doubts:
        mine = theirs = Result.PENDING
    return Joined(is_black, mine, theirs, tuple(doubts))


def _lonely_problems(side: Side, labels: Mapping[int, str]) -> list[Problem]:
    player = labels[side.player]
    if side.opponent == side.player:
        return [Problem("self_pairing", side.place, {"player": player})]
    if side.opponent is not None:
        return [Problem("opponent_unknown", side.place, {"opponent": side.opponent})]
    if needs_opponent(side.result):
        return [Problem("result_without_opponent", side.place, {"result": side.result.value})]
    return []


def _settled(mine: Result, theirs: Result) -> tuple[Result, Result]:
    """Return both results; a zero-point bye against a forfeit is a forfeit loss (some programs mix the letters)."""
    if mine is Result.ZERO_BYE and theirs in {Result.FORFEIT_WIN, Result.FORFEIT_LOSS, Result.ZERO_BYE}:
        mine = Result.FORFEIT_LOSS
    if theirs is Result.ZERO_BYE and mine in {Result.FORFEIT_WIN, Result.FORFEIT_LOSS}:
        theirs = Result.FORFEIT_LOSS
    return mine, theirs


def _disagreements(side: Side, answer: Side, labels: Mapping[int, str], codes: Iterable[str]) -> Iterable[Problem]:
    names: dict[str, object] = {"player": labels[side.player], "opponent": labels[answer.player]}
    letters: dict[str, object] = {"result": side.result.value, "answer": answer.result.value}
    for code in codes:
        yield Problem(code, side.place, names | letters if code == "result_differs" else names)


def _bye(side: Side) -> ReportedPairing:
    return ReportedPairing(side.round, None, side.player, None, bye_of_worth(side.result), None, side.date)


def _game(side: Side, opponent: int) -> ReportedPairing:
    """Return the game of a side without an answer: it has no result."""
    white, black = (opponent, side.player) if side.colour == "b" else (side.player, opponent)
    return ReportedPairing(side.round, None, white, black, Result.PENDING, Result.PENDING, side.date)


def _round_problems(known: Mapping[tuple[int, int], Side]) -> list[Problem]:
    """Yield rounds with open games, and rounds in which several players have the pairing bye."""
    open_games: Counter[int] = Counter()
    resting: Counter[int] = Counter()
    for side in [side for side in known.values() if side.result in _SELDOM]:
        if side.result is Result.PAIRING_BYE and side.opponent is None:
            resting[side.round] += 1
        elif side.result is Result.PENDING and side.opponent is not None and side.player < side.opponent:
            answer = known.get((side.round, side.opponent))
            open_games[side.round] += answer is not None and answer.result is Result.PENDING
    problems = [
        Problem("round_unfinished", Place(round=number), {"count": count})
        for number, count in sorted(open_games.items())
        if count
    ]
    problems += [Problem("bye_twice", Place(round=number)) for number, count in sorted(resting.items()) if count > 1]
    return problems


def unfinished_problems(pairings: Iterable[ReportedPairing]) -> list[Problem]:
    """Yield rounds with games without a result, for files that give each game once."""
    counts = Counter(pairing.round for pairing in pairings if pairing.white_result is Result.PENDING)
    return [
        Problem("round_unfinished", Place(round=number), {"count": count}) for number, count in sorted(counts.items())
    ]


def content_problems(players: Sequence[ReportedPlayer], pairings: Sequence[ReportedPairing]) -> list[Problem]:
    """Yield problems: no players, players without a game, names with letters that had to be replaced."""
    problems = []
    if not players:
        problems.append(Problem("no_players"))
    elif not any(pairing.black for pairing in pairings):
        problems.append(Problem("no_games"))
    if any(UNREADABLE in player.last_name + player.first_name for player in players):
        problems.append(Problem("text_unreadable"))
    return problems


def rounds_of(announced: int, most: int, pairings: Iterable[ReportedPairing]) -> tuple[int, list[Problem]]:
    """Return the announced number of rounds, or the last round with pairings if that is more.

    A number that no tournament of the program can have is reported and not believed; 0 says nothing.
    """
    last = max((each.round for each in pairings), default=0)
    if 0 <= announced <= most:
        return max(announced, last), []
    return last, [Problem("field_unknown", Place(), {"field": "rounds", "value": str(announced)[:LONGEST_VALUE]})]


def points_of(
    players: Iterable[ReportedPlayer], pairings: Iterable[ReportedPairing], points: PointSystem = USUAL_POINTS
) -> dict[int, float]:
    """Return the points of each player by the results, by number."""
    halves: Counter[int] = Counter()
    worth = points.half_points
    for pairing in pairings:
        halves[pairing.white] += worth[pairing.white_result]
        if pairing.black is not None and pairing.black_result is not None:
            halves[pairing.black] += worth[pairing.black_result]
    return {player.number: halves[player.number] / 2 for player in players}


def explains(points: PointSystem, players: Sequence[ReportedPlayer], pairings: Sequence[ReportedPairing]) -> bool:
    """Return whether these points are what the results of all players are worth by this system."""
    if not points.is_usable or not any(player.points for player in players):
        return False
    computed = points_of(players, pairings, points)
    return all(player.points in {None, computed[player.number]} for player in players)


def points_problems(
    players: Iterable[ReportedPlayer], computed: Mapping[int, float], lines: Mapping[int, int] | None = None
) -> list[Problem]:
    """Yield players whose stored points are not the sum of their results (``computed``: points by number)."""
    return [
        Problem(
            "points_differ",
            Place(line=(lines or {}).get(player.number), player=player.number),
            {"player": label(player), "stored": f"{player.points:g}", "computed": f"{computed[player.number]:g}"},
        )
        for player in players
        if player.points is not None and player.number in computed and player.points != computed[player.number]
    ]


def date_problems(
    start: dt.date | None, end: dt.date | None, round_dates: Sequence[dt.date | None] = ()
) -> list[Problem]:
    """Yield dates that contradict each other: end before start, a very long event, a round outside."""
    if start is None or end is None:
        return []
    if end < start:
        return [Problem("dates_reversed", Place(), _span(start, end))]
    problems = []
    if (end - start).days > LONGEST_EVENT:
        problems.append(Problem("dates_far_apart", Place(), _span(start, end) | {"days": (end - start).days}))
    problems += [
        Problem("round_date_outside", Place(round=number), _span(start, end) | {"date": date.isoformat()})
        for number, date in enumerate(round_dates, start=1)
        if date is not None and not start <= date <= end
    ]
    return problems


def _span(start: dt.date, end: dt.date) -> dict[str, object]:
    return {"start": start.isoformat(), "end": end.isoformat()}


def listed(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """Return the problems; of very many only the first, and how many more there are."""
    if len(problems) <= MAX_PROBLEMS:
        return tuple(problems)
    return (*problems[:MAX_PROBLEMS], Problem("problems_more", Place(), {"count": len(problems) - MAX_PROBLEMS}))
