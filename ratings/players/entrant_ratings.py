"""The ratings by which players of a tournament that is paired here are ranked at its start, from a published list."""

from collections import Counter
from dataclasses import dataclass

from django.db import transaction

from federation.database import bulk
from ratings.find_lists import latest_lists
from ratings.models import Rating, RatingList, RatingQuerySet
from tournaments.models import Participant, Stage, Tournament


@dataclass(frozen=True)
class ListChoice:
    """The latest list of a pool, and how many of the players have a rating in it."""

    list: RatingList
    players: int


def choices(tournament: Tournament) -> list[ListChoice]:
    """Return the latest published list of each public pool of the discipline. Two queries."""
    lists = list(latest_lists().filter(pool__discipline=tournament.discipline))
    counts = Counter(_rated(tournament).filter(list__in=lists).values_list("list", flat=True))
    return [ListChoice(each, counts[each.pk]) for each in lists]


@transaction.atomic
def take(tournament: Tournament, rating_list: RatingList) -> int:
    """Give every player their rating in the list, if they have one there. Return how many have one.

    Nobody, where the tournament was submitted meanwhile.
    """
    if not Tournament.objects.select_for_update(of=("self",)).filter(pk=tournament.pk, stage=Stage.READ):
        return 0
    ratings = dict(_rated(tournament).filter(list=rating_list).values_list("member", "rating"))
    players = list(Participant.objects.filter(tournament=tournament, member__in=ratings))
    for player in players:
        player.file_rating = ratings[player.member_id]
    bulk.update(players, ["file_rating"])
    return len(players)


def _rated(tournament: Tournament) -> RatingQuerySet:
    """Return the ratings that the players who are members have in any list."""
    members = tournament.participants.exclude(member=None).values("member")
    return Rating.objects.filter(member__in=members, rating__isnull=False).order_by()
