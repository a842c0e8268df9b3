"""Fines for missed deadlines, where the profile names one: charged to the club at the acceptance."""

from collections.abc import Iterable, Mapping

from django.contrib.auth.models import User

from federation.money import charges
from tournaments.deadlines.clocks import Missed
from tournaments.models import DeadlineOverride, Tournament


def raise_for(
    event: Tournament, missed: Iterable[Missed], overrides: Mapping[str, DeadlineOverride], by: User | None
) -> None:
    """Charge the club of an accepted tournament for the deadlines it missed, but for those waived by an officer."""
    if event.club is None:
        return
    for each in missed:
        clock = each.deadline.clock
        waived = overrides.get(clock.what)
        if clock.fine and not (waived and waived.fine_waived):
            charges.raise_fine(event.club, clock.fine, event.pk, event.end or event.start or each.deadline.due, by)
