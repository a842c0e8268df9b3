"""What a check finds: a code with its place and facts. An officer decides what follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from leagues.rules.facts import LineUp
from leagues.rules.parameters import Consequence, Rules

NOTHING_PROPOSED = Consequence()


class Level(StrEnum):
    STOP = "stop"  # cannot be saved
    FAULT = "fault"  # costs something if it is played
    NOTE = "note"


NOTES = {"fide_id_missing", "arbiter_missing", "venue_closed", "venue_full", "results_differ"}
STOPS = {"twice_in_match"}


@dataclass(frozen=True)
class Finding:
    """A fault, or a remark, about a board of a side of a match. Board 0: the whole side; side "": both.

    ``facts``: what its sentence says; players stand in ``players`` by their keys.
    """

    code: str
    match: int
    side: str
    board: int = 0
    players: tuple[int, ...] = ()
    facts: Mapping[str, Any] = field(default_factory=dict, compare=False)

    @property
    def level(self) -> Level:
        if self.code in STOPS:
            return Level.STOP
        return Level.NOTE if self.code in NOTES else Level.FAULT

    @property
    def place(self) -> tuple[int, str, int, str, tuple[int, ...]]:
        """Return what orders findings: the same facts give them in the same order."""
        return self.match, self.side, self.board, self.code, self.players


@dataclass(frozen=True)
class Proposal:
    """What the rules propose for a finding: effect, article, points off and fine in the currency of the federation."""

    effect: str
    article: str
    points: int
    fine: float
    decides: str

    @property
    def fine_cents(self) -> int:
        return round(100 * self.fine)


def finding(code: str, line_up: LineUp, board: int = 0, *players: int, **facts: Any) -> Finding:
    """Return a finding at a board of a line-up."""
    return Finding(code, line_up.match, line_up.side, board, players, facts)


def counted(code: str, rules: Rules) -> tuple[str, int]:
    """Return under which word the findings of a code are counted in a season, and as how many each counts."""
    given = rules.consequences.get(code, NOTHING_PROPOSED)
    return given.counts_with or code, given.counts


def proposal(found: Finding, rules: Rules, level: int, nth: int = 1) -> Proposal:
    """Return what the rules propose for a finding, the ``nth`` (`counted`) of the club in the season."""
    given = rules.consequences.get(found.code, NOTHING_PROPOSED)
    is_due = nth >= given.from_nth
    return Proposal(
        given.effect if is_due else "none",
        given.article,
        given.points if is_due else 0,
        given.fine(level, nth),
        given.decides,
    )
