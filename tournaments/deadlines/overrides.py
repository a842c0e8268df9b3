"""Admit results after a deadline: with a reason that anyone can read, and what a `refuse` deadline stops by two."""

from django.contrib.admin.models import CHANGE
from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.database import admin_log
from tournaments.deadlines import clocks
from tournaments.deadlines.clocks import Deadline
from tournaments.errors import Refused
from tournaments.intake.rows import text
from tournaments.models import DeadlineOverride, Stage, Tournament

SHORTEST_REASON = 10  # letters
TOO_SHORT = noop("Give a reason of at least %(letters)s characters; anyone can read it.")
NOT_MISSED = noop("“%(name)s” missed no deadline that an officer can set aside.")
ALREADY = noop("“%(name)s” was already admitted.")
SAME_OFFICER = noop("A second officer has to agree: you have given the reason yourself.")


@transaction.atomic
def admit(tournament: Tournament, clock: str, by: User, reason: str, *, waive_fine: bool = False) -> DeadlineOverride:
    """Set a missed deadline aside for a tournament that is not decided yet.

    What a deadline refuses needs a second officer, who agrees by calling this too; the first reason stays. Raise
    `Refused` if the deadline was not missed, the reason is too short, or the second officer is the first.
    """
    held = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
    deadline = _missed(held, clock)
    made = DeadlineOverride.objects.filter(tournament=held, clock=clock).first()
    if made is not None:
        return _agree(made, held, by)
    said = text(reason, DeadlineOverride.LONGEST).strip()
    if len(said) < SHORTEST_REASON:
        raise Refused(TOO_SHORT, letters=SHORTEST_REASON)
    _log(held, by, said)
    return DeadlineOverride.objects.create(
        tournament=held,
        clock=clock,
        reason=said,
        needs_second=deadline.clock.then == "refuse",
        fine_waived=waive_fine and bool(deadline.clock.fine),
        made_by=by,
    )


def _agree(made: DeadlineOverride, tournament: Tournament, by: User) -> DeadlineOverride:
    if made.is_in_force:
        raise Refused(ALREADY, name=tournament.name)
    if made.made_by_id == by.pk:
        raise Refused(SAME_OFFICER)
    made.second_by, made.second_at = by, timezone.now()
    made.save(update_fields=["second_by", "second_at"])
    _log(tournament, by, made.reason)
    return made


def _missed(tournament: Tournament, clock: str) -> Deadline:
    """Return the deadline of the results that the tournament missed. Raise `Refused` if it did not."""
    deadline = clocks.of_results(tournament, clock) if clock in {"results", "results_last"} else None
    received = clocks.received_on(tournament)
    late = deadline is not None and received is not None and received > deadline.due
    if deadline is None or not late or not deadline.stops or tournament.stage not in Stage.open():
        raise Refused(NOT_MISSED, name=tournament.name)
    return deadline


def _log(tournament: Tournament, by: User, reason: str) -> None:
    words = _("Admitted after the deadline: %(reason)s") % {"reason": reason}
    admin_log.write(by, Tournament, [(tournament, CHANGE, words)])
