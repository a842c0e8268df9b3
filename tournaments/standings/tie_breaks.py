"""The tie-breaks of FIDE (C.07), computed by gacrux: a report and codes in, a value for each player and code out.

gacrux promises no stable interface, so everything that is known about it is in this module. It takes a tournament as a
dictionary (its "chess JSON"), and chooses the edition of C.07 by the first day: that of 1 March 2026 or the one before.
A game without a result counts as a round that both missed, and rounds without any result are ignored. Points are those
of the report, and byes are worth what their letter says.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, TypeVar

from gacrux.chessjson import chessjson
from gacrux.gacruxexeptions import GacruxError
from gacrux.tiebreak import tiebreak

from federation.i18n.errors import UserError
from tournaments.formats.report import PointSystem, ReportedPairing, Result, TournamentReport, noop
from tournaments.standings.tie_break_codes import START_NUMBER

POINTS = "PTS"
ROUND_ROBIN = "ROBIN"  # the term of gacrux
# Letter of TRF26 -> what gacrux calls it, and whether it counts as played (C.07, article 15: a pairing bye is).
LETTERS = {
    Result.WIN: ("W", True),
    Result.DRAW: ("D", True),
    Result.LOSS: ("L", True),
    Result.UNRATED_WIN: ("W", True),
    Result.UNRATED_DRAW: ("D", True),
    Result.UNRATED_LOSS: ("L", True),
    Result.FORFEIT_WIN: ("W", False),
    Result.FORFEIT_LOSS: ("Z", False),
    Result.PAIRING_BYE: ("P", True),
    Result.FULL_BYE: ("W", False),
    Result.HALF_BYE: ("D", False),
    Result.ZERO_BYE: ("Z", False),
}
_BROKEN = (GacruxError, ArithmeticError, AttributeError, LookupError, TypeError, ValueError)

TWO_GAMES = noop("Player %(player)s has two games in round %(round)s: FIDE's tie-breaks allow only one.")
NO_GAMES = noop("There is no result yet.")
TWO_AGAINST_TWO = noop("FIDE has no tie-breaks for games of two against two.")
NOT_COMPUTED = noop("The tie-breaks of this tournament could not be calculated.")

Value = float | None
Key = TypeVar("Key", int, str)  # of the ranked: a start number, or the name of a team


class TieBreakError(UserError):
    """The tie-breaks of this tournament cannot be calculated: one sentence that says why."""


class Calculation(tiebreak):
    """The calculation of gacrux with two of its errors corrected."""

    def compute_buchholz_sonneborn_berger_ver(self, tb: Any, cmps: Mapping[int, Any], *others: Any) -> str:
        """Restore what a tie-break changes before the next one is calculated.

        Fore Buchholz treats a player paired in the last round as present, and gacrux leaves that in its data
        ("lna"): every Buchholz after it would count absences before a forfeit differently.
        """
        came_last = [(each["tbval"], key, each["tbval"][key]) for each in cmps.values() for key in _last_rounds(each)]
        name: str = super().compute_buchholz_sonneborn_berger_ver(tb, cmps, *others)
        for values, key, number in came_last:
            values[key] = number
        return name

    def compute_koya(self, tb: Any, cmps: Mapping[int, Any], rounds: int) -> str:
        """Correct the number of games.

        In a round robin gacrux expects one less for each who left, even with two cycles.
        """
        less = Decimal(0)
        if self.rr and not self.isteam:
            _, _, worth, prefix = self.get_scoreinfo(tb, True)
            gone = sum(not each["tbval"][f"{prefix}lmp"] for each in cmps.values())
            cycles = -(-rounds // (len(cmps) - 1 + len(cmps) % 2))
            less = (cycles - 1) * gone * worth["W"] * tb["modifiers"].get("plim", Decimal(50)) / 100
        limits = {**tb["modifiers"], "nlim": tb["modifiers"].get("nlim", Decimal(0)) - less}
        name: str = super().compute_koya({**tb, "modifiers": limits}, cmps, rounds)
        return name


def _last_rounds(competitor: Mapping[str, Any]) -> list[str]:
    return [key for key in competitor["tbval"] if key.endswith("_lna")]


@dataclass(frozen=True)
class TieBreaks:
    rules: str  # the edition of C.07: its day, ISO
    ranks: dict[int, int]  # by start number; equal for ties that the used tie-breaks do not break
    values: dict[int, dict[str, Value]]  # by start number and code; None if it cannot be computed


def compute(report: TournamentReport, used: Sequence[str], others: Sequence[str], is_round_robin: bool) -> TieBreaks:
    """Calculate the tie-breaks of a tournament. ``used`` decide the ranks after the points; ``others`` are extra.

    Codes are those of TRF26, records 202 and 212 (BH/C1). The direct encounter separates those who are equal in what
    stands before it. Raise `TieBreakError` if gacrux cannot calculate them.
    """
    if report.discipline == "bughouse":
        raise TieBreakError(TWO_AGAINST_TWO)
    finished = [pairing for pairing in report.pairings if pairing.white_result is not Result.PENDING]
    if not finished:
        raise TieBreakError(NO_GAMES)
    _require_one_game_a_round(finished)
    places = {player.number: place for place, player in enumerate(report.players, start=1)}
    event = _event(report, places, finished, is_round_robin)
    rules, ranks, values = run(event, places, (POINTS, *used))
    remaining = [code for code in others if code not in used]
    if remaining:
        _, _, more = run(event, places, (POINTS, *remaining))
        values = {number: more[number] | mine for number, mine in values.items()}
    for number, row in values.items():
        row.update({code: number for code in row if code.partition("/")[0] == START_NUMBER})  # gacrux returns the place
    return TieBreaks(rules, ranks, values)


def _require_one_game_a_round(pairings: Sequence[ReportedPairing]) -> None:
    seen: set[tuple[int, int]] = set()
    for pairing in pairings:
        for number in (pairing.white, pairing.black):
            if (pairing.round, number) in seen:
                raise TieBreakError(TWO_GAMES, player=number, round=pairing.round)
            if number is not None:
                seen.add((pairing.round, number))


def run(
    event: dict[str, Any], places: Mapping[Key, int], codes: Sequence[str]
) -> tuple[str, dict[Key, int], dict[Key, dict[str, Value]]]:
    """Return the edition, and the rank and values of every key of ``places``. Raise `TieBreakError`."""
    tournament = deepcopy(event)  # gacrux changes it
    is_round_robin = tournament["tournamentType"] == ROUND_ROBIN
    parameters = {
        "tiebreak": list(codes),
        "check": False,
        "unrated": None,
        "pre_determined": is_round_robin,
        "swiss": not is_round_robin,
    }
    try:
        found = Calculation(tournament, tournament["numRounds"], parameters).compute_tiebreaks(tournament, parameters)
    except _BROKEN as error:
        raise TieBreakError(NOT_COMPUTED) from error
    lines = {each["cid"]: each for each in found["competitors"]}
    ranks = {number: lines[place]["rank"] for number, place in places.items()}
    values = {
        number: dict(zip(codes, map(_value, lines[place]["tiebreakScore"]), strict=True))
        for number, place in places.items()
    }
    return found["rules"], ranks, values


def _value(computed: Any) -> Value:
    return None if computed is None else float(computed)


def _event(
    report: TournamentReport, places: Mapping[int, int], pairings: Sequence[ReportedPairing], is_round_robin: bool
) -> dict[str, Any]:
    """Return the tournament as gacrux reads it, with places for numbers: it needs a player 1."""
    return {
        **frame(report.start, max(pairing.round for pairing in pairings), is_round_robin),
        "teamTournament": False,
        "scoreSystem": {"game": chessjson().default_score["game"] | _worths(report.point_system)},
        "competitors": [
            {
                "cid": places[player.number],
                "rating": {"rating": player.rating} if player.rating else None,
                "random": places[player.number],
            }
            for player in report.players
        ],
        "gameList": [
            game_of(
                number, each.round, places[each.white], places.get(each.black), (each.white_result, each.black_result)
            )
            for number, each in enumerate(pairings, start=1)
        ],
    }


def frame(start: dt.date | None, rounds: int, is_round_robin: bool) -> dict[str, Any]:
    """Return what gacrux has to know of every tournament, of players or teams."""
    return {
        "tournamentType": ROUND_ROBIN if is_round_robin else "SWISS",
        "tournamentInfo": {"startDate": start.isoformat()} if start else {},
        "numRounds": rounds,
        "currentRound": rounds,
    }


def _worths(points: PointSystem) -> dict[str, Decimal]:
    worths = {"W": points.win, "D": points.draw, "L": points.loss, "Z": points.absent, "P": points.bye}
    return {letter: Decimal(worth) for letter, worth in worths.items()}


def game_of(
    number: int, of_round: int, white: int, black: int | None, results: tuple[Result, Result | None]
) -> dict[str, Any]:
    """Return a game, or a bye, as gacrux reads it."""
    (result, is_played), other = LETTERS[results[0]], results[1]
    return {
        "id": number,
        "round": of_round,
        "white": {"cid": white, "result": result},
        "black": {"cid": black, "result": LETTERS[other][0]} if black is not None and other is not None else None,
        "played": is_played,
        "rated": results[0].is_rated,
    }
