"""Tags for the pages of the admin."""

from django import template
from django.template.context import Context

from federation.dashboard import Waiting, first_steps, state_of_things, waiting_for

register = template.Library()


@register.simple_tag(takes_context=True)
def steps(context: Context) -> list[Waiting]:
    """Return what the site still lacks and the reader may add."""
    return first_steps(context["request"].user)


@register.simple_tag(takes_context=True)
def waiting(context: Context) -> list[Waiting]:
    return waiting_for(context["request"].user)


@register.simple_tag(takes_context=True)
def things(context: Context) -> list[Waiting]:
    return state_of_things(context["request"].user)
