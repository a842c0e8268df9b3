"""Tags for every page: the same page in another language, menu entries, numbers as people write them."""

from __future__ import annotations

from django import template
from django.conf import settings
from django.template.context import Context
from django.urls import get_script_prefix
from django.utils.html import format_html
from django.utils.safestring import SafeString
from django.utils.translation import get_language

register = template.Library()

MINUS = "\N{MINUS SIGN}"


@register.simple_tag(takes_context=True)
def address_in(context: Context, language: str) -> str:
    """The address of this page in another language, its query with it.

    A page that is rendered without a request says its address in the variable ``page_address``.
    """
    request = context.get("request")
    address = context.get("page_address") or (request.get_full_path() if request else get_script_prefix())
    start = get_script_prefix()
    rest = address.removeprefix(start).removeprefix(f"{get_language()}/")
    return f"{start}{rest}" if language == settings.LANGUAGE_CODE else f"{start}{language}/{rest}"


@register.filter
def signed(value: int | None) -> SafeString | str:
    """A change with its sign, green or red: +12, −7, 0; nothing where there is none."""
    if value is None:
        return ""
    if value > 0:
        return format_html('<span class="gain">+{}</span>', value)
    if value < 0:
        return format_html('<span class="loss">{}{}</span>', MINUS, -value)
    return "0"
