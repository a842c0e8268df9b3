"""Queue the hand-over of closed matches, in the transaction that closes them."""

from federation.background import jobs
from leagues.models import Match

KIND = "hand_over_leg"


def later(match: Match) -> None:
    """Queue the hand-over of the leg to which a match belongs."""
    key = f"{KIND} {match.series_id} {match.round} {match.day}"
    jobs.submit(KIND, key, {"series": match.series_id, "round": match.round, "day": match.day.isoformat()})
