"""Tags for the pages of the admin."""

from __future__ import annotations

from django import template
from django.template.context import Context

from federation.dashboard import Waiting, first_steps, waiting_for

register = template.Library()


@register.simple_tag(takes_context=True)
def steps(context: Context) -> list[Waiting]:
    """What the site still lacks, and its reader may give it."""
    return first_steps(context["request"].user)


@register.simple_tag(takes_context=True)
def waiting(context: Context) -> list[Waiting]:
    """What waits for the reader of the page."""
    return waiting_for(context["request"].user)
