"""federation/reading.py"""

import numpy as np
import pytest

from federation.models import Club
from federation.reading import CHUNK, columns_of, places_of, taken


@pytest.mark.django_db
def test_rows_are_read_as_columns_in_one_query(django_assert_num_queries):
    Club.objects.bulk_create(Club(number=number, name=f"Club {number}") for number in range(1, CHUNK + 3))
    with django_assert_num_queries(1):
        numbers, names = columns_of(Club.objects.order_by("number"), "number", "name")
    assert numbers == list(range(1, CHUNK + 3))
    assert names == [f"Club {number}" for number in numbers]


@pytest.mark.django_db
def test_no_rows_are_empty_columns():
    assert columns_of(Club.objects.all(), "number", "name") == [[], []]


def test_numbers_are_found_among_others():
    places = places_of(np.array([30, 10, 30]), [10, 20, 30])
    assert places.tolist() == [2, 0, 2]
    assert taken(["a", "b", "c"], places) == ["c", "a", "c"]
    assert places_of(np.array([], np.int64), []).tolist() == []


@pytest.mark.parametrize("stranger", [5, 15, 35])
def test_a_number_that_is_not_among_them_is_an_error_and_never_its_neighbour(stranger):
    with pytest.raises(KeyError, match=f"^{stranger}$"):
        places_of(np.array([10, stranger]), [10, 20, 30])
