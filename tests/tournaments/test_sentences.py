"""tournaments/sentences.py"""

import pytest
from django.utils import translation

from tournaments import sentences


@pytest.mark.parametrize(
    ("stored", "computed", "told"),
    [("2.5", "2", "2½ points; the results add up to 2."), ("0.25", "inf", "0.25 points; the results add up to inf.")],
)
def test_points_are_written_as_tables_write_them(stored, computed, told):
    facts = {"player": "1 Aerts", "stored": stored, "computed": computed}
    assert sentences.problem("points_differ", facts) == f"The file gives 1 Aerts {told}"


def test_quarters_of_points_are_written_as_the_reader_writes_them():
    with translation.override("fr"):
        assert "0,25" in sentences.problem("points_differ", {"player": "1", "stored": "0.25", "computed": "0"})
