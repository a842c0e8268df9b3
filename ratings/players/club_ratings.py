"""The members of a club with their latest ratings: for its page, and for its own web site."""

from typing import Any

from django.db.models import Exists, FilteredRelation, OuterRef, Q, QuerySet, Subquery
from django.utils import timezone

from federation.identity.member_numbers import club_cell, matricule
from federation.models import Affiliation, Club, Member
from ratings.figures import grade
from ratings.find_lists import latest_lists
from ratings.models import ClubStrength, LivingRating, Rating, RatingList
from ratings.players.member_ratings import RatedMember, best_first, with_ratings
from ratings.systems.period import Status


def current_members(club: Club) -> QuerySet[Member]:
    """Return the members of the club today."""
    affiliated = Affiliation.objects.on(timezone.localdate()).filter(club=club)
    return Member.objects.current().filter(pk__in=affiliated.values("member"))


def members_of(club: Club, lists: list[RatingList]) -> list[RatedMember]:
    """Return the current members of the club with their ratings in these lists, best first. Two queries."""
    return best_first(with_ratings(current_members(club), lists), lists)


def lists_of(clubs: QuerySet[Club]) -> list[RatingList]:
    """Return the latest lists that rate any current member of these clubs, or have their strength. One query."""
    affiliated = Affiliation.objects.on(timezone.localdate()).filter(club__in=clubs.values("pk"))
    rated = Rating.objects.filter(list=OuterRef("pk"), member__in=affiliated.values("member"), rating__isnull=False)
    strengths = ClubStrength.objects.filter(list=OuterRef("pk"), club__in=clubs.values("pk"))
    return list(latest_lists().filter(Exists(rated) | Exists(strengths)))


def members_in(club: Club, rating_list: RatingList | None) -> tuple[list[RatedMember], dict[int, LivingRating]]:
    """Return the current members of the club with their ratings in a list, best first, and those of today by member.

    One query.
    """
    members = current_members(club)
    if rating_list is None:
        return best_first([RatedMember(member, {}) for member in members], []), {}
    of_list = FilteredRelation("ratings", condition=Q(ratings__list=rating_list.pk))
    of_today = FilteredRelation("living_ratings", condition=Q(living_ratings__list=rating_list.pool_id))
    found = list(members.annotate(in_list=of_list, today=of_today).select_related("in_list", "today"))
    rated = [RatedMember(member, _in(rating_list, getattr(member, "in_list", None))) for member in found]
    today = {member.pk: now for member in found if (now := getattr(member, "today", None))}
    return best_first(rated, [rating_list]), today


def _in(rating_list: RatingList, rating: Rating | None) -> dict[int, Rating]:
    if rating is None:
        return {}
    rating.list = rating_list
    return {rating_list.pk: rating}


def with_strength(clubs: QuerySet[Club]) -> QuerySet[Club]:
    """Annotate clubs with ``strength``, ``rank`` and ``ranked`` in the latest list of the first rating type."""
    return _with_strength(clubs, Subquery(latest_lists().values("pk")[:1]))


def with_strength_in(clubs: QuerySet[Club], rating_list: RatingList | None) -> QuerySet[Club]:
    """Annotate clubs with ``strength``, ``rank`` and ``ranked`` in this list."""
    return _with_strength(clubs, rating_list and rating_list.pk)


def _with_strength(clubs: QuerySet[Club], rating_list: Subquery | int | None) -> QuerySet[Club]:
    mine = ClubStrength.objects.filter(club=OuterRef("pk"), list=rating_list)
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
