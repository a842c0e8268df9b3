"""The style sheet with a federation's own colours and logo, which pages load after tokens.css if it has any."""

from __future__ import annotations

from django.urls import reverse

from federation.appearance import colours
from federation.models import Appearance

LOGO_HEIGHT = 2.25  # rem, as the mark that it replaces


def css(appearance: Appearance | None) -> str:
    """Return the rules. None for a federation that has chosen nothing."""
    if appearance is None:
        return ""
    return "\n".join([*_colours(appearance), *_logo(appearance, ".brand")])


def preview(appearance: Appearance) -> str:
    """Return the rules of the samples on the page where the colours are chosen: one sample for each theme."""
    rules = []
    for theme in ("light", "dark"):
        values = colours.tokens(theme) | _named(shades_of(appearance, theme))
        rules += [f".sample-{theme} {{", *(f"  --{name}: {value};" for name, value in values.items()), "}"]
    return "\n".join([*rules, *_logo(appearance, ".sample .brand")])


def shades_of(appearance: Appearance, theme: colours.Theme) -> colours.Shades | None:
    accent = appearance.light if theme == "light" else appearance.dark
    return colours.shades(accent, theme) if accent else None


def _named(found: colours.Shades | None) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in found._asdict().items()} if found else {}


def _colours(appearance: Appearance) -> list[str]:
    light, dark = _named(shades_of(appearance, "light")), _named(shades_of(appearance, "dark"))
    if not (light and dark):
        return []
    return [":root {", *(f"  --{name}: var(--light, {light[name]}) var(--dark, {dark[name]});" for name in light), "}"]


def _logo(appearance: Appearance, brand: str) -> list[str]:
    """The name of the federation stands beside its logo, so that it needs no text of its own."""
    if not appearance.logo_digest:
        return []
    address = reverse("logo", args=[appearance.logo_digest, appearance.logo_kind])
    width = round(LOGO_HEIGHT * appearance.logo_width / appearance.logo_height, 3)
    return [
        f"{brand} {{",
        "  flex-wrap: wrap;",  # a wide logo and a long name stand below each other on a phone
        "}",
        f"{brand} svg {{",
        "  display: none;",
        "}",
        f"{brand}::before {{",
        '  content: "";',
        "  flex: none;",
        f"  width: min({width}rem, 70vw);",
        f"  height: {LOGO_HEIGHT}rem;",
        f'  background: url("{address}") left center / contain no-repeat;',
        "}",
    ]
