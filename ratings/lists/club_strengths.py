"""The strength of each club in a list: the mean rating of its eight best members. Stored when the list is written."""

from collections import defaultdict

from federation.database import bulk
from ratings.models import ClubStrength, RatingList

BEST = 8  # ranked members; a club with fewer has no strength


def store(rating_list: RatingList) -> None:
    """Store the strengths of all clubs in a published list, in a transaction of the caller. Three queries."""
    ratings: dict[int, list[int]] = defaultdict(list)
    ranked = rating_list.ratings.ranked().filter(affiliated=True).exclude(club=None)
    for club, rating in ranked.values_list("club", "rating").iterator():
        if len(ratings[club]) < BEST:
            ratings[club].append(rating)
    found = sorted((-round(sum(best) / BEST), club) for club, best in ratings.items() if len(best) == BEST)
    places: dict[int, int] = {}
    for place, (strength, _club) in enumerate(found, start=1):
        places.setdefault(strength, place)
    ClubStrength.objects.filter(list=rating_list).delete()
    bulk.insert(
        [
            ClubStrength(list=rating_list, club_id=club, strength=-lowered, rank=places[lowered], ranked=len(found))
            for lowered, club in found
        ]
    )
