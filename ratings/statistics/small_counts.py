"""Small counts stay out of statistics: a figure about a few people would say something of each of them."""

from collections.abc import Sequence

from ratings.lists.distributions import LEAST

Band = list[int]  # first and last value, then how many people of each group


def is_shown(*counts: int) -> bool:
    """Return whether none of these counts is about a few people. None at all is no secret."""
    return all(count == 0 or count >= LEAST for count in counts)


def part(few: int, whole: int) -> int | None:
    """Return how many of ``whole`` are meant; None if they, or the others, are a few people."""
    return few if is_shown(few, whole - few) else None


def joined(bands: Sequence[Band]) -> list[Band]:
    """Return the bands without small counts: one that has any is joined to the next, the last one to the one before.

    None are left if all people together are too few.
    """
    found: list[Band] = []
    open_band: Band | None = None
    for band in bands:
        open_band = band if open_band is None else _both(open_band, band)
        if is_shown(*open_band[2:]) and any(open_band[2:]):
            found.append(open_band)
            open_band = None
    while open_band is not None and found and any(open_band[2:]):
        open_band = _both(found.pop(), open_band)
        if is_shown(*open_band[2:]):
            found.append(open_band)
            open_band = None
    return found


def _both(lower: Band, upper: Band) -> Band:
    return [lower[0], upper[1], *(a + b for a, b in zip(lower[2:], upper[2:], strict=True))]
