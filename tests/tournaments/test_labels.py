"""tournaments/labels.py"""

import pytest

from tournaments.formats import FORMATS
from tournaments.labels import format_name, kind_name


@pytest.mark.parametrize("code", FORMATS)
def test_each_format_has_its_name(code):
    assert format_name(code) == FORMATS[code].NAME


@pytest.mark.parametrize(("code", "name"), [("", ""), ("swiss", "Swiss system"), ("scheveningen", "scheveningen")])
def test_a_kind_has_a_name_and_a_word_of_a_file_stays(code, name):
    assert kind_name(code) == name


def test_a_format_of_an_older_copy_stays_as_it_is():
    assert format_name("gone") == "gone"
