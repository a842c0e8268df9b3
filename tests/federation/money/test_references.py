"""federation/money/references.py"""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from federation.models import Club
from federation.money.references import Reference, belgian_reference, iso_reference, read, reference_of


@pytest.mark.parametrize(
    ("club", "iso", "belgian"),
    [("306", "RF37C306S2027", "+++306/0002/02763+++"), ("601", "RF31C601S2027", "+++601/0002/02776+++")],
)
def test_the_references_of_a_club_and_a_season(club, iso, belgian):
    assert (iso_reference(club, 2027), belgian_reference(club, 2027)) == (iso, belgian)
    said = Reference(club, 2027)
    assert (read(iso), read(f"Paid {belgian}, thank you")) == (said, said)
    assert read("306000202763" if club == "306" else "rf31 c601 s2027") == said


def test_the_profile_names_the_form_and_a_long_number_takes_the_international_one():
    assert reference_of(Club(number="306"), 2027) == "+++306/0002/02763+++"
    assert reference_of(Club(number="1306"), 2027).startswith("RF")


@pytest.mark.parametrize(
    "text", ["", "RF38C306S2027", "+++306/0002/02764+++", "RF37C306S2027 RF31C601S2027", "+++000/0002/02713+++"]
)
def test_a_wrong_or_ambiguous_reference_says_nothing(text):
    assert read(text) is None


@given(st.text("0123456789ABCXYZ", min_size=1, max_size=12), st.integers(1990, 2099))
def test_every_reference_is_read_as_it_was_made(club, season):
    assert read(iso_reference(club, season)) == Reference(club, season)
