"""Filters of the pages of the methods."""

from decimal import Decimal

from django import template

from ratings.systems.ffg.levels import grade_of_level
from ratings.wording.numbers import rounded, short, signed

register = template.Library()


@register.filter
def hundredths(percent: int) -> str:
    """Return an expected score: 0.29 for 29."""
    return rounded(Decimal(percent) / 100, 2)


@register.filter
def figure(number: Decimal | float) -> str:
    """Return a number with no more decimals than it needs."""
    return short(number)


@register.filter
def minus(number: int) -> str:
    """Return a whole number with a real minus sign."""
    return rounded(number, 0)


@register.filter
def grade(level: int) -> str:
    """Return the grade of a level of go."""
    return grade_of_level(level)


@register.filter
def one(number: Decimal | float) -> str:
    """Return a number with one decimal."""
    return rounded(number, 1)


@register.filter
def two(number: Decimal | float) -> str:
    """Return a number with two decimals."""
    return rounded(number, 2)


@register.filter
def signed_whole(number: int) -> str:
    """Return a whole number with its sign."""
    return signed(Decimal(number), 0)
