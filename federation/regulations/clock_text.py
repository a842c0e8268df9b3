"""Deadlines in words."""

import datetime as dt
from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from federation.profiles.office import Clock
from federation.profiles.section import NO_DAY

WHAT = {
    "announce": gettext_lazy("Announcing a tournament"),
    "announce_norms": gettext_lazy("Announcing a tournament with norms"),
    "round_report": gettext_lazy("Results of a round"),
    "results": gettext_lazy("Results of a tournament"),
    "results_before_list": gettext_lazy("Results that count in the next list"),
    "results_last": gettext_lazy("Results of a tournament at the very latest"),
    "forward": gettext_lazy("Passing on results"),
    "claim": gettext_lazy("Raising a claim"),
    "claim_answer": gettext_lazy("Answering a claim"),
    "claim_decision": gettext_lazy("Deciding a claim"),
    "fide_register": gettext_lazy("Registering a tournament with FIDE"),
    "fide_results": gettext_lazy("Results of a tournament for FIDE"),
}
_COUNTED = {
    "first_round": gettext_lazy("%(time)s before the first round"),
    "list": gettext_lazy("%(time)s before the day of the list"),
}
_COUNTED_AFTER = {
    "last_round": gettext_lazy("%(time)s after the last round"),
    "round": gettext_lazy("%(time)s after the round"),
    "list": gettext_lazy("%(time)s after the list"),
    "submitted": gettext_lazy("%(time)s after the club has submitted them"),
    "claim": gettext_lazy("%(time)s after the claim"),
    "answer": gettext_lazy("%(time)s after the answer"),
}
THEN = {
    "warn": gettext_lazy("After that there is a warning."),
    "needs_override": gettext_lazy("After that the rating officer has to admit them, with a public reason."),
    "refuse": gettext_lazy("After that they are refused, unless two officers admit them with a public reason."),
}


@dataclass(frozen=True)
class Described:
    """A deadline in the reader's language."""

    what: str
    length: str
    condition: str
    consequence: str
    since: dt.date | None
    until: dt.date | None


def described(clock: Clock) -> Described:
    since = None if clock.from_ == NO_DAY else clock.from_
    return Described(what(clock), length(clock), condition(clock), consequence(clock), since, clock.until)


def what(clock: Clock) -> str:
    """Return what the deadline is about, in the reader's language."""
    return str(WHAT[clock.what])


def length(clock: Clock) -> str:
    """Return how long it is: "3 days after the last round"."""
    if clock.before_month_end is not None:
        days = clock.before_month_end
        words = ngettext("%(days)s day before the end of the month", "%(days)s days before the end of the month", days)
        return words % {"days": days}
    known = _COUNTED[clock.before] if clock.before else _COUNTED_AFTER[clock.after]
    return known % {"time": _time(clock)}


def condition(clock: Clock) -> str:
    """Return for which tournaments it holds; "" if for all."""
    if clock.longer_than_days is None:
        return ""
    return _("only for tournaments of more than %(days)s days") % {"days": clock.longer_than_days}


def consequence(clock: Clock) -> str:
    """Return what happens after the deadline."""
    if clock.what == "forward":
        return _("After that they are passed on automatically.")
    return str(THEN[clock.then])


def _time(clock: Clock) -> str:
    if clock.months is not None:
        return ngettext("%(months)s month", "%(months)s months", clock.months) % {"months": clock.months}
    return ngettext("%(days)s day", "%(days)s days", clock.days or 0) % {"days": clock.days}
