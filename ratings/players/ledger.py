"""A member's ledger of a list in words and formulas: why the rating is what it is, and why a game did not count.

The page and the command show the same lines. Sentences are in the reader's language; the changes of all lines sum
exactly to the difference of the two ratings.
"""

import datetime as dt
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cached_property
from itertools import accumulate
from types import ModuleType
from typing import Any

from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _

from federation.hooks import functions
from federation.models import Member
from federation.web.tables import points
from ratings.models import LedgerEntry, LedgerLine, LivingRating, Rating, RatingList
from ratings.pools.rules import parameters_of, rules_of, system_of
from ratings.systems.period import Kind, Reason
from ratings.wording import WORDING
from ratings.wording.numbers import parts
from ratings.wording.step import Step
from tournaments.models import Pairing, Tournament


@dataclass(frozen=True)
class TeamGame:
    """The match of a game between teams."""

    team: str  # the member's
    match: str  # both teams and the board, in words
    address: str  # of the page of the match


@dataclass
class Line:
    """One entry of the ledger. Its words are known once it stands in an `Explanation`."""

    entry: LedgerLine
    day: dt.date | None
    tournament: Tournament | None
    colour: str  # "white", "black" or ""
    opponent: Member | None
    opponent_name: str  # as public pages may write it
    team_game: TeamGame | None = None
    step: Step = field(init=False, repr=False)
    wording: ModuleType = field(init=False, repr=False)

    @property
    def kind(self) -> Kind:
        return Kind(self.entry.kind)

    @property
    def is_game(self) -> bool:
        """Return whether it is about a game; else it is about a special rule, or the time before a game."""
        return self.kind in LedgerEntry.GAMES

    @property
    def counts(self) -> bool:
        """Return whether it is a game that went into the rating, or a rule."""
        return self.kind != Kind.NOT_COUNTED

    @property
    def moves_rating(self) -> bool:
        """Return whether it has a change of its own, even 0; else it leads to a performance, or is about time."""
        return self.kind not in {Kind.COLLECTED, Kind.NOT_COUNTED, Kind.TIME}

    @property
    def result(self) -> str:
        """Return 1, ½ or 0; nothing if no result is known."""
        return points(self.entry.half_points) if self.is_game else ""

    @property
    def expected(self) -> Decimal | None:
        """Return the expected score of a rated game. In go there is none."""
        return parts(self.entry.expected) if self._has_expected_score else None

    @property
    def k(self) -> Decimal | None:
        """Return the K-factor of a rated game."""
        return parts(self.entry.k) if self._has_expected_score else None

    @property
    def change(self) -> Decimal:
        return parts(self.entry.change)

    @property
    def sentence(self) -> str:
        """Return what happened, in the reader's language."""
        if self.kind == Kind.NOT_COUNTED:
            return str(self.wording.REASONS[Reason(self.entry.reason)] % self.step.rules)
        return str(self.wording.sentence(self.step))

    @property
    def formula(self) -> str:
        """Return how the change was calculated, with the numbers; "" if there is nothing to calculate."""
        return str(self.wording.formula(self.step)) if self.counts else ""

    @property
    def steps(self) -> list[str]:
        """Return the steps of the formula."""
        return self.formula.split("; ")

    @property
    def _has_expected_score(self) -> bool:
        return self.kind == Kind.GAME and self.wording.HAS_EXPECTED_SCORE


@dataclass(frozen=True)
class Part:
    """The lines of one tournament, or of the whole period where the system rates it at once."""

    tournament: Tournament | None
    lines: list[Line]
    before: Decimal | None  # the rating with which it begins, where there is one

    @property
    def after(self) -> Decimal:
        """Return the rating with which it ends."""
        return self.lines[-1].step.after


