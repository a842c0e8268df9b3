"""The ratings by which players of a tournament that is paired here are ranked at its start, from a published list."""

from __future__ import annotations

from dataclasses import dataclass

from django.db import transaction
from django.db.models import Count, OuterRef, Q, Subquery

from federation import bulk
from ratings.models import Rating, RatingList
from tournaments.models import Participant, Tournament


@dataclass(frozen=True)
class Offer:
    """The latest list of a pool, and how many of the players have a rating in it."""

    list: RatingList
    players: int


def offers(tournament: Tournament) -> list[Offer]:
    """The latest published list of each public pool of the discipline. Two queries."""
    latest = RatingList.objects.published().filter(pool=OuterRef("pool")).order_by("-date").values("pk")[:1]
    lists = (
        RatingList.objects.published()
        .filter(pk=Subquery(latest), pool__public=True, pool__discipline=tournament.discipline)
        .select_related("pool")
        .defer("manifest")
        .order_by("pool__position", "pool__slug")
    )
    members = tournament.participants.exclude(member=None).values("member")
    rated = Rating.objects.filter(list__in=lists.values("pk"), member__in=members, rating__isnull=False)
    counts = dict(rated.order_by().values_list("list").annotate(Count("member")))
    return [Offer(each, counts.get(each.pk, 0)) for each in lists]


@transaction.atomic
def take(tournament: Tournament, rating_list: RatingList) -> int:
    """Give every player the rating that he has in the list; who has none there keeps his. How many have one."""
    rated = Rating.objects.filter(list=rating_list, member__participations__tournament=tournament)
    ratings = dict(rated.filter(~Q(rating=None)).values_list("member", "rating"))
    players = list(Participant.objects.filter(tournament=tournament, member__in=ratings))
    for player in players:
        player.file_rating = ratings[player.member_id]
    bulk.update(players, ["file_rating"])
    return len(players)
