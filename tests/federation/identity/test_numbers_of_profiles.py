"""Numbers as the profile of the site has them."""

import pytest
from django.conf import LazySettings

from federation.identity import member_numbers
from federation.identity.numbering import Next


@pytest.mark.parametrize(
    ("profile", "text", "number"),
    [
        ("be-frbe", " 94b", "94b"),
        ("be-frbe", "8359087", ""),
        ("nl-knsb", "8359087", "8359087"),
        ("fr-ffe", "ab1234", "AB1234"),
        ("fr-ffe", "12345", ""),
        ("fr-ffg", "97250b2", "97250B2"),
        ("fr-ffg", "0812345", "0812345"),
        ("xx-demo", "0", ""),  # nobody's
        ("xx-demo", None, ""),
    ],
)
def test_a_member_number_has_the_form_of_the_federation(
    settings: LazySettings, profile: str, text: object, number: str
) -> None:
    settings.FEDERATION_PROFILE = profile
    assert member_numbers.find(text) == number


def test_a_club_number_keeps_its_zeros_and_an_unused_number_is_none(settings: LazySettings) -> None:
    settings.FEDERATION_PROFILE = "nl-knsb"
    assert member_numbers.club_form().number(member_numbers.club_key_of("020032")) == "020032"
    settings.FEDERATION_PROFILE = "fr-ffg"
    assert [member_numbers.club_key_of(text) for text in ("75Ju", "00FF")] == [414_209, 0]


@pytest.mark.parametrize(
    ("profile", "next_"),
    [("be-frbe", Next.FIRST_GAP), ("ie-icu", Next.AFTER_HIGHEST), ("nl-knsb", Next.NONE), ("fr-ffe", Next.NONE)],
)
def test_the_profile_says_who_gives_numbers(settings: LazySettings, profile: str, next_: Next) -> None:
    settings.FEDERATION_PROFILE = profile
    assert member_numbers.numbering().next is next_
