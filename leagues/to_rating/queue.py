"""Queue the hand-over of closed matches, in the transaction that closes them."""

from collections.abc import Iterable

from django.contrib.auth.models import User

from federation.background import jobs
from leagues.models import Match, Season

KIND, ALL = "hand_over_leg", "hand_over_legs"


def later(match: Match) -> None:
    """Queue the hand-over of the leg to which a match belongs."""
    key = f"{KIND} {match.series_id} {match.round} {match.day}"
    jobs.submit(KIND, key, {"series": match.series_id, "round": match.round, "day": match.day.isoformat()})


def all_later(season: Season, first: Match, legs: Iterable[tuple[int, int, str]], by: User) -> None:
    """Queue the hand-over of many legs: series (id), round and day of each. ``first``: a match taken over with them."""
    jobs.submit(ALL, f"{ALL} {season.pk} {first.pk}", {"legs": [list(leg) for leg in legs]}, by)
