"""Categories of tournaments by mean rating, and the scores that make norms, as the document of Quebec describes them.

A category is 25 points wide. The score for a norm is the lowest percentage whose performance (table I) reaches the
rating of the title even where the mean is the lowest of the category.
"""

from typing import Final, NamedTuple

from ratings.systems.common.elo_tables import differences_by_percent

LOWEST_MEAN: Final = 2251  # of category 1
WIDTH: Final = 25
CATEGORIES: Final = 21
MASTER, GRANDMASTER = 2500, 2600  # the performances of norms


class Category(NamedTuple):
    """A category: its mean ratings, and the percentages for the two norms (None: no score is enough)."""

    number: int
    low: int
    high: int
    master: int | None
    grandmaster: int | None


def categories() -> list[Category]:
    return [_category(number) for number in range(1, CATEGORIES + 1)]


def category_of(mean: int) -> Category | None:
    """Return the category of a tournament; None below the first and above the last."""
    number = (mean - LOWEST_MEAN) // WIDTH + 1
    return _category(number) if 1 <= number <= CATEGORIES else None


def _category(number: int) -> Category:
    low = LOWEST_MEAN + WIDTH * (number - 1)
    return Category(number, low, low + WIDTH - 1, _percent(low, MASTER), _percent(low, GRANDMASTER))


def _percent(mean: int, title: int) -> int | None:
    differences = differences_by_percent()
    return next((percent for percent in range(1, 100) if mean + differences[percent] >= title), None)
