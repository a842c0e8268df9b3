"""Colours as numbers: contrasts (WCAG 2.2), the colours that follow from one, and the nearest that can be read."""

from __future__ import annotations

import colorsys
import re
from functools import cache
from pathlib import Path
from typing import Literal, NamedTuple

from django.conf import settings

Theme = Literal["light", "dark"]
TEXT = 4.5  # WCAG 2.2, 1.4.3: text against its background; controls (1.4.11) need 3 and have it by that
COLOUR = re.compile(r"#[0-9a-f]{6}")
BLACK, WHITE = "#000000", "#ffffff"
_TOKEN = re.compile(r"--([a-z-]+): var\(--light, (#[0-9a-f]{6})\) var\(--dark, (#[0-9a-f]{6})\);")
# How much of black or white the colour under the mouse has, and how much of the colour is in its wash.
_STRONGER: dict[Theme, tuple[str, float]] = {"light": (BLACK, 0.3), "dark": (WHITE, 0.45)}
_WASH: dict[Theme, float] = {"light": 0.09, "dark": 0.16}


class Shades(NamedTuple):
    """What follows from an accent colour in a theme, by the names that tokens.css has for it."""

    pen: str
    pen_strong: str
    pen_wash: str
    on_pen: str


@cache
def tokens(theme: Theme) -> dict[str, str]:
    """Return the colours of the site's own design by name, as tokens.css has them."""
    text = Path(settings.BASE_DIR, "static", "css", "tokens.css").read_text(encoding="utf-8")
    return {name: light if theme == "light" else dark for name, light, dark in _TOKEN.findall(text)}


def contrast(first: str, second: str) -> float:
    """Return the contrast ratio of two colours, 1 to 21."""
    low, high = sorted((_luminance(first), _luminance(second)))
    return (high + 0.05) / (low + 0.05)


def shades(accent: str, theme: Theme) -> Shades:
    """Return the colours that follow from an accent colour."""
    own = tokens(theme)
    toward, part = _STRONGER[theme]
    on_pen = next((each for each in (own["on-pen"], BLACK, WHITE) if contrast(each, accent) >= TEXT), own["on-pen"])
    return Shades(accent, _mixed(accent, toward, part), _mixed(own["paper"], accent, _WASH[theme]), on_pen)


def worst(accent: str, theme: Theme) -> float:
    """Return the lowest contrast of text in this colour with what is behind it, and of text on a button of it."""
    own, found = tokens(theme), shades(accent, theme)
    washes = (own["gain-wash"], own["loss-wash"], own["warn-wash"], found.pen_wash)
    behind = (own["paper"], own["raised"], own["sunken"], *washes)
    on_it = min(contrast(found.on_pen, accent), contrast(found.on_pen, found.pen_strong))
    return min(on_it, *(contrast(accent, each) for each in behind))


def is_readable(accent: str, theme: Theme) -> bool:
    """Return whether text in this colour, and on it, has the contrast that WCAG 2.2 asks for."""
    return worst(accent, theme) >= TEXT


def nearest(accent: str, theme: Theme) -> str:
    """Return the readable colour of the same hue whose lightness differs least. A readable one is its own nearest."""
    hue, lightness, saturation = colorsys.rgb_to_hls(*_parts(accent))
    for step in range(256):
        for moved in (lightness - step / 255, lightness + step / 255):
            candidate = accent if step == 0 else _written(colorsys.hls_to_rgb(hue, min(max(moved, 0), 1), saturation))
            if is_readable(candidate, theme):
                return candidate
    return tokens(theme)["pen"]


def _parts(colour: str) -> tuple[float, float, float]:
    red, green, blue = bytes.fromhex(colour.removeprefix("#"))
    return red / 255, green / 255, blue / 255


def _written(parts: tuple[float, float, float]) -> str:
    return "#" + bytes(round(255 * part) for part in parts).hex()


def _mixed(first: str, second: str, part: float) -> str:
    """Return the first colour with so much of the second."""
    red, green, blue = (a + part * (b - a) for a, b in zip(_parts(first), _parts(second), strict=True))
    return _written((red, green, blue))


def _luminance(colour: str) -> float:
    """WCAG 2.2, relative luminance."""
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in _parts(colour))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
