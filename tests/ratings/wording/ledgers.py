"""Ledgers in words without a database: a period as one would write it on paper, and what a player's page says of it."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Any

import numpy as np

from federation.models import Member
from ratings.models import LedgerEntry, Rating, RatingList, RatingPool
from ratings.players.ledger import Explanation, Line
from ratings.systems import SYSTEMS
from ratings.systems.period import (
    MINUTES_A_DAY,
    NONE,
    GoGames,
    GoPlayers,
    Kind,
    Period,
    TimedGames,
    TimedPlayers,
)
from tournaments.models import Pace, Pairing, Participant, Tournament

START = dt.date(2026, 1, 1)
PACES = (Pace.STANDARD, Pace.RAPID, Pace.BLITZ)


@dataclass(frozen=True)
class Player:
    """Who plays; None is no rating."""

    number: int
    rating: int | None = None
    games: int = 0
    opponents_sum: int = 0
    half_points: int = 0
    foreign_rating: int = 0
    deviation: float = float("nan")
    idle_minutes: int = 0  # before the first day of the period, since the last game
    entry_level: int = 0


@dataclass(frozen=True)
class Game:
    """Numbers of players, or None for an outsider of the rating given."""

    white: int | None
    black: int | None
    half_points: int  # White's
    black_given: int = 0
    minute: int = 0
    tournament: int = 0
    round: int = 1
    handicap: int = 0
    board_size: int = 0
    tempo: int = 0


def explained(
    system: str, players: Sequence[Player], games: Sequence[Game], who: int = 1, **parameters: Any
) -> Explanation:
    """Return what the list after these games says of the player ``who``."""
    module = SYSTEMS[system]
    rules = module.rules(parameters.pop("profile", "seed"), parameters)
    players = sorted(players, key=lambda player: player.number)
    row = [player.number for player in players].index(who)
    outcome = module.rate(_period(system, players, games), rules)
    rated = bool(outcome.status[row])
    rating = Rating(
        list=RatingList(),
        rating=int(outcome.rating[row]) if rated else None,
        previous_rating=players[row].rating,
        opponents_sum=int(outcome.opponents_sum[row]),
        games=int(outcome.games[row]),
    )
    pool = RatingPool(slug="pool", system=system, discipline=module.DISCIPLINE)
    made = RatingList(pool=pool, date=START, manifest={"rules": {"values": rules.as_dict()}})
    ledger, tournaments = outcome.ledger, _tournaments(games)
    lines = []
    for place in np.flatnonzero(ledger.player == row).tolist():
        columns = {field.name: int(getattr(ledger, field.name)[place]) for field in fields(ledger)}
        columns.pop("player")
        lines.append(_line(partial(LedgerEntry, number=len(lines) + 1), columns, games, tournaments, who))
    return Explanation(made, Member(number=str(who)), rating, lines)


def _tournaments(games: Sequence[Game]) -> dict[int, Tournament]:
    return {
        game.tournament: Tournament(pk=game.tournament + 1, name=f"T{game.tournament}", pace=PACES[game.tempo])
        for game in games
    }


def _line(entry: Any, columns: dict[str, int], games: Sequence[Game], found: dict[int, Tournament], who: int) -> Line:
    number = columns.pop("game")
    if number == NONE:
        return Line(entry(**columns), None, None, "", None, "")
    game = games[number]
    pairing = Pairing(
        tournament=found[game.tournament],
        round=game.round,
        white=Participant(),
        handicap=game.handicap,
        board_size=game.board_size,
    )
    colour = "white" if game.white == who else "black"
    return Line(entry(pairing=pairing, **columns), START, pairing.tournament, colour, None, "Opponent")


def _rounds(tournament: int, games: Sequence[Game]) -> int:
    return max(game.round for game in games if game.tournament == tournament)


def _participants(tournament: int, games: Sequence[Game]) -> int:
    """Every outsider is somebody else."""
    seats = [seat for game in games if game.tournament == tournament for seat in (game.white, game.black)]
    return len(set(seats) - {None}) + seats.count(None)


def _period(system: str, players: Sequence[Player], games: Sequence[Game]) -> Period:
    rows = {player.number: row for row, player in enumerate(players)} | {None: NONE}
    begin = START.toordinal() * MINUTES_A_DAY
    known = [player.rating is not None for player in players]
    person: dict[str, Any] = {
        "number": _ints(player.number for player in players),
        "rating": _ints(player.rating or 0 for player in players),
        **{
            name: _ints(getattr(player, name) for player in players)
            for name in ("games", "opponents_sum", "half_points", "foreign_rating")
        },
        "deviation": np.array([player.deviation for player in players]),
        "last_day": _ints((begin - each.idle_minutes) // MINUTES_A_DAY if each.games else 0 for each in players),
    }
    board: dict[str, Any] = {
        "white": _ints(rows[game.white] for game in games),
        "black": _ints(rows[game.black] for game in games),
        "white_given": np.zeros(len(games), np.int64),
        **{
            name: _ints(getattr(game, name) for game in games)
            for name in ("black_given", "tournament", "round", "handicap", "board_size", "tempo")
        },
        "white_half_points": _ints(game.half_points for game in games),
        "day": _ints(START.toordinal() + game.tournament for game in games),
        "rounds": _ints(_rounds(game.tournament, games) for game in games),
        "participants": _ints(_participants(game.tournament, games) for game in games),
    }
    end = START + dt.timedelta(days=180)
    if system == "ffg":
        entry_level = _ints(player.entry_level for player in players)
        untold = ("white_guest", "black_guest", "white_entry", "black_entry")
        guests = {name: np.zeros(len(games), np.int64) for name in untold}
        go_players = GoPlayers(**person, known=np.array(known), entry_level=entry_level)
        return Period(START, end, go_players, GoGames(**board, **guests))
    last = _ints(begin - each.idle_minutes if each.games else 0 for each in players)
    minutes = _ints(begin + game.minute for game in games)
    return Period(START, end, TimedPlayers(**person, last_minute=last), TimedGames(**board, minute=minutes))


def _ints(values: Any) -> Any:
    return np.fromiter(values, dtype=np.int64)


def said(found: Explanation, kind: Kind | None = None) -> list[tuple[str, str]]:
    """Return sentence and formula of the lines that count, or of those of one kind; the ledger adds up."""
    assert found.adds_up
    return [(line.sentence, line.formula) for part in found.parts for line in part.lines if kind in {None, line.kind}]
