"""Filters for ratings, which each pool writes in its own way."""

from decimal import Decimal

from django import template
from django.utils.safestring import SafeString, mark_safe

from ratings import figures
from ratings.models import RatingPool

register = template.Library()


@register.filter
def in_pool(rating: int | None, pool: RatingPool) -> SafeString:
    """Return a rating as its pool writes it, for cells and big figures: 1843, or 5k with its level; a dash for None."""
    return mark_safe(figures.cell_of(pool)(rating) or figures.NOTHING)  # noqa: S308 - figures and our own tags


@register.filter
def in_words(rating: int | None, pool: RatingPool) -> str:
    """Return the same for sentences and attributes: 1843, or 5k (−437)."""
    return figures.in_words(rating, pool)


@register.filter
def rating_at(rating: Decimal | None, pool: RatingPool) -> str:
    """Return a rating between two tournaments of a ledger, as sentences write it."""
    return figures.in_words(None if rating is None else int(rating), pool)
