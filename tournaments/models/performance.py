"""The performance rating of a tournament."""

from collections.abc import Sequence


def performance(opponents: Sequence[int], half_points: int) -> int | None:
    """Return the mean of the opponents' ratings plus 400 points a win, minus 400 a loss; None without opponents.

    ``half_points``: from the games against them, in halves.
    """
    if not opponents:
        return None
    balance = half_points - len(opponents)  # wins minus losses
    return round((sum(opponents) + 400 * balance) / len(opponents))
