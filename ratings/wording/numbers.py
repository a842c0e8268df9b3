"""Numbers as formulas write them, in the reader's language: 24, 0,70, +23,1807, −36."""

from decimal import ROUND_HALF_UP, Decimal

from django.utils.formats import number_format

from federation.web.tables import MINUS
from ratings.systems.period import POINT

MOST_DECIMALS = 4


def parts(ten_thousandths: int) -> Decimal:
    """Return a column of the ledger as a number."""
    return Decimal(ten_thousandths) / POINT


def rounded(number: Decimal | float, decimals: int) -> str:
    """Return the number with this many decimals and a real minus sign."""
    exact = abs(Decimal(number)).quantize(Decimal(1).scaleb(-decimals), ROUND_HALF_UP)
    text = str(number_format(exact, decimals))
    return f"{MINUS}{text}" if number < 0 else text


def plain(number: Decimal | float) -> str:
    """Return a whole number without decimals, others with two, or four if two are not enough."""
    return rounded(number, 0 if number == int(number) else _decimals(Decimal(number)))


def short(number: Decimal | float) -> str:
    """Return a factor with no more decimals than it needs: 24, 0,8, 1,437."""
    exact = round(Decimal(number), MOST_DECIMALS).normalize()
    return rounded(exact, max(-int(exact.as_tuple().exponent), 0))


def signed(number: Decimal, decimals: int = 2) -> str:
    """Return a change with its sign: +10,88. All decimals are shown if two are not enough."""
    text = rounded(abs(number), max(decimals, _decimals(number)) if decimals else 0)
    return f"{MINUS}{text}" if number < 0 else f"+{text}" if number else text


def added(number: Decimal | float) -> str:
    """Return a number to be added to others: "+ 36", "− 36"."""
    return f"{MINUS if number < 0 else '+'} {plain(abs(number))}"


def bracketed(number: Decimal | float) -> str:
    """Return a factor or a number to subtract, in brackets if it is negative."""
    return f"({plain(number)})" if number < 0 else plain(number)


def _decimals(number: Decimal) -> int:
    return 2 if number == round(number, 2) else MOST_DECIMALS
