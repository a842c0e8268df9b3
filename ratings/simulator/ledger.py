"""The ledger of a list that could be, in the words of `explain`: imagined games stand beside those that were played."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from django.utils.translation import gettext as _

from ratings.calculation import store
from ratings.calculation.list_lines import ledger_lines
from ratings.models import LedgerEntry
from ratings.players.ledger import Explanation, Line, attach_games, line_of
from ratings.simulator.simulate import Basis, Game, Opponent, Simulation


def explanations(simulations: Sequence[Simulation], games: Sequence[Game]) -> list[Explanation]:
    """Return what each list says of the member. Two queries, or none without games since the last lists."""
    found = [_entries(simulation) for simulation in simulations]
    attach_games([entry for ledger in found for entry in ledger if (entry.pairing_id or 0) > 0])
    explained = []
    for simulation, ledger in zip(simulations, found, strict=True):
        rating = simulation.rating
        lines = [_line(entry, games, simulation.basis) for entry in ledger]
        explained.append(Explanation(rating.list, rating.member, rating, lines))
    return explained


def opponent_name(opponent: Opponent) -> str:
    """As public pages may write it; the rating stands beside it."""
    return str(opponent.member.public_name) if opponent.member else _("An opponent")


def _entries(simulation: Simulation) -> list[LedgerEntry]:
    """The member's entries as they would be stored; those of imagined games keep the numbers below 0."""
    lines = ledger_lines(simulation.gathered, simulation.outcome)
    mine = lines.take(np.flatnonzero(lines.member == simulation.basis.member.pk))
    return store.entries(mine)


def _line(entry: LedgerEntry, games: Sequence[Game], basis: Basis) -> Line:
    """An imagined game has no pairing, and its colour matters in go alone."""
    if (entry.pairing_id or 0) >= 0:
        return line_of(entry, basis.member)
    game = games[-1 - entry.pairing_id]
    entry.pairing_id = None
    colour = ("white" if game.is_white else "black") if basis.pool.has_grades else ""
    return Line(entry, basis.today, None, colour, game.opponent.member, opponent_name(game.opponent))
