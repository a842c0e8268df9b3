"""A member's ledger of a list in words and formulas: why the rating is what it is, and why a game did not count.

The page and the command show the same lines. Sentences are in the reader's language; the changes of all lines sum
exactly to the difference of the two ratings.
"""

from __future__ import annotations

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils.formats import number_format
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from federation.models import Member
from ratings.models import LedgerEntry, Rating, RatingList
from ratings.systems.period import POINT, Kind, Reason
from tournaments.models import Tournament

GAMES = {Kind.GAME, Kind.COLLECTED, Kind.NOT_COUNTED}

# What an entry says; the holes are filled by `Line.facts`.
SENTENCES = {
    Kind.GAME: lazy("Rated game."),
    Kind.COLLECTED: lazy("Counts towards the rating by performance."),
    Kind.PROVISIONAL: lazy("Provisional rating: the performance over %(games)s games with %(points)s points."),
    Kind.FIRST_RATING: lazy("First rating: the performance over %(games)s games with %(points)s points."),
    Kind.PERFORMANCE_25_150: lazy(
        "Rule 25/150: after %(games)s games the performance is nearer to the rating before than the sum of the changes."
    ),
    Kind.TRANSITION: lazy("Transition at %(rating)s: beyond it the K-factor %(k)s holds."),
    Kind.FLOOR: lazy("Raised to the lowest rating that is published."),
    Kind.ROUNDING: lazy("Rounded to a whole point."),
    Kind.FOREIGN: lazy("The FIDE rating stands in place of the computed one."),
    Kind.BONUS: lazy("Bonus for a result far above the expected one."),
    Kind.HALVING: lazy("Only half of the change counts."),
    Kind.MATCH_CAP: lazy("The change by a match is limited."),
    Kind.ADJUSTED_START: lazy("The rating before was adjusted to the results."),
    Kind.TIME: lazy("Time passed without games."),
    Kind.ENTRY: lazy("Somebody without a rating starts here."),
}
REJECTED_25_150 = lazy(
    "Rule 25/150: after %(games)s games the performance was looked at, but is not nearer to the rating before."
)
NO_LONGER_PROVISIONAL = lazy("Too few games: the provisional rating is no longer shown.")
REASONS = {
    Reason.FORFEIT: lazy("Does not count: won or lost without play."),
    Reason.PENDING: lazy("Does not count: the result is not known yet."),
    Reason.UNRATED_GAME: lazy("Does not count: the game was played without being rated."),
    Reason.IRREGULAR: lazy("Does not count: a player had no right to be rated (0F-0F)."),
    Reason.UNKNOWN_PLAYER: lazy("Does not count: nothing is known of the opponent's rating."),
    Reason.OPPONENT_UNRATED: lazy("Does not count: the opponent had no rating."),
    Reason.RESULT: lazy("Does not count: the two results do not fit together."),
    Reason.PACE: lazy("Does not count: games of this pace are not rated."),
    Reason.BYE: lazy("Does not count: there was no opponent."),
    Reason.HANDICAP: lazy("Does not count: too many handicap stones."),
    Reason.BOARD_SIZE: lazy("Does not count: games on a board of this size are not rated."),
    Reason.TEMPO: lazy("Does not count: games with so little time are not rated."),
}
POINTS = {0: "0", 1: "½", 2: "1"}


