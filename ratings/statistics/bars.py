"""Bars of counts over time, and the age pyramid, as one SVG each, without script. Letters have one size."""

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ratings.statistics.small_counts import Band

TOP, BOTTOM = 10.0, 88.0  # per cent of the height, between which bars stand
GAP = 0.15  # of a column, between two bars
NAMED = 4  # at most so many columns have a name below
FEW = 8  # up to so many columns, each has its value above it
LAST = 92.0  # per cent of the width, after which a name ends at the edge
PERCENT = "\N{NO-BREAK SPACE}%"
ROW = 24  # pixels of an age band
MIDDLE = 8.0  # per cent of the width on both sides of the middle, for the ages
LONGEST = 33.0  # per cent of the width of the longest bar; the rest is for its number


def columns(values: Sequence[tuple[str, int | None]], label: str, *, percent: bool = False) -> SafeString:
    """Return a column for each value with its name, the earliest at the left; "" with fewer than two.

    A few columns have their values above them, of many only the highest one. What is None has no column.
    """
    known = [value for _name, value in values if value is not None]
    if len(known) < 2:
        return SafeString("")
    most, width, unit = 100 if percent else max(*known, 1), 100 / len(values), PERCENT if percent else ""
    bars, texts = [], []
    every = -(-len(values) // NAMED)
    for place, (name, value) in enumerate(values):
        left, middle = width * (place + GAP / 2), width * (place + 0.5)
        if value is not None:
            height = (BOTTOM - TOP) * value / most
            title = f"{name}: {value}{unit}"
            bars.append((f"{left:.2f}", f"{BOTTOM - height:.2f}", f"{width * (1 - GAP):.2f}", f"{height:.2f}", title))
            if len(values) <= FEW or value == max(known):
                texts.append(("middle", f"{middle:.2f}", f"{BOTTOM - height - 2:.2f}", f"{value}{unit}"))
        if (len(values) - 1 - place) % every == 0:
            is_last = middle > LAST
            texts.append(("end" if is_last else "middle", "100" if is_last else f"{middle:.2f}", "98", name))
    bar = '<rect class="bar" x="{}%" y="{}%" width="{}%" height="{}%"><title>{}</title></rect>'
    return format_html(
        '<svg class="histogram" role="img" aria-label="{}" height="220">{}{}</svg>',
        label,
        format_html_join("", bar, bars),
        format_html_join("", '<text class="{}" x="{}%" y="{}%">{}</text>', texts),
    )


def pyramid(bands: Sequence[Band], sides: tuple[str, str] | None, label: str) -> SafeString:
    """Return the ages, the oldest at the top; "" with fewer than two. ``sides``: what stands left and right.

    Without sides each band has one number, as a bar to the right.
    """
    if len(bands) < 2:
        return SafeString("")
    most = max(count for band in bands for count in band[2:])
    middle, longest = (50.0, LONGEST) if sides else (MIDDLE, 2 * LONGEST)
    rows = []
    for place, (first, last, *counts) in enumerate(reversed(bands)):
        y, lengths = ROW * (place + 1), [longest * count / most for count in counts]
        rows.append(_row(middle, lengths[-1], counts[-1], y, is_left=False))
        if sides:
            rows.append(_row(middle, lengths[0], counts[0], y, is_left=True))
        rows.append(format_html('<text class="middle" x="{}%" y="{}">{}–{}</text>', middle, y + 16, first, last))
    heads = [("end", 50 - MIDDLE, sides[0]), ("start", 50 + MIDDLE, sides[1])] if sides else []
    return format_html(
        '<svg class="histogram" role="img" aria-label="{}" height="{}">{}{}</svg>',
        label,
        ROW * (len(bands) + 1) + 4,
        format_html_join("", '<text class="{}" x="{}%" y="14">{}</text>', heads),
        format_html_join("", "{}", ((row,) for row in rows)),
    )


def _row(middle: float, length: float, count: int, y: int, *, is_left: bool) -> SafeString:
    """Return a bar from the middle outwards, with its number beyond its end."""
    start = middle - MIDDLE - length if is_left else middle + MIDDLE
    end, css = (start - 0.8, "end") if is_left else (start + length + 0.8, "start")
    bar = '<rect class="bar" x="{}%" y="{}" width="{}%" height="{}"/>'
    return format_html(
        bar + '<text class="{}" x="{}%" y="{}">{}</text>',
        *(f"{start:.2f}", y, f"{length:.2f}", ROW - 4, css, f"{end:.2f}", y + 16, count),
    )
