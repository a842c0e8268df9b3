"""What the federation rates."""

from __future__ import annotations

from django import template

from ratings.models import RatingPool
from tournaments.models import Discipline

register = template.Library()


@register.simple_tag
def may_rate_chess() -> bool:
    """Not where it has pools, and none of chess. One query."""
    disciplines = set(RatingPool.objects.values_list("discipline", flat=True))
    return not disciplines or Discipline.CHESS in disciplines