@dataclass(frozen=True)
class Line:
    """One entry of the ledger."""

    entry: LedgerEntry
    day: dt.date | None
    tournament: Tournament | None
    colour: str  # "white", "black" or ""
    opponent: Member | None
    opponent_name: str  # as public pages may write it

    @property
    def kind(self) -> Kind:
        """What the entry is."""
        return Kind(self.entry.kind)

    @property
    def is_game(self) -> bool:
        """Of a game; else of a special rule."""
        return self.kind in GAMES

    @property
    def counts(self) -> bool:
        """A game that went into the rating, or a rule."""
        return self.kind != Kind.NOT_COUNTED

    @property
    def result(self) -> str:
        """1, ½ or 0; nothing where no result is known."""
        return POINTS[self.entry.half_points] if self.is_game and self.entry.half_points is not None else ""

    @property
    def expected(self) -> Decimal | None:
        """Expected score of a rated game."""
        return Decimal(self.entry.expected) / POINT if self.kind == Kind.GAME else None

    @property
    def k(self) -> Decimal | None:
        """K-factor of a rated game."""
        return Decimal(self.entry.k) / POINT if self.kind == Kind.GAME else None

    @property
    def change(self) -> Decimal:
        """Rating points."""
        return Decimal(self.entry.change) / POINT

    @property
    def sentence(self) -> str:
        """What happened, in the reader's language."""
        if self.kind == Kind.NOT_COUNTED:
            return str(REASONS[Reason(self.entry.reason)])
        if self.kind == Kind.PERFORMANCE_25_150 and not self.entry.change:
            return REJECTED_25_150 % self._facts
        if self.kind == Kind.PROVISIONAL and not self.entry.opponent_rating:
            return str(NO_LONGER_PROVISIONAL)
        return SENTENCES[self.kind] % self._facts

    @property
    def formula(self) -> str:
        """How the change was reckoned, with the numbers; nothing where there is nothing to reckon."""
        entry = self.entry
        if (
            self.kind == Kind.GAME
            and entry.k * (POINT * entry.half_points // 2 - entry.expected) == POINT * entry.change
        ):
            points = number_format(Decimal(entry.half_points) / 2, 1)
            return f"{plain(self.k)} × ({points} − {number_format(self.expected, 2)}) = {signed(self.change)}"
        if self.kind in {Kind.PROVISIONAL, Kind.FIRST_RATING, Kind.PERFORMANCE_25_150} and entry.opponent_rating:
            facts = {
                "average": entry.opponent_rating,
                "percent": entry.expected * 100 // POINT,
                "difference": signed(Decimal(entry.difference), 0),
                "rating": entry.opponent_rating + entry.difference,
            }
            return _("%(average)s (average of the opponents) %(difference)s (for %(percent)s %%) = %(rating)s") % facts
        return ""

    @property
    def _facts(self) -> dict[str, Any]:
        entry = self.entry
        return {
            "games": entry.game_number,
            "points": number_format(Decimal(entry.half_points or 0) / 2, 1),
            "rating": entry.opponent_rating,
            "k": plain(Decimal(entry.k) / POINT),
        }


@dataclass(frozen=True)
class Explanation:
    """Everything that a list says of a member."""

    rating_list: RatingList
    member: Member
    rating: Rating | None  # None where his games did not count and he has no rating
    lines: list[Line]

    @property
    def games(self) -> list[Line]:
        """The games that count."""
        return [line for line in self.lines if line.is_game and line.counts]

    @property
    def rules(self) -> list[Line]:
        """What special rules did, in the order in which they acted."""
        return [line for line in self.lines if not line.is_game]

    @property
    def not_counted(self) -> list[Line]:
        """The games that do not count."""
        return [line for line in self.lines if not line.counts]

    @property
    def total(self) -> Decimal:
        """The sum of all changes: the rating minus the one before, either of them 0 where there is none."""
        return sum((line.change for line in self.lines), Decimal(0))


def explain(rating_list: RatingList, member: Member) -> Explanation:
    """The member's line and ledger of the list. Two queries."""
    rating = Rating.objects.filter(list=rating_list, member=member).select_related("club").first()
    entries = LedgerEntry.objects.filter(list=rating_list, member=member).order_by("number")
    found = entries.select_related(
        "opponent", "pairing__tournament", "pairing__white__member", "pairing__black__member"
    )
    return Explanation(rating_list, member, rating, [line_of(entry, member) for entry in found])


def line_of(entry: LedgerEntry, member: Member) -> Line:
    """An entry of the member in words. No query where its opponent, its pairing and the pairing's seats were read."""
    pairing = entry.pairing
    if pairing is None:
        return Line(entry, None, None, "", None, "")
    is_white = _stands_for(pairing.white.member, member)
    seat = pairing.black if is_white else pairing.white
    name = entry.opponent.public_name if entry.opponent else seat.file_name or _("No member")
    return Line(
        entry=entry,
        day=pairing.rating_day,
        tournament=pairing.tournament,
        colour="white" if is_white else "black",
        opponent=entry.opponent,
        opponent_name=name,
    )


def _stands_for(record: Member | None, member: Member) -> bool:
    """Whether a record is the member's own or was merged into it."""
    return record is not None and member.pk in {record.pk, record.merged_into_id}


def plain(number: Decimal) -> str:
    """A number without needless decimals, in the reader's language."""
    return number_format(number, 0 if number == number.to_integral_value() else 2)


def signed(number: Decimal, decimals: int = 2) -> str:
    """A number with its sign, in the reader's language: +10,88. All decimals are shown where two do not hold them."""
    if decimals and number != round(number, decimals):
        decimals = 4
    text = number_format(abs(number), decimals)
    return f"−{text}" if number < 0 else f"+{text}" if number else text
