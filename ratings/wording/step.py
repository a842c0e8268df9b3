"""An entry of a ledger among those around it, as its words need it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ratings.models import LedgerEntry, Rating
from ratings.systems.period import Kind
from ratings.wording.numbers import bracketed, parts, plain, short, signed


def sum_of_opponents(games: Sequence[LedgerEntry]) -> int:
    """Of the ratings used for them."""
    return sum(game.opponent_rating or 0 for game in games)


@dataclass(frozen=True)
class Step:
    """One entry. Ratings are exact; a side without one counts as 0."""

    entries: Sequence[LedgerEntry]  # of the same tournament, or of the whole ledger where the system rates it at once
    place: int  # of this entry among them
    start: Decimal  # rating before the first of them
    before: Decimal  # rating before this one
    rules: dict[str, Any]  # the parameters of the list
    rating: Rating | None  # the line of the list

    @property
    def entry(self) -> LedgerEntry:
        """The entry itself."""
        return self.entries[self.place]

    @property
    def kind(self) -> Kind:
        """What it is."""
        return Kind(self.entry.kind)

    @property
    def change(self) -> Decimal:
        """Rating points."""
        return parts(self.entry.change)

    @property
    def after(self) -> Decimal:
        """Rating after it."""
        return self.before + self.change

    @property
    def points(self) -> Decimal:
        """Scored in the game, or in the games of a performance."""
        return Decimal(self.entry.half_points or 0) / 2

    @property
    def score(self) -> str:
        """The same for formulas: 1, 0,5, 5,5."""
        return short(self.points)

    @property
    def opponent(self) -> int:
        """The rating used for the opponent, or for the mean of them."""
        return self.entry.opponent_rating or 0

    def of_kind(self, *kinds: Kind) -> list[LedgerEntry]:
        """The entries of these kinds around it, itself among them."""
        return [entry for entry in self.entries if entry.kind in kinds]

    def until(self, kind: Kind) -> Decimal:
        """The rating after the entries of that kind: where those of the next rule begin."""
        return self.start + parts(sum(entry.change for entry in self.of_kind(kind)))

    @property
    def difference_made(self) -> str:
        """The arithmetic of an entry that is nothing but a change: 1150 − 1090 = +60."""
        return f"{plain(self.after)} − {bracketed(self.before)} = {signed(self.change)}"
