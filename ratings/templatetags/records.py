"""Tags of a member's own pages."""

from collections.abc import Mapping
from html import escape

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from federation.models import Member
from federation.web.tables import signed
from ratings.public.tables import member_link
from ratings.records.games import Game

register = template.Library()


@register.simple_tag
def opponent_of(game: Game, people: Mapping[int, Member]) -> SafeString:
    """Return the opponent of a game as a link to their page."""
    who = people.get(game.opponent or 0)
    return mark_safe(member_link(who) if who else escape(_("Not a member")))  # noqa: S308 - escaped


@register.filter
def signed_points(value: float | None) -> SafeString:
    """Return rating points with their sign and two decimals, green or red."""
    return mark_safe(signed(value, 2))  # noqa: S308 - figures and our own tags
