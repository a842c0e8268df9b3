"""The members of a club with their latest ratings: for its page, and for its own web site."""

from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery
from django.utils import timezone

from federation.identity.member_numbers import club_cell, matricule
from federation.models import Affiliation, Club, Member
from ratings.figures import grade
from ratings.find_lists import latest_lists
from ratings.models import ClubStrength, Rating, RatingList
from ratings.players.member_ratings import RatedMember, best_first, with_ratings
from ratings.systems.period import Status


def members_of(club: Club, lists: list[RatingList]) -> list[RatedMember]:
    """Return the current members of the club with their ratings in these lists, best first. Two queries."""
    affiliated = Affiliation.objects.on(timezone.localdate()).filter(club=club)
    members = Member.objects.current().filter(pk__in=affiliated.values("member"))
    return best_first(with_ratings(members, lists), lists)


def with_strength(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """Annotate clubs with ``strength``, ``rank`` and ``ranked`` in the latest list of the first rating type."""
    mine = ClubStrength.objects.filter(club=OuterRef("pk"), list=Subquery(latest_lists().values("pk")[:1]))
    return clubs.annotate(**{name: Subquery(mine.values(name)[:1]) for name in ("strength", "rank", "ranked")})


def as_facts(club: Club, lists: list[RatingList], members: list[RatedMember]) -> dict[str, Any]:
    """Return what a script receives, in no language: the club, the lists, and each member's ratings by pool.

    A hidden member's name is empty, as in the files of the lists.
    """
    return {
        "club": club_cell(club.key),
        "name": club.name,
        "lists": [
            {"pool": each.pool.slug, "name": each.pool.name, "date": each.date, "digest": each.digest} for each in lists
        ],
        "members": [_member(rated, lists) for rated in members],
    }


def _member(rated: RatedMember, lists: list[RatingList]) -> dict[str, Any]:
    shown = {each.pool.slug: rated.ratings[each.pk] for each in lists if each.pk in rated.ratings}
    return {
        "number": rated.member.number,
        **matricule(rated.member.key),
        "name": "" if rated.member.hidden else rated.member.name,
        "ratings": {slug: _rating(rating) for slug, rating in shown.items() if rating.rating is not None},
    }


def _rating(rating: Rating) -> dict[str, Any]:
    return {
        "rating": rating.rating,
        "grade": grade(rating.rating, rating.list.pool),
        "change": rating.change,
        "status": Status(rating.status).name.lower(),
        "rank": rating.rank,
    }
