"""The changes that a correction can make in an accepted tournament.

Each reads its row again, checks, writes, and returns what became of it. The caller holds the tournament.
"""

import datetime as dt
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

from django.utils.translation import gettext_noop as noop

from federation.models import Member
from tournaments.errors import Refused
from tournaments.formats.report import Result
from tournaments.intake.matching import SURE
from tournaments.models import MatchedBy, Pairing, Participant, Tournament
from tournaments.review import edits

MEMBER_THERE = noop("%(member)s is in this tournament already.")
OUTSIDE = noop("The date %(date)s is outside the tournament (%(start)s to %(end)s).")
MERGED = noop("%(member)s was merged into another member.")
AGAINST_ONESELF = noop("Round %(round)s: nobody plays against themselves.")
TWICE_IN_ROUND = noop("Round %(round)s: %(name)s would play two games.")
PARTNERS = noop("Round %(round)s: in a game with partners nobody can be replaced; correct the members instead.")
OF_EVENT = ("name", "city", "start", "end", "pace", "time_control", "arbiters", "unrated_history")


@dataclass(frozen=True)
class Changed:
    """A value that a change replaced, as corrections store it."""

    field: str
    before: str
    after: str
    pairing: Pairing | None = None
    participant: Participant | None = None


class Change(Protocol):
    """Something that a correction can change."""

    def make(self, tournament: Tournament) -> Iterator[Changed]:
        """Make the change and yield the values that it replaced. Raise `Refused` if it is not possible."""


@dataclass(frozen=True)
class ResultOf:
    """Another result of a game."""

    pairing: Pairing
    white: Result
    black: Result

    def make(self, tournament: Tournament) -> Iterator[Changed]:
        pairing = self.pairing
        pairing.refresh_from_db()
        edits.require_fitting(pairing, self.white, self.black)
        before = f"{pairing.white_result} {pairing.black_result}"
        pairing.overrule(self.white, self.black)
        pairing.save(update_fields=["white_result", "black_result", "file_result"])
        yield Changed("result", before, f"{self.white} {self.black}", pairing=pairing)


@dataclass(frozen=True)
class SwappedColours:
    """White and Black exchanged: see `Pairing.turn`."""

    pairing: Pairing

    def make(self, tournament: Tournament) -> Iterator[Changed]:
        pairing = self.pairing
        pairing.refresh_from_db()
        edits.require_fitting(pairing, *map(Result, (pairing.white_result, pairing.black_result)))
        before = f"{pairing.white} - {pairing.black}"
        pairing.turn()
        seats = ["white", "black", "white_partner", "black_partner"]
        pairing.save(update_fields=[*seats, "white_result", "black_result", "file_result"])
        yield Changed("colours", before, f"{pairing.white} - {pairing.black}", pairing=pairing)


@dataclass(frozen=True)
class PlayersOf:
    """Other participants in a game. Stored are their numbers in the tournament."""

    pairing: Pairing
    white: Participant
    black: Participant

    def make(self, tournament: Tournament) -> Iterator[Changed]:
        pairing = self.pairing
        pairing.refresh_from_db()
        edits.require_fitting(pairing, *map(Result, (pairing.white_result, pairing.black_result)))
        if pairing.white_partner_id or pairing.black_partner_id:
            raise Refused(PARTNERS, round=pairing.round)
        if self.white == self.black:
            raise Refused(AGAINST_ONESELF, round=pairing.round)
        before = f"{pairing.white.number} – {pairing.black.number}"
        pairing.white, pairing.black = self.white, self.black
        pairing.save(update_fields=["white", "black"])
        yield Changed("opponents", before, f"{self.white.number} – {self.black.number}", pairing=pairing)


@dataclass(frozen=True)
class DateOf:
    """Another day of a game; None if it is not known."""

    pairing: Pairing
    date: dt.date | None

    def make(self, tournament: Tournament) -> Iterator[Changed]:
        pairing = self.pairing
        pairing.refresh_from_db()
        before = text_of(pairing.date)
        pairing.date = self.date
        pairing.save(update_fields=["date"])
        yield Changed("date", before, text_of(self.date), pairing=pairing)


@dataclass(frozen=True)
class MemberOf:
    """Another member as the player of all games of a participant."""

    participant: Participant
    member: Member

    def make(self, tournament: Tournament) -> Iterator[Changed]:
        participant, member = self.participant, self.member
        participant.refresh_from_db()
        if member.merged_into_id is not None:
            raise Refused(MERGED, member=str(member))
        before = text_of(participant.member)
        participant.member = member
        participant.matched_by, participant.certainty, participant.outsider = MatchedBy.PERSON, SURE, False
        participant.save(update_fields=["member", "matched_by", "certainty", "outsider"])
        yield Changed("member", before, text_of(member), participant=participant)


@dataclass(frozen=True)
class FactsOfEvent:
    """Other facts of the tournament. ``facts``: values of fields of `OF_EVENT`; arbiters one a line."""

    facts: Mapping[str, object]

    def make(self, tournament: Tournament) -> Iterator[Changed]:
        before = {name: text_of(getattr(tournament, name)) for name in self.facts}
        for name, value in self.facts.items():
            setattr(tournament, name, value)
        tournament.arbiters = "\n".join(tournament.arbiter_names)
        if tournament.start and tournament.end and tournament.end < tournament.start:
            raise Refused(edits.ENDS_EARLY)
        tournament.save(update_fields=list(self.facts))
        for name in self.facts:
            yield Changed(name, before[name], text_of(getattr(tournament, name)))


def require_sound(tournament: Tournament, changed: list[Changed]) -> None:
    """Raise `Refused` if the changes together leave something that cannot be.

    A day outside the tournament, a member twice, or a participant with two games in a round. One query for each kind.
    """
    for each in changed:
        if each.field == "date" and each.after and each.pairing:
            _require_inside(tournament, each.pairing.date)
        if each.field == "member" and each.participant:
            others = tournament.participants.filter(member=each.participant.member_id)
            if others.exclude(pk=each.participant.pk).exists():
                raise Refused(MEMBER_THERE, member=str(each.participant.member))
    rounds = {each.pairing.round for each in changed if each.field == "opponents" and each.pairing}
    for pairing_round in sorted(rounds):
        seen: set[int] = set()
        for game in tournament.pairings.filter(round=pairing_round).select_related("white__member", "black__member"):
            for player in filter(None, (game.white, game.black)):
                if player.pk in seen:
                    raise Refused(TWICE_IN_ROUND, round=pairing_round, name=str(player))
                seen.add(player.pk)


def _require_inside(tournament: Tournament, date: dt.date | None) -> None:
    days = sorted(day for day in (tournament.start, tournament.end) if day)
    if date and days and not days[0] <= date <= days[-1]:  # it would still count on the first or last day
        raise Refused(OUTSIDE, date=date, start=days[0], end=days[-1])


def text_of(value: object) -> str:
    """Return the value as corrections store it: days in ISO form."""
    return "" if value is None else str(value)
