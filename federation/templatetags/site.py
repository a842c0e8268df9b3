"""Tags for every page: links to other languages and with the same query, numbers and dates."""

import datetime as dt
from html import escape

from django import template
from django.conf import settings
from django.http import QueryDict
from django.template.context import Context
from django.urls import get_script_prefix, reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import get_language

from federation.help.find import help_of
from federation.i18n import hreflang
from federation.i18n.dates import long_date, long_days
from federation.web.htmx import without_empty
from federation.web.tables import decimal, plain_signed, stone
from federation.web.tables import points as half_points
from federation.web.tables import signed as signed_figure

register = template.Library()
register.filter("halves", half_points)
register.filter("plain_signed", plain_signed)
register.filter("days_to", long_days)


@register.simple_tag(takes_context=True)
def address_in(context: Context, language: str) -> str:
    """Return the address of this page in another language, with its query.

    A page that is rendered without a request gives its address in the variable ``page_address``.
    """
    request = context.get("request")
    address = context.get("page_address") or (request.get_full_path() if request else get_script_prefix())
    return hreflang.address_in(language, address)


@register.inclusion_tag("partials/_help.html", takes_context=True)
def page_help(context: Context) -> dict[str, object]:
    """Show the help of this page. A page that is rendered without a request names itself in ``help_page``."""
    if page := context.get("help_page"):
        return {"topic": help_of(page)}
    match = getattr(context.get("request"), "resolver_match", None)
    route = match.route.removeprefix(f"{get_language()}/") if match else ""
    return {"topic": help_of(match.url_name or "", route) if match else None}


@register.simple_tag(takes_context=True)
def language_switch(context: Context) -> SafeString:
    """Return the links that lead to this page in each language and remember it (federation/web/language.py)."""
    page = address_in(context, settings.LANGUAGE_CODE).removeprefix(get_script_prefix())
    links = [_switch_to(code, name, page) for code, name in settings.LANGUAGES]
    return mark_safe("\n          ".join(links))  # noqa: S308 - escaped


def _switch_to(code: str, name: str, page: str) -> str:
    address = escape(reverse("choose_language", args=[code]) + page)
    current = ' aria-current="true"' if code == get_language() else ""
    text = f'{code.upper()}<span class="visually-hidden"> {escape(name)}</span>'
    return f'<li><a href="{address}" lang="{code}" hreflang="{code}" rel="nofollow"{current}>{text}</a></li>'


@register.simple_tag
def name_of_federation() -> str:
    """Return the federation's name, for pages that are rendered without a request."""
    return settings.FEDERATION_NAME


@register.simple_tag(takes_context=True)
def query(context: Context, **changes: object) -> str:
    """Return the query of this page with some parameters changed. None removes a parameter; empty ones are left out."""
    request = context.get("request")
    parameters = request.GET if request else QueryDict()
    changed = {name: "" if value is None else str(value) for name, value in changes.items()}
    return without_empty(parameters, **changed) or "?"


@register.filter(name="long_date", expects_localtime=True)
def long_date_of(value: dt.date | None) -> str:
    """Return a date with its month as a word, "" for none."""
    return long_date(value) if value else ""


@register.filter
def signed(value: int | None) -> SafeString:
    """Return a change with its sign, green or red: +12, −7, 0; "" for none."""
    return mark_safe(signed_figure(value))  # noqa: S308 - figures and our own tags


@register.filter
def points(value: float | None) -> str:
    """Return points of games: ½, 1, 2½; "" for none."""
    if value is None:
        return ""
    halves = 2 * value
    return half_points(int(halves)) if halves == int(halves) >= 0 else decimal(value, 2)


@register.simple_tag
def stone_of(colour: str) -> SafeString:
    """Return the colour of the pieces ("white", "black") as a small disc."""
    return mark_safe(stone(colour == "white"))  # noqa: S308 - our own tags
