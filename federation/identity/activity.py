"""Who is inactive, by the profile of the federation."""

import datetime as dt
from typing import Literal

from federation.identity.seasons import ONE_DAY, months_later
from federation.profiles.reading import profile


def active_since(day: dt.date) -> dt.date | None:
    """Return the first day of the period that ends on ``day`` and in which an active player has a rated game.

    None: the federation calls nobody inactive.
    """
    months = profile().on(day).activity.months
    return months_later(day, -months) + ONE_DAY if months else None


def left_out_before(day: dt.date, place: Literal["lists", "tops"]) -> dt.date | None:
    """Return the day before which a player's last game makes lists and tops of the day leave the player out.

    None: they leave nobody out.
    """
    return active_since(day) if place in profile().on(day).activity.left_out_of else None
