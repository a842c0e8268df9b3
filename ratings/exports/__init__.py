"""A list as a file: one module a format, all from the same snapshot, all with the digest of the list where it fits."""

from __future__ import annotations

from collections.abc import Callable

from ratings.bundle import package
from ratings.exports import dbf
from ratings.exports.offers import OFFERS, Group, Offer
from ratings.exports.rows import Snapshot
from ratings.models import RatingList

__all__ = ["OFFERS", "WRITERS", "Group", "Offer", "Snapshot", "offers_of"]


def offers_of(rating_list: RatingList) -> dict[str, Offer]:
    """Those of `OFFERS` that the list has, by the path of the file."""
    return {path: offer for path, offer in OFFERS.items() if offer.fits(rating_list)}


def _of_list(write: Callable[[Snapshot], bytes]) -> Callable[[RatingList], bytes]:
    return lambda rating_list: write(Snapshot(rating_list))


# What ``export_list --format`` offers: every download by the path of its file, the common ones by their ending.
WRITERS: dict[str, Callable[[RatingList], bytes]] = {
    **{path.removeprefix("list."): _of_list(offer.write) for path, offer in OFFERS.items()},
    "dbf": _of_list(dbf.write),
    "bundle": package.write,
}
