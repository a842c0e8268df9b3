"""Ratings of a pool as people write them: 1843 in chess; in go a grade with its level."""

from collections.abc import Callable
from html import escape

from django.utils.translation import gettext as _

from federation.web.tables import MINUS
from ratings.models import RatingPool
from ratings.systems.ffg.levels import grade_of_level

NOTHING = "–"
Figure = Callable[[int | None], str]


def grade(rating: int | None, pool: RatingPool) -> str:
    """Return the grade of a level: 5k, 1d. Empty without a rating, and in a pool without grades."""
    return "" if rating is None or not pool.has_grades else grade_of_level(rating)


def in_words(rating: int | None, pool: RatingPool) -> str:
    """Return the rating for sentences, titles and charts: 1843, or 5k (−437); a dash for None."""
    if rating is None:
        return NOTHING
    return f"{grade_of_level(rating)} ({_level(rating)})" if pool.has_grades else str(rating)


def first_rating(rating: int, pool: RatingPool) -> str:
    """Return as HTML what is shown instead of a change if there was no rating before; lines may break in it."""
    said = _("first rating %(rating)s") % {"rating": in_words(rating, pool)}
    return f'<span class="words">{escape(said)}</span>'


def today_mark(figure: str, *, is_official: bool) -> str:
    """Return a figure, with a dashed line below it if it is not official."""
    return figure if is_official or not figure else f'<span class="pencil-figure">{figure}</span>'


def cell_of(pool: RatingPool) -> Figure:
    """Return a function that writes a rating of the pool as HTML for tables and headings, empty for None."""
    return _grade_and_level if pool.has_grades else _plain


def _grade_and_level(rating: int | None) -> str:
    if rating is None:
        return ""
    return f'{grade_of_level(rating)} <span class="level">{_level(rating)}</span>'


def _plain(rating: int | None) -> str:
    return "" if rating is None else str(rating)


def _level(rating: int) -> str:
    return f"{MINUS}{-rating}" if rating < 0 else str(rating)
