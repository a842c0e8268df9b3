"""Two to four members side by side: the expected scores, and the results when they met."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass, field

from federation.models import Member
from ratings.models import LedgerEntry, RatingList
from ratings.players.comparison import Comparison, compare
from ratings.players.games_between import Meeting, Meetings, meetings
from ratings.systems.period import POINT, Kind

MOST = 4  # members


@dataclass
class ComparedGame:
    """A game between two members, with what the first rating type that rated it made of it."""

    meeting: Meeting
    expected: float | None = None  # of the first of the two
    change: float | None = None  # of the first
    change_of_other: float | None = None


@dataclass
class Pair:
    """Two members: their latest ratings with what is expected, and their games."""

    meetings: Meetings
    comparisons: list[Comparison]
    games: list[ComparedGame] = field(default_factory=list)

    @property
    def expected(self) -> float:
        """Return what the first member was expected to score in the rated games."""
        return sum(game.expected for game in self.games if game.expected is not None)

    @property
    def rated(self) -> int:
        """Return how many games were rated one by one."""
        return sum(game.expected is not None for game in self.games)

    @property
    def rated_half_points(self) -> int:
        """Return what the first member scored in them, times two."""
        return sum(game.meeting.half_points for game in self.games if game.expected is not None)

    @property
    def scored_share(self) -> float:
        return 50 * self.rated_half_points / self.rated if self.rated else 0

    @property
    def expected_share(self) -> float:
        return 100 * self.expected / self.rated if self.rated else 0


def pairs(members: Sequence[Member], today: dt.date) -> list[Pair]:
    """Return all pairs of the members. Six queries at most."""
    comparisons = compare(members, today)
    found = [Pair(each, comparisons[each.first.pk, each.second.pk]) for each in meetings(members)]
    lines = _lines(members, [game.pairing for pair in found for game in pair.meetings.games])
    for pair in found:
        first, second = pair.meetings.first.pk, pair.meetings.second.pk
        for meeting in pair.meetings.games:
            game = ComparedGame(meeting)
            if mine := lines.get((meeting.pairing, first)):
                game.expected, game.change = mine
            if theirs := lines.get((meeting.pairing, second)):
                game.change_of_other = theirs[1]
            pair.games.append(game)
    return found


def _lines(members: Sequence[Member], pairings: Sequence[int]) -> dict[tuple[int, int], tuple[float, float]]:
    """Return expectation and change, by game and member, of the first public rating type that has both. One query."""
    if not pairings:
        return {}
    lists = RatingList.objects.published().filter(pool__public=True).order_by().values("pk")
    entries = LedgerEntry.objects.filter(
        list__in=lists, member__in=[each.pk for each in members], pairing__in=pairings, kind=Kind.GAME
    )
    rows = entries.order_by("-list__pool__position").values_list("pairing", "member", "expected", "change")
    return {(pairing, member): (expected / POINT, change / POINT) for pairing, member, expected, change in rows}
