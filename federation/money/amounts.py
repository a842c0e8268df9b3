"""Amounts as people read them."""

from decimal import Decimal

from django.utils.formats import number_format
from django.utils.translation import get_language

SIGNS = {"EUR": "€", "CAD": "$"}
SIGN_FIRST = {"en": "", "nl": "\u00a0"}  # what these languages write between the sign and the number


def amount(cents: int, currency: str) -> str:
    """Return an amount in the reader's language: 1.234,50 €, € 1.234,50 or €1,234.50. Blanks do not break."""
    number = number_format(Decimal(abs(cents)) / 100, decimal_pos=2, force_grouping=True)
    minus, sign = "−" if cents < 0 else "", SIGNS.get(currency, currency)
    between = SIGN_FIRST.get((get_language() or "")[:2])
    return f"{minus}{number}\u00a0{sign}" if between is None else f"{minus}{sign}{between}{number}"
