"""An entry of a ledger with the entries around it, as sentences need it."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from ratings.models import LedgerLine, LivingRating, Rating
from ratings.systems.period import Kind
from ratings.wording.numbers import bracketed, parts, plain, short, signed


def sum_of_opponents(games: Sequence[LedgerLine]) -> int:
    """Return the sum of the ratings used for the opponents."""
    return sum(game.opponent_rating or 0 for game in games)


@dataclass(frozen=True)
class Step:
    """One entry. Ratings are exact; no rating counts as 0."""

    entries: Sequence[LedgerLine]  # of the same tournament, or the whole ledger if the system rates it at once
    place: int  # of this entry among them
    start: Decimal  # rating before the first of them
    before: Decimal  # rating before this one
    rules: dict[str, Any]  # the parameters of the list
    rating: Rating | LivingRating | None  # the rating in the list

    @property
    def entry(self) -> LedgerLine:
        return self.entries[self.place]

    @property
    def kind(self) -> Kind:
        return Kind(self.entry.kind)

    @property
    def change(self) -> Decimal:
        return parts(self.entry.change)

    @property
    def after(self) -> Decimal:
        return self.before + self.change

    @property
    def points(self) -> Decimal:
        """Return the points scored in the game, or in the games of a performance."""
        return Decimal(self.entry.half_points or 0) / 2

    @property
    def score(self) -> str:
        """Return the points as written in formulas: 1, 0,5, 5,5."""
        return short(self.points)

    @property
    def opponent(self) -> int:
        """Return the rating used for the opponent, or the mean of the opponents."""
        return self.entry.opponent_rating or 0

    def of_kind(self, *kinds: Kind) -> list[LedgerLine]:
        """Return the entries of these kinds around it, including itself."""
        return [entry for entry in self.entries if entry.kind in kinds]

    def until(self, kind: Kind) -> Decimal:
        """Return the rating after the entries of this kind, where those of the next rule start."""
        return self.start + parts(sum(entry.change for entry in self.of_kind(kind)))

    @property
    def difference_made(self) -> str:
        """Return the arithmetic of an entry with nothing but a change: 1150 − 1090 = +60."""
        return f"{plain(self.after)} − {bracketed(self.before)} = {signed(self.change)}"
