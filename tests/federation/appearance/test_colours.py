"""Contrasts as WCAG 2.2 has them, and the nearest colour that can be read."""

from __future__ import annotations

import itertools

import pytest

from federation.appearance import choose, colours

SOME = [f"#{red}{green}{blue}" for red, green, blue in itertools.product(("00", "ff"), repeat=3)]


def test_contrasts_are_those_of_wcag() -> None:
    assert colours.contrast("#000000", "#ffffff") == 21
    assert round(colours.contrast("#777777", "#ffffff"), 2) == 4.48
    assert colours.contrast("#123456", "#123456") == 1


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_site_s_own_colours_can_be_read(theme: colours.Theme) -> None:
    own = colours.tokens(theme)
    assert colours.is_readable(own["pen"], theme) and colours.nearest(own["pen"], theme) == own["pen"]
    assert colours.shades(own["pen"], theme).on_pen == own["on-pen"]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_nearest_colour_can_be_read_and_so_can_all_text_on_its_wash(theme: colours.Theme) -> None:
    own = colours.tokens(theme)
    for accent in SOME:
        nearest = colours.nearest(accent, theme)
        wash = colours.shades(nearest, theme).pen_wash
        assert colours.is_readable(nearest, theme), accent
        for name in ("ink", "muted", "gain", "loss", "warn"):
            assert colours.contrast(own[name], wash) >= 4.5, (accent, name)


def test_a_colour_that_cannot_be_read_is_refused_with_its_contrast_and_the_nearest_one() -> None:
    with pytest.raises(choose.LowContrast) as refused:
        choose.require_readable("#ff0000", "light")
    assert refused.value.sentence == (
        "On light pages #ff0000 has a contrast of 2.89 to 1; text needs 4.5 to 1. "
        "The nearest colour that has it is #d30000."
    )
    choose.require_readable("#d30000", "light")
