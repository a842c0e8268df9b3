"""Who sent a file or organised a tournament: a club, or a unit for itself."""

from __future__ import annotations

from federation.models import Club, Unit


class Organised:
    """Belongs to a club, or to a unit: a league, the organiser of an open, the federation. To neither if nobody sent
    it.
    """

    club: Club | None
    unit: Unit | None
    club_id: int | None
    unit_id: int | None

    @property
    def organiser(self) -> Club | Unit | None:
        """Return the club or the unit."""
        return self.club or self.unit

    @property
    def is_organised(self) -> bool:
        """Return whether it belongs to a club or a unit."""
        return self.club_id is not None or self.unit_id is not None

    def has_organiser_of(self, other: Organised) -> bool:
        """Return whether both are of the same club or the same unit."""
        return (self.club_id, self.unit_id) == (other.club_id, other.unit_id)
