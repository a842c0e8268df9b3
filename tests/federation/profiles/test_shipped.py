"""Every profile that comes with the program."""

import pytest

from federation.profiles.dated import Profile
from federation.profiles.reading import read, shipped
from federation.profiles.schema import DATED

PROFILES = [read(code) for code in shipped()]
each = pytest.mark.parametrize("profile", PROFILES, ids=lambda profile: profile.federation.code)


@each
def test_each_row_names_its_article_or_source(profile: Profile):
    rows = [(name, row) for name in DATED for row in getattr(profile.sections, name)]
    assert rows
    assert [(name, row) for name, row in rows if not (row.article or row.source)] == []
