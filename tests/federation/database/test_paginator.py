"""federation/database/paginator.py: long tables page by page, from both ends"""

import pytest

from federation.database.paginator import LongPaginator
from federation.models import Unit


@pytest.mark.django_db
def test_all_pages_together_are_the_table_in_its_order(django_assert_num_queries):
    Unit.objects.bulk_create(Unit(code=f"{number}", name="same" if number % 2 else "") for number in range(11))
    for order in (("code",), ("-name", "pk"), ("name", "-pk")):
        table = Unit.objects.filter(code__gt="0").order_by(*order)
        for size in (1, 3, 4, 10, 11):
            pages = LongPaginator(table, size)
            assert [row for number in pages.page_range for row in pages.page(number)] == list(table), (order, size)
    pages = LongPaginator(Unit.objects.order_by("code"), 4)
    with django_assert_num_queries(3) as queries:  # the count, the keys, the rows
        assert [league.code for league in pages.page(3)] == ["7", "8", "9"]
    assert queries[1]["sql"].endswith('ORDER BY "federation_league"."code" DESC LIMIT 3')  # nothing is passed over
