"""federation/money/amounts.py"""

import pytest
from django.utils.translation import override

from federation.money.amounts import amount


@pytest.mark.parametrize(
    ("language", "shown"),
    [("fr", "−1\u00a0234,50\u00a0€"), ("nl", "−€\u00a01.234,50"), ("de", "−1.234,50\u00a0€"), ("en", "−€1,234.50")],
)
def test_the_sign_of_the_currency_stands_where_the_language_puts_it(language, shown):
    with override(language):
        assert amount(-123450, "EUR") == shown
