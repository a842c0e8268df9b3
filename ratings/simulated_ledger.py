"""The ledger of a list that could be, in the words of `explain`: imagined games stand beside those that were played."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from django.utils.translation import gettext as _

from federation.models import Member
from ratings.entries import ledger_rows
from ratings.explain import Explanation, Line, line_of
from ratings.lines import ledger_lines
from ratings.models import LedgerEntry
from ratings.simulator import Basis, Game, Opponent, Simulation
from tournaments.models import Pairing


def explanations(simulations: Sequence[Simulation], games: Sequence[Game]) -> list[Explanation]:
    """What each of the lists says of the member. Two queries, or none where he played nothing since the last lists."""
    found = [_entries(simulation) for simulation in simulations]
    played = {entry.pairing_id for entries in found for entry in entries if (entry.pairing_id or 0) > 0}
    pairings: dict[int, Pairing] = {}
    opponents: dict[int, Member] = {}
    if played:
        with_seats = Pairing.objects.select_related("tournament", "white__member", "black__member")
        pairings = with_seats.in_bulk(played)
        opponents = Member.objects.in_bulk({entry.opponent_id for entries in found for entry in entries})
    explained = []
    for simulation, entries in zip(simulations, found, strict=True):
        rating = simulation.rating
        lines = []
        for entry in entries:
            number = entry.pairing_id or 0
            if number < 0:
                lines.append(_imagined(entry, games[-1 - number], simulation.basis))
                continue
            entry.pairing, entry.opponent = pairings.get(number), opponents.get(entry.opponent_id)
            lines.append(line_of(entry, rating.member))
        explained.append(Explanation(rating.list, rating.member, rating, lines))
    return explained


def opponent_name(opponent: Opponent) -> str:
    """As public pages may write it; the rating stands beside it."""
    return str(opponent.member.public_name) if opponent.member else _("An opponent")


def _entries(simulation: Simulation) -> list[LedgerEntry]:
    """The member's entries as they would be stored; those of imagined games keep the numbers below 0."""
    lines = ledger_lines(simulation.gathered, simulation.outcome)
    mine = lines.take(np.flatnonzero(lines.member == simulation.basis.member.pk))
    return ledger_rows(mine)


def _imagined(entry: LedgerEntry, game: Game, basis: Basis) -> Line:
    """The line of a game without a pairing; its colour matters in go alone."""
    entry.pairing_id = None
    colour = ("white" if game.is_white else "black") if basis.pool.has_grades else ""
    return Line(entry, basis.today, None, colour, game.opponent.member, opponent_name(game.opponent))
