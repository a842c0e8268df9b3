"""The ratings by which players of a tournament that is paired here are ranked at its start, from a published list."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from django.db import transaction

from federation.database import bulk
from ratings.find_lists import latest_lists
from ratings.models import RatingList
from ratings.storage.parts import ratings_of
from tournaments.models import Participant, Stage, Tournament


@dataclass(frozen=True)
class Offer:
    """The latest list of a pool, and how many of the players have a rating in it."""

    list: RatingList
    players: int


def offers(tournament: Tournament) -> list[Offer]:
    """The latest published list of each public pool of the discipline. Three queries."""
    lists = latest_lists().filter(pool__discipline=tournament.discipline)
    found, lines = ratings_of(lists, _members(tournament))
    counts = Counter(found[lines.is_rated].tolist())
    return [Offer(each, counts[each.pk]) for each in lists]


@transaction.atomic
def take(tournament: Tournament, rating_list: RatingList) -> int:
    """Give every player the rating that he has in the list; who has none there keeps his. How many have one.

    Nobody, where the tournament was submitted meanwhile.
    """
    if not Tournament.objects.select_for_update(of=("self",)).filter(pk=tournament.pk, stage=Stage.READ):
        return 0
    _lists, lines = ratings_of([rating_list], _members(tournament))
    rated = lines.take(lines.is_rated)
    ratings = dict(zip(rated.member.tolist(), rated.rating.tolist(), strict=True))
    players = list(Participant.objects.filter(tournament=tournament, member__in=ratings))
    for player in players:
        player.file_rating = ratings[player.member_id]
    bulk.update(players, ["file_rating"])
    return len(players)


def _members(tournament: Tournament) -> set[int]:
    """The ids of the players who are members."""
    return set(tournament.participants.exclude(member=None).values_list("member", flat=True))
