"""Words of the profile in templates of the desk."""

from django import template

from federation.profiles.words import name_of

register = template.Library()


@register.filter
def fee_class(code: str) -> str:
    """Return the name of a fee class; "" for none."""
    return name_of("fee_classes", code) if code else ""
