"""The addresses of a tournament's public pages."""

from django import template

from tournaments.models import Tournament

register = template.Library()


@register.simple_tag
def page_of(tournament: Tournament, name: str = "tournament", *more: object) -> str:
    """Return the address of a public page: ``{% page_of tournament 'tournament_round' 3 %}``."""
    return tournament.page(name, *more)
