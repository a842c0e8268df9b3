"""What anyone may read of the deadlines of a tournament: until when results could be sent, and what was admitted."""

import datetime as dt
from dataclasses import dataclass

from django.utils import timezone
from django.utils.translation import gettext as _

from federation.regulations import clock_text
from tournaments.deadlines import clocks
from tournaments.deadlines.clocks import Deadline
from tournaments.models import DeadlineOverride, Tournament


@dataclass(frozen=True)
class Statement:
    """The deadline of the results of a tournament."""

    deadline: Deadline
    received: dt.date | None

    @property
    def rule(self) -> str:
        """Return how long the deadline is: "3 days after the last round"."""
        return clock_text.length(self.deadline.clock)

    @property
    def is_missed(self) -> bool:
        return (self.received or timezone.localdate()) > self.deadline.due


def statement(event: Tournament) -> Statement | None:
    """Return what the receipt says about the deadline; None where there is none. No query."""
    deadline = None if event.unrated_history else clocks.of_results(event)
    return Statement(deadline, clocks.received_on(event)) if deadline else None


def admissions(event: Tournament) -> list[tuple[str, dt.datetime, str]]:
    """Return what was admitted after a deadline: reason, moment, officer. One query, unless they are prefetched."""
    made = [each for each in event.deadline_overrides.all() if each.is_in_force]
    return [(each.reason, each.second_at or each.made_at, _officers(each)) for each in made]


def _officers(admission: DeadlineOverride) -> str:
    """Return the names of the officers, never that of a login."""
    people = [user for user in (admission.made_by, admission.second_by) if user]
    return ", ".join(dict.fromkeys(user.get_full_name() or _("rating officer") for user in people))
