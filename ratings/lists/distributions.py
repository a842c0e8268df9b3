"""How the ratings of a list are spread, in classes of a hundred points. Stored when the list is written."""

from collections import Counter

from ratings.models import Distribution, RatingList

WIDTH = 100  # points
LEAST = 5  # members of a class: a smaller one is joined to its neighbour, so that no figure is about a few people

Class = tuple[int, int, int]  # lowest rating, highest rating, members


def store(rating_list: RatingList) -> None:
    """Store the distribution of a published list, in a transaction of the caller. Three queries."""
    ratings = rating_list.ratings.ranked().filter(affiliated=True).order_by().values_list("rating", flat=True)
    counts = Counter(rating // WIDTH for rating in ratings.iterator())
    Distribution.objects.update_or_create(list=rating_list, defaults={"classes": classes_of(counts)})


def classes_of(counts: Counter[int]) -> list[Class]:
    """Return the classes of ratings, each with at least five members; none if all of them are fewer.

    ``counts``: members by the hundreds of their ratings.
    """
    found: list[Class] = []
    low, members = None, 0
    for hundred in range(min(counts, default=0), max(counts, default=-1) + 1):
        low = WIDTH * hundred if low is None else low
        members += counts[hundred]
        if members >= LEAST:
            found.append((low, WIDTH * hundred + WIDTH - 1, members))
            low, members = None, 0
    if members and found:  # what is left at the top joins the class below
        first, _last, there = found.pop()
        found.append((first, WIDTH * max(counts) + WIDTH - 1, there + members))
    return found