@dataclass
class Explanation:
    """Everything that a list says of a member."""

    rating_list: RatingList
    member: Member
    rating: Rating | LivingRating | None  # None for a member without a rating whose games did not count
    lines: list[Line]

    def __post_init__(self) -> None:
        counted = [line for line in self.lines if line.counts]
        rating = self.rating.previous_rating if self.rating else None
        before = None if rating is None else Decimal(rating)
        self.parts = []
        for lines in _by_tournament(counted, self.wording):
            self._place(lines, before or Decimal(0))
            tournament = next((line.tournament for line in lines if line.tournament), None)
            self.parts.append(Part(tournament if self.wording.BY_TOURNAMENT else None, lines, before))
            before = lines[-1].step.after
        self._place(self.not_counted, before or Decimal(0))

    def _place(self, lines: Sequence[Line], start: Decimal) -> None:
        """Tell the lines of a part where they stand."""
        entries = [line.entry for line in lines]
        parameters = SimpleLazyObject(lambda: self.parameters)  # a page without words does not read the manifest
        befores = accumulate((line.change for line in lines), initial=start)
        for place, (line, before) in enumerate(zip(lines, befores, strict=False)):
            line.wording = self.wording
            line.step = Step(entries, place, start, before, parameters, self.rating)

    @property
    def wording(self) -> ModuleType:
        """Return the words of the system."""
        return WORDING[self.rating_list.pool.system]

    @cached_property
    def parameters(self) -> dict[str, Any]:
        """Return the parameters of the list; if it does not name them, those of the pool on its day, in one query."""
        named = self.rating_list.manifest.get("rules")
        if named:
            return dict(named["values"])
        pool = self.rating_list.pool
        values = parameters_of(rules_of(pool, self.rating_list.date), system_of(pool)).as_dict()
        return dict(values)

    @property
    def games(self) -> list[Line]:
        return [line for line in self.lines if line.is_game and line.counts]

    @property
    def rules(self) -> list[Line]:
        """Return what special rules did, and time."""
        return [line for line in self.lines if not line.is_game]

    @property
    def not_counted(self) -> list[Line]:
        """Return the games that do not count."""
        return [line for line in self.lines if not line.counts]

    @property
    def how(self) -> str:
        """Return the whole calculation in a paragraph."""
        return str(self.wording.HOW % self.parameters)

    @property
    def games_for_first_rating(self) -> int:
        """Return how many games that count make a first rating."""
        return int(self.wording.first_rating(self.parameters))

    @property
    def games_for_established(self) -> int:
        """Return how many games make a rating established; 0 if the system does not count them."""
        return int(self.parameters.get("games_for_rating", 0))

    @property
    def games_played(self) -> int:
        """Return how many games counted up to the list."""
        return self.rating.games if self.rating else 0

    @property
    def games_to_first_rating(self) -> int:
        """Return how many more games that count it takes; 0 with a rating, or without one for another reason."""
        if self.rating and self.rating.rating is not None:
            return 0
        return max(0, self.games_for_first_rating - self.games_played)

    @property
    def before(self) -> Decimal:
        """Return the rating of the previous list; 0 without one."""
        return Decimal((self.rating and self.rating.previous_rating) or 0)

    @property
    def total(self) -> Decimal:
        """Return the sum of all changes: the rating minus the previous one, either of them 0 if there is none."""
        return sum((line.change for line in self.lines), Decimal(0))

    @property
    def adds_up(self) -> bool:
        """Return whether the lines lead exactly from the previous rating to the rating: the law of the ledger."""
        return self.before + self.total == ((self.rating and self.rating.rating) or 0)


def explain(rating_list: RatingList, member: Member) -> Explanation:
    """Return what the list says of the member, and why. Four queries."""
    rating = rating_list.ratings.filter(member=member).first()
    entries = list(rating_list.entries.filter(member=member).order_by("number"))
    attach_games(entries)
    return Explanation(rating_list, member, rating, [line_of(each, member) for each in entries])


def attach_games(entries: Collection[LedgerLine]) -> None:
    """Give the entries their pairings, with tournament and players, and their opponents: two queries, or none.

    Games of a league get their match as well: one query more.
    """
    played = {entry.pairing_id for entry in entries if entry.pairing_id is not None}
    if not played:
        return
    players = ("white__member", "black__member", "black_partner__member")
    pairings = Pairing.objects.select_related("tournament", *players).in_bulk(played)
    opponents = Member.objects.in_bulk({entry.opponent_id for entry in entries if entry.opponent_id is not None})
    _attach_matches([pairing for pairing in pairings.values() if pairing.tournament.part_of])
    for entry in entries:
        entry.pairing, entry.opponent = pairings.get(entry.pairing_id), opponents.get(entry.opponent_id)


def _attach_matches(of_leagues: Collection[Pairing]) -> None:
    """Give the pairings of leagues the words and the address of their match."""
    if not of_leagues:
        return
    for matches_of in functions("TEAM_MATCHES"):
        found = matches_of([pairing.pk for pairing in of_leagues])
        for pairing in of_leagues:
            pairing.team_match = found.get(pairing.pk)


def line_of(entry: LedgerLine, member: Member) -> Line:
    """Return an entry with its game. The pairing has its tournament and seats, the seats their members: no query."""
    pairing = entry.pairing
    if pairing is None:
        return Line(entry, None, None, "", None, "")
    is_white = _stands_for(pairing.white.member, member)
    is_partner_of_black = pairing.black_partner is not None and _stands_for(pairing.black_partner.member, member)
    meets_white = is_partner_of_black or (not is_white and _stands_for(pairing.black.member, member))
    seat = pairing.white if meets_white else pairing.black
    name = entry.opponent.public_name if entry.opponent else seat.file_name or _("Not a member")
    match = getattr(pairing, "team_match", None)
    own = pairing.white if is_white else pairing.black_partner if is_partner_of_black else pairing.black
    return Line(
        entry=entry,
        day=pairing.rating_day,
        tournament=pairing.tournament,
        colour="white" if is_white or is_partner_of_black else "black",
        opponent=entry.opponent,
        opponent_name=name,
        team_game=TeamGame(own.file_team, *match) if match else None,
    )


def _stands_for(record: Member | None, member: Member) -> bool:
    """Return whether a record is the member's own or was merged into it."""
    return record is not None and member.pk in {record.pk, record.merged_into_id}


def _by_tournament(lines: Sequence[Line], wording: ModuleType) -> Iterator[list[Line]]:
    """Return the lines of each tournament, or all at once if the system rates them so.

    Rules follow the games of their tournament, but for those that open one.
    """
    part: list[Line] = []
    for line in lines:
        if part and wording.BY_TOURNAMENT and _begins_another(line, part, wording):
            yield part
            part = []
        part.append(line)
    if part:
        yield part


def _begins_another(line: Line, part: list[Line], wording: ModuleType) -> bool:
    games = [each for each in part if each.is_game]
    if not games:
        return False
    return line.kind in wording.OPENS or (line.is_game and line.tournament != games[-1].tournament)
