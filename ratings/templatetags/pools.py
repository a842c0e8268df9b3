"""What the federation rates."""

from django import template

from ratings.models import RatingPool
from tournaments.models import Discipline, Tournament

register = template.Library()


@register.simple_tag
def may_rate_chess() -> bool:
    """Return whether it has pools of chess, or none at all. One query."""
    disciplines = set(RatingPool.objects.values_list("discipline", flat=True))
    return not disciplines or Discipline.CHESS in disciplines


@register.simple_tag
def ratings_for(tournament: Tournament) -> list[str] | None:
    """Return the names of the public pools that take its games; None if no pool is of its discipline. One query."""
    pools = RatingPool.objects.filter(discipline=tournament.discipline, public=True)
    rows = list(pools.order_by("position").values_list("name", "paces"))
    return [name for name, paces in rows if not paces or tournament.pace in paces] if rows else None
