"""Money in templates."""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from django import template
from django.utils.formats import number_format
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from federation.bank import iban
from federation.i18n.dates import long_date
from federation.models import Charge
from federation.money import amounts, words

register = template.Library()


@register.filter
def amount(cents: int, currency: str) -> str:
    """Return cents as an amount in the reader's language."""
    return amounts.amount(cents, currency)


@register.filter
def as_typed(cents: int) -> str:
    """Return cents as the reader would type them: 1234,50 or 1234.50."""
    return number_format(Decimal(cents) / 100, decimal_pos=2)


@register.filter
def name_of_charge(line: Mapping[str, Any]) -> str:
    """Return what a line of a statement is for."""
    return words.name_of_charge(line)


@register.filter
def grouped(number: str) -> str:
    """Return an IBAN in groups of four."""
    return iban.grouped(number)


@register.filter
def breakable(reference: str) -> SafeString:
    """Return a structured reference that narrow pages break after a slash."""
    return format_html_join(SafeString("/<wbr>"), "{}", ((part,) for part in reference.split("/")))


@register.filter
def charge_name(charge: Charge) -> str:
    """Return what a charge is for."""
    return words.name_of(charge.what, charge.fee_class)


@register.filter
def day_of(text: str) -> str:
    """Return the date of an ISO day in the reader's language."""
    return long_date(dt.date.fromisoformat(text)) if text else ""


@register.filter
def minus(cents: int) -> int:
    """Return the amount with the other sign: a payment among charges."""
    return -cents
