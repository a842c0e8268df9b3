"""Amounts as people read them."""

from decimal import Decimal

from django.utils.formats import number_format

SIGNS = {"EUR": "€", "CAD": "$"}


def amount(cents: int, currency: str) -> str:
    """Return an amount in the reader's language: 1.234,50 €. Blanks do not break."""
    number = number_format(Decimal(abs(cents)) / 100, decimal_pos=2, force_grouping=True)
    return f"{'−' if cents < 0 else ''}{number}\u00a0{SIGNS.get(currency, currency)}"
