"""A distribution of ratings as bars in one SVG, without script. Letters have one size at every width."""

from collections.abc import Sequence

from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from ratings.lists.distributions import Class

TOP, BOTTOM = 10.0, 88.0  # per cent of the height, between which bars stand
GAP = 0.3  # per cent of the width, between two bars
NAMED = 6  # classes whose lowest rating is written, at most


def svg(classes: Sequence[Class], label: str, mine: int | None = None) -> SafeString:
    """Return the bars; "" with fewer than two. A class is as wide as its ratings, ``mine`` is the marked rating.

    The highest bar and the marked one say how many members they are.
    """
    if len(classes) < 2:
        return SafeString("")
    low, high = classes[0][0], classes[-1][1] + 1
    density = [members / (last + 1 - first) for first, last, members in classes]
    most = max(density)

    def x(rating: int) -> float:
        return 100 * (rating - low) / (high - low)

    bars, names, counts = [], [], []
    every = -(-len(classes) // NAMED)
    for place, (first, last, members) in enumerate(classes):
        height = (BOTTOM - TOP) * density[place] / most
        is_mine = mine is not None and first <= mine <= last
        css = "bar mine" if is_mine else "bar"
        width = x(last + 1) - x(first) - GAP
        bars.append((css, f"{x(first):.2f}", f"{BOTTOM - height:.2f}", f"{width:.2f}", f"{height:.2f}"))
        if is_mine or place == density.index(most):
            counts.append((f"{(x(first) + x(last + 1)) / 2:.2f}", f"{BOTTOM - height - 2:.2f}", str(members)))
        if place % every == 0:
            names.append((f"{x(first):.2f}", str(first)))
    return format_html(
        '<svg class="histogram" role="img" aria-label="{}" height="240">{}{}{}</svg>',
        label,
        format_html_join("", '<rect class="{}" x="{}%" y="{}%" width="{}%" height="{}%"/>', bars),
        format_html_join("", '<text x="{}%" y="98%">{}</text>', names),
        format_html_join("", '<text class="middle" x="{}%" y="{}%">{}</text>', counts),
    )
