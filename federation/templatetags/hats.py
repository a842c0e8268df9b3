"""The switch between the hats of an account (federation/structure/hats.py)."""

from typing import NamedTuple

from django import template
from django.template.context import Context
from django.utils.translation import gettext as _

from federation.structure import hats

register = template.Library()


class Choice(NamedTuple):
    value: str
    name: str
    is_worn: bool


@register.simple_tag(takes_context=True)
def my_club_name(context: Context) -> str:
    """Return what "My club" is called for the user: by the clubs they act for, without any by what waits there."""
    user = context["request"].user
    if user.is_staff and user.has_perm("federation.act_for_any_club"):
        return _("All clubs")
    if hats.has_several_clubs(context["request"]):
        return _("My clubs")
    return _("My club") if hats.has_office(context["request"]) else _("To do")


@register.simple_tag(takes_context=True)
def hat_choices(context: Context) -> list[Choice]:
    """Return what the user can act as, all offices at once first; nothing if there is one hat only."""
    request = context.get("request")
    found = hats.known(request) if request else []
    if not found:
        return []
    worn = hats.worn(request)
    chosen = worn.office if worn else None
    every = Choice("", _("all my offices"), chosen is None)
    return [every, *(Choice(str(hat.office), hat.name, hat.office == chosen) for hat in found)]
