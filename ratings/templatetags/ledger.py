"""Tags of the ledger pages."""

from decimal import Decimal

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from ratings.wording.numbers import signed

register = template.Library()


@register.filter
def change(points: Decimal) -> SafeString | str:
    """Return rating points with their sign and all decimals that matter, green or red."""
    if not points:
        return signed(points)
    return format_html('<span class="{}">{}</span>', "gain" if points > 0 else "loss", signed(points))
