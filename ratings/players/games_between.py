"""The games that two to four members have played against each other, in any tournaments: facts, rated or not."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from django.db.models import Q

from federation.models import Member
from tournaments.models import Pairing, Participant, Stage, Tournament


@dataclass(frozen=True)
class Meeting:
    """A game, as the first of the two sees it."""

    pairing: int
    tournament: Tournament
    day: dt.date | None
    is_white: bool
    half_points: int
    half_points_of_other: int


@dataclass(frozen=True)
class Meetings:
    """All games of two members, the latest first."""

    first: Member
    second: Member
    games: list[Meeting]

    @property
    def half_points(self) -> int:
        """Return the points of the first player, times two."""
        return sum(game.half_points for game in self.games)

    @property
    def half_points_of_other(self) -> int:
        """Return the points of the second player, times two."""
        return sum(game.half_points_of_other for game in self.games)


def meetings(members: Sequence[Member]) -> list[Meetings]:
    """Return the games at the board in accepted tournaments, for each two of the members. Two queries at most."""
    seats = _seats(members)
    events = {event for one, other in combinations(seats.values(), 2) for event in one.keys() & other.keys()}
    everybody = {seat: pk for pk, of_events in seats.items() for ids in of_events.values() for seat in ids}
    found: dict[frozenset[int], list[Pairing]] = {}
    if events:
        games = Pairing.objects.filter(tournament__in=events, white__in=everybody, black__in=everybody)
        for game in games.select_related("tournament"):
            if _is_played(game):
                found.setdefault(frozenset((everybody[game.white_id], everybody[game.black_id])), []).append(game)
    return [
        Meetings(one, other, _of(found.get(frozenset((one.pk, other.pk)), []), one, everybody))
        for one, other in combinations(members, 2)
    ]


def _seats(members: Sequence[Member]) -> dict[int, dict[int, set[int]]]:
    """Return for each member, merged records included: tournament -> participants (ids). One query."""
    ids = [member.pk for member in members]
    records = Member.objects.filter(Q(pk__in=ids) | Q(merged_into__in=ids))
    rows = Participant.objects.filter(member__in=records.values("pk"))
    found: dict[int, dict[int, set[int]]] = {pk: {} for pk in ids}
    for seat, event, member, merged in rows.values_list("pk", "tournament", "member", "member__merged_into"):
        found[merged or member].setdefault(event, set()).add(seat)
    return found


def _of(games: Sequence[Pairing], one: Member, everybody: dict[int, int]) -> list[Meeting]:
    found = [_meeting(game, everybody[game.white_id] == one.pk) for game in games]
    return sorted(found, key=lambda game: game.day or dt.date.min, reverse=True)


def _is_played(game: Pairing) -> bool:
    white, black = game.results
    return game.tournament.stage == Stage.ACCEPTED and black is not None and white.is_played and black.is_played


def _meeting(game: Pairing, is_white: bool) -> Meeting:
    white, black = (result.half_points for result in game.results if result)
    mine, other = (white, black) if is_white else (black, white)
    return Meeting(game.pk, game.tournament, game.rating_day, is_white, mine, other)
