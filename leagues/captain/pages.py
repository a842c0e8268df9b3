"""What the captain's pages show. Only the side's own line-up is read here."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from leagues.checks.line_ups import Draft
from leagues.models import LineUp, ListEntry, Match
from leagues.rules.findings import Finding, proposal
from leagues.rules.legs import home_is_white
from leagues.rules.season_checks import appearances_left
from leagues.wording.findings import cost, sentence
from leagues.wording.points import RESULTS

BLOCKS = {
    *("not_affiliated", "suspended", "rating_cap", "twice_in_round", "twice_in_day", "twice_in_weekend", "tied"),
    *("three_teams", "titular_other_team", "reserve_two_teams", "too_many_reserves", "below_place"),
}  # rules that exclude a player from any board


@dataclass(frozen=True)
class Seat:
    """A board of the line-up."""

    number: int
    entry: ListEntry | None
    is_white: bool


@dataclass(frozen=True)
class Candidate:
    """A player of the list who is not in the line-up yet."""

    entry: ListEntry
    why_not: str  # "" if they may play
    left: int | None  # how often they may still play for higher teams


@dataclass(frozen=True)
class Fault:
    """A finding in words, with what it costs."""

    text: str
    cost: str


class LineUpPage:
    """The line-up of one side, who may still be named, and what is against the rules. Four queries."""

    def __init__(self, match: Match, side: str, stored: LineUp | None) -> None:
        self.match, self.side, self.stored = match, side, stored
        self.team = match.team(side)
        draft = Draft(match, side)
        self.rules, listed = draft.rules, draft.listed
        count = self.rules.boards.count
        chosen = [listed.get(pk) for pk in (self.stored.seats if self.stored else [])][:count]
        entries: Sequence[ListEntry | None] = [*chosen, *[None] * (count - len(chosen))]
        is_home = side == "home"
        self.seats = [
            Seat(number, entry, home_is_white(number, self.rules.boards.white) == is_home)
            for number, entry in enumerate(entries, start=1)
        ]
        self._names = {entry.member_id: entry.member.name for entry in listed.values()}
        self.faults = [self._fault(each) for each in draft.findings(entries)]
        named = {entry.pk for entry in entries if entry}
        self.candidates = [self._candidate(draft, entry) for pk, entry in listed.items() if pk not in named]

    @property
    def is_locked(self) -> bool:
        return bool(self.stored and self.stored.locked_at)

    @property
    def lock_by(self) -> dt.datetime:
        """Return until when the line-up has to be locked."""
        return self.match.starts_at - dt.timedelta(minutes=self.rules.line_ups.lock_minutes)

    @property
    def next_board(self) -> int | None:
        """Return the first empty board."""
        return next((seat.number for seat in self.seats if not seat.entry), None)

    @property
    def allowed(self) -> list[Candidate]:
        return [each for each in self.candidates if not each.why_not]

    @property
    def blocked(self) -> list[Candidate]:
        return [each for each in self.candidates if each.why_not]

    @property
    def manned(self) -> int:
        return sum(seat.entry is not None for seat in self.seats)

    def _fault(self, found: Finding) -> Fault:
        proposed = proposal(found, self.rules, self.match.series.division.level)
        return Fault(sentence(found, self._names), cost(proposed))

    def _candidate(self, draft: Draft, entry: ListEntry) -> Candidate:
        against = [each for each in draft.findings([entry]) if each.code in BLOCKS]
        left = appearances_left(entry.member_id, draft.others, draft.line_up([entry]), self.rules)
        return Candidate(entry, sentence(against[0], self._names) if against else "", left)


@dataclass(frozen=True)
class Change:
    """A board whose result is another one than the side confirmed."""

    number: int
    before: str
    after: str


def changes_since_confirmed(match: Match, side: str) -> list[Change]:
    """Return which results were changed after the side had confirmed; none before it does. One query."""
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    for step in match.steps.filter(action__in=["entered", "confirmed"]).order_by("-pk"):
        if step.action == "entered":
            before |= step.before
            after = step.after | after
        elif step.side == side:
            return [
                Change(int(number), RESULTS[before[number]], RESULTS[letters])
                for number, letters in sorted(after.items(), key=lambda item: int(item[0]))
                if before[number] != letters
            ]
    return []
