"""A list as a file: one module a format, all from the same snapshot, all with the digest of the list where it fits."""

from __future__ import annotations

from collections.abc import Callable

from django.utils.translation import gettext_noop as noop

from ratings.bundle import package
from ratings.errors import RatingError
from ratings.exports.offers import OFFERS, Group, Offer
from ratings.exports.programs import player_dbf
from ratings.exports.snapshot import Snapshot
from ratings.models import RatingList

__all__ = ["OFFERS", "WRITERS", "Group", "Offer", "Snapshot", "offers_of"]


def offers_of(rating_list: RatingList) -> dict[str, Offer]:
    """Those of `OFFERS` that the list has, by the path of the file."""
    return {path: offer for path, offer in OFFERS.items() if offer.fits(rating_list)}


def _writer(path: str) -> Callable[[RatingList], bytes]:
    """What writes that file of a list. It raises `RatingError` for a list that has none."""

    def write(rating_list: RatingList) -> bytes:
        if path not in offers_of(rating_list):
            facts = {"date": rating_list.date, "file": path}
            raise RatingError(noop("The list of %(date)s has no file %(file)s."), **facts)
        return OFFERS[path].write(Snapshot(rating_list))

    return write


# What ``export_list --format`` offers: every download by the name of its file, the common ones by their ending.
WRITERS: dict[str, Callable[[RatingList], bytes]] = {
    **{path.removeprefix("list."): _writer(path) for path in OFFERS},
    "dbf": lambda rating_list: player_dbf.write(Snapshot(rating_list)),
    "bundle": package.write,
}
