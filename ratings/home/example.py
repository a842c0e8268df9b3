"""The calculation on the home page: a real one, of a player who may be named there."""

from dataclasses import dataclass
from decimal import Decimal

from federation.identity.age_categories import is_for_search_engines
from federation.models import Member
from ratings.models import Rating, RatingList
from ratings.players.ledger import Explanation, Line, line_of
from ratings.systems.period import Status

GAMES = 6
PLAYED = (
    "opponent",
    "pairing__tournament",
    *(f"pairing__{seat}__member" for seat in ("white", "black", "black_partner")),
)


@dataclass(frozen=True)
class Example:
    """The ledger on the home page: its first games, and the sum of the others."""

    rating_list: RatingList
    rating: Rating
    games: list[Line]
    rest: Decimal

    @property
    def member(self) -> Member:
        return self.rating.member

    @property
    def has_expected_scores(self) -> bool:
        """Return whether the ledger has expected scores: in go there are none."""
        return any(line.expected is not None for line in self.games)


def may_be_named(rating: Rating) -> bool:
    """Return whether the home page, which search engines read, may name the member: not hidden, and an adult."""
    member = rating.member
    birth_year = member.birth_date and member.birth_date.year
    return not member.hidden and is_for_search_engines(birth_year, rating.list.date)


def example(best: list[Rating]) -> Example | None:
    """Return the ledger of the best player who has games and an established rating. One query if there is one."""
    for rating in best:
        has_games = rating.period_games and rating.previous_rating is not None
        if has_games and rating.status == Status.ESTABLISHED and may_be_named(rating):
            entries = rating.list.entries.filter(member=rating.member).select_related(*PLAYED).order_by("number")
            lines = [line_of(entry, rating.member) for entry in entries]
            explanation = Explanation(rating.list, rating.member, rating, lines)
            games = [line for line in explanation.games if line.moves_rating][:GAMES]
            rest = explanation.total - sum((line.change for line in games), Decimal(0))
            return Example(rating.list, rating, games, rest)
    return None
