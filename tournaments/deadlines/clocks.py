"""When the results of a tournament were due, and which deadlines it missed. The event's own days choose the rule."""

import datetime as dt
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from django.utils import timezone

from federation.profiles.office import Clock
from federation.profiles.reading import profile
from federation.regulations import articles, due
from tournaments.models import Tournament

# The finding of each deadline that a tournament may miss.
FINDINGS = {
    "announce": "announced_late",
    "announce_norms": "announced_late",
    "round_report": "round_report_late",
    "results": "results_late",
    "results_last": "results_too_late",
    "results_before_list": "after_closing",
    "fide_register": "fide_registered_late",
    "fide_results": "fide_results_late",
}


@dataclass(frozen=True)
class Deadline:
    """A deadline of one tournament: the rule, and the last day that it leaves."""

    clock: Clock
    due: dt.date

    @property
    def slug(self) -> str:
        """Return what stands in the address of the page of its article."""
        return articles.slug("clocks", self.clock)

    @property
    def article(self) -> str:
        """Return the name of the article in the reader's language; "" if the profile names none."""
        return articles.name(self.clock.article)

    @property
    def stops(self) -> bool:
        """Return whether an officer has to admit what comes later."""
        return self.clock.then != "warn"


@dataclass(frozen=True)
class Missed:
    """A deadline that was missed: the key of its finding in `review.findings.KINDS`, and facts for its sentence."""

    code: str
    deadline: Deadline
    facts: Mapping[str, object] = field(default_factory=dict)


def received_on(event: Tournament) -> dt.date | None:
    """Return the day on which the first readable file of the event came; None if nobody sent it."""
    return timezone.localdate(event.received_at) if event.received_at else None


def of_results(event: Tournament, what: str = "results") -> Deadline | None:
    """Return the deadline of the results of an event; None if there is none, or its last day is not known."""
    last_round = event.end or event.start
    clock = profile().on(last_round).clocks.get(what) if last_round else None
    return Deadline(clock, due.last_day(clock, last_round)) if clock and last_round else None


def missed(
    event: Tournament,
    *,
    next_list: dt.date | None = None,
    rounds: Mapping[int, dt.date] | None = None,
    sent: Iterable[dt.date] = (),
) -> Iterator[Missed]:
    """Yield the deadlines that the results missed. History that counts in no list misses none.

    ``next_list``: the list in which they are to count. ``rounds``: the day of each round; ``sent``: the days on which
    later files of the event came.
    """
    received = received_on(event)
    if received is None or event.unrated_history:
        return
    for what in ("results_last", "results"):
        deadline = of_results(event, what)
        if deadline and received > deadline.due:
            yield Missed(FINDINGS[what], deadline, {"received": received})
            break  # the stricter one says it
    if next_list and (closing := _closing(next_list)) and received > closing.due:
        yield Missed(FINDINGS["results_before_list"], closing, {"received": received, "list": next_list})
    yield from _rounds_late(event, rounds or {}, sorted([received, *sent]))


def _closing(next_list: dt.date) -> Deadline | None:
    clock = profile().on(next_list).clocks.get("results_before_list")
    return Deadline(clock, due.last_day(clock, next_list)) if clock else None


def _rounds_late(event: Tournament, rounds: Mapping[int, dt.date], sent: list[dt.date]) -> Iterator[Missed]:
    """Yield the first round whose results came late, with how many others did, if rounds have to be reported."""
    if not is_reported_by_round(event):
        return
    late: dict[int, Deadline] = {}
    for number, day in sorted(rounds.items()):
        clock = profile().on(day).clocks.get("round_report")
        reported = next((each for each in sent if each >= day), None)
        if clock and reported and reported > (end := due.last_day(clock, day)):
            late[number] = Deadline(clock, end)
    if late:
        number, deadline = next(iter(late.items()))
        yield Missed(FINDINGS["round_report"], deadline, {"round": number, "count": len(late)})


def is_reported_by_round(event: Tournament) -> bool:
    """Return whether the event lasts so long that each round has to be reported."""
    if not event.start or not event.end:
        return False
    clock = profile().on(event.start).clocks.get("round_report")
    return clock is not None and (event.end - event.start).days + 1 > (clock.longer_than_days or 0)
