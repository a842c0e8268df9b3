"""The games that two members have played against each other, in whatever tournaments: facts, rated or not."""

import datetime as dt
from dataclasses import dataclass

from django.db.models import Q

from federation.models import Member
from tournaments.models import Pairing, Participant, Stage, Tournament


@dataclass(frozen=True)
class Meeting:
    """A game, as the first of the two sees it."""

    tournament: Tournament
    day: dt.date | None
    is_white: bool
    half_points: int
    half_points_of_other: int


@dataclass(frozen=True)
class Meetings:
    """All games of the two, the latest first."""

    games: list[Meeting]

    @property
    def half_points(self) -> int:
        """Return the points of the first player, times two."""
        return sum(game.half_points for game in self.games)

    @property
    def half_points_of_other(self) -> int:
        """Return the points of the second player, times two."""
        return sum(game.half_points_of_other for game in self.games)


def meetings(first: Member, second: Member) -> Meetings:
    """Their games at the board in accepted tournaments. Two queries, one where no tournament had both."""
    mine, others = _seats(first, second)
    both = mine.keys() & others.keys()
    if not both:
        return Meetings([])
    seats = {seat for event in both for seat in (*mine[event], *others[event])}
    games = Pairing.objects.filter(tournament__in=both, white__in=seats, black__in=seats).select_related("tournament")
    found = [_meeting(game, game.white_id in mine[game.tournament_id]) for game in games if _is_played(game)]
    return Meetings(sorted(found, key=lambda game: game.day or dt.date.min, reverse=True))


def _seats(first: Member, second: Member) -> tuple[dict[int, set[int]], dict[int, set[int]]]:
    """Return for each member, merged records included: tournament -> participant (ids). One query."""
    records = Member.objects.filter(Q(pk__in=[first.pk, second.pk]) | Q(merged_into__in=[first.pk, second.pk]))
    rows = Participant.objects.filter(member__in=records.values("pk"))
    found: dict[int, dict[int, set[int]]] = {first.pk: {}, second.pk: {}}
    for seat, event, member, merged in rows.values_list("pk", "tournament", "member", "member__merged_into"):
        found[merged or member].setdefault(event, set()).add(seat)
    return found[first.pk], found[second.pk]


def _is_played(game: Pairing) -> bool:
    white, black = game.results
    return game.tournament.stage == Stage.ACCEPTED and black is not None and white.is_played and black.is_played


def _meeting(game: Pairing, is_white: bool) -> Meeting:
    white, black = (result.half_points for result in game.results if result)
    return Meeting(game.tournament, game.rating_day, is_white, *((white, black) if is_white else (black, white)))
