"""Turn an outcome into the lines of a list: clubs, ranks, every entry of the ledger."""

from types import ModuleType

import numpy as np

from ratings.calculation.affiliations import Belonging
from ratings.calculation.arrays import LedgerLines, RatingLines
from ratings.calculation.period_builder import Gathered
from ratings.games.selection import HALF_POINTS, NO_LETTER, Pairings
from ratings.systems.period import NONE, Ints, Kind, Outcome, Players, Status
from tournaments.models import Result


def rating_lines(
    member: Ints, players: Players, outcome: Outcome, belongs: Belonging, system: ModuleType
) -> RatingLines:
    """Return a line for each player with a rating, now or before, or a counted game. ``member``: their ids."""
    lines = RatingLines(
        member=member,
        matricule=players.number,
        club=belongs.club,
        club_number=belongs.club_number,
        rating=outcome.rating,
        games=outcome.games,
        status=outcome.status,
        rank=ranks(players, outcome, belongs, system),
        previous_rating=np.where(players.rated, players.rating, 0),
        was_rated=players.rated.astype(np.int64),
        previous_games=players.games,
        period_games=outcome.period_games,
        opponents_sum=outcome.opponents_sum,
        half_points=outcome.half_points,
        deviation=outcome.deviation,
        last_day=outcome.last_day,
        last_minute=np.zeros_like(outcome.last_day) if outcome.last_minute is None else outcome.last_minute,
        affiliated=belongs.affiliated,
    )
    # A player who loses a rating that came without games (FIDE's) keeps a line: the ledger explains the loss.
    return lines.take((outcome.games > 0) | lines.is_rated | players.rated)


def ranks(players: Players, outcome: Outcome, belongs: Belonging, system: ModuleType) -> Ints:
    """Return 1, 2 ... for affiliated players with an established or FIDE rating, in the system's order; else 0."""
    best_first = system.order(outcome, players)
    ranked = best_first[(belongs.affiliated[best_first] > 0) & (outcome.status[best_first] >= Status.ESTABLISHED)]
    rank = np.zeros(len(players.number), np.int64)
    rank[ranked] = np.arange(1, len(ranked) + 1)
    return rank


def ledger_lines(gathered: Gathered, outcome: Outcome) -> LedgerLines:
    """Return the system's entries, and after them each member's games that could not count."""
    entries, games = outcome.ledger, gathered.counted
    people = gathered.people
    mine = gathered.rows[entries.player]
    seats = (games.white, games.white_partner, games.black)
    white, partner, black = (np.append(seat, NONE)[entries.game] for seat in seats)
    theirs = np.where((white == mine) | (partner == mine), black, white)
    parts = [
        {
            "row": mine,
            "kind": entries.kind,
            "reason": entries.reason,
            "pairing": np.append(games.id, 0)[entries.game],
            "opponent_row": theirs,
            "opponent_rating": entries.opponent_rating,
            "difference": entries.difference,
            "expected": entries.expected,
            "k": entries.k,
            "half_points": entries.half_points,
            "change": entries.change,
            "game_number": entries.game_number,
        },
        _not_counted(gathered.not_counted),
    ]
    columns = {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}
    order = np.argsort(columns["row"], kind="stable")
    columns = {name: column[order] for name, column in columns.items()}
    row, opponent = columns.pop("row"), columns.pop("opponent_row")
    starts = np.flatnonzero(np.diff(row, prepend=NONE))
    return LedgerLines(
        member=people.ids[row],
        matricule=people.matricules[row],
        number=np.arange(1, len(row) + 1) - np.repeat(starts, np.diff(starts, append=len(row))),
        opponent=np.append(people.ids, 0)[opponent],
        opponent_matricule=np.append(people.matricules, 0)[opponent],
        **columns,
    )


def _not_counted(games: Pairings) -> dict[str, Ints]:
    """Return an entry for each member at a board, in order of play: White's, Black's, then those of their partners."""
    mine = _seats(games.white, games.black, games.white_partner, games.black_partner)
    letter = _sides(games.white_letter, games.black_letter)
    nothing = np.zeros(len(mine), np.int64)
    columns = {
        "row": mine,
        "kind": np.full(len(mine), Kind.NOT_COUNTED, np.int64),
        "reason": _sides(games.reason, games.reason),
        "pairing": _sides(games.id, games.id),
        "opponent_row": _sides(games.black, games.white),
        "opponent_rating": _sides(games.black_given, games.white_given),
        "half_points": np.where((letter == ord(Result.PENDING)) | (letter == NO_LETTER), -1, HALF_POINTS[letter]),
        **dict.fromkeys(("difference", "expected", "k", "change", "game_number"), nothing),
    }
    return {name: column[mine != NONE] for name, column in columns.items()}


def _sides(white: Ints, black: Ints) -> Ints:
    return _seats(white, black, white, black)


def _seats(*seats: Ints) -> Ints:
    return np.column_stack(seats).ravel()
