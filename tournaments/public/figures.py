"""What the ratings say of the players of a tournament, as the row of each player shows it."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from federation.hooks import functions
from tournaments.models import Participant, Tournament


def _plain(rating: int | None) -> str:
    return "" if rating is None else str(rating)


@dataclass(frozen=True)
class Figures:
    """Ratings before the tournament and their changes, in one rating type, by id of the member."""

    pool: str = ""  # "": no list holds the tournament
    list_title: str = ""  # the list that it counts for
    list_page: str = ""
    is_official: bool = True
    ratings: Mapping[int, int] = field(default_factory=dict)
    changes: Mapping[int, str] = field(default_factory=dict)  # HTML, with a link to the calculation
    written: Callable[[int | None], str] = _plain  # a rating as HTML

    def rating(self, who: Participant) -> int | None:
        """Return the rating of a participant: that of a member in the list, of anyone else that of the file."""
        if not self.pool or who.member is None:
            return who.file_rating
        return self.ratings.get(who.member.pk, self.ratings.get(who.member.merged_into_id or 0))

    def change(self, who: Participant) -> str:
        """Return what the tournament changed, as HTML; "" if nothing is known."""
        if who.member is None:
            return ""
        return self.changes.get(who.member.pk, self.changes.get(who.member.merged_into_id or 0, ""))


def figures_of(tournament: Tournament) -> Figures:
    """Return what the hook `TOURNAMENT_FIGURES` knows; without any, the ratings of the file remain."""
    for ask in functions("TOURNAMENT_FIGURES"):
        if found := ask(tournament):
            return Figures(**found)
    return Figures()
