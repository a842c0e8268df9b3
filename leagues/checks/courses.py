"""How the matches of a season went, as input of the checks: deadlines, both sides' results, days and halls."""

import datetime as dt
from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet
from django.utils import timezone

from leagues.models import Match, Side, Step, VenueClosure
from leagues.rules.facts import NO_RESULT, SIDES
from leagues.rules.facts import Side as PlainSide
from leagues.rules.findings import Finding
from leagues.rules.match_checks import Course, Hall, Moved, check_courses
from leagues.rules.parameters import Rules

AGREED = {"moved", "agreed"}
ACTIONS = ("locked", "unlocked", "revealed", "entered", *AGREED)


def with_halls(matches: QuerySet[Match]) -> QuerySet[Match]:
    """Return the matches with their halls, and whether these are closed on the day."""
    closed = VenueClosure.objects.filter(venue=OuterRef("venue"), start__lte=OuterRef("day"), end__gte=OuterRef("day"))
    return matches.select_related("venue").annotate(hall_is_closed=Exists(closed))


def findings(
    matches: Sequence[Match], rules_of: Callable[[Match], Rules], now: dt.datetime | None = None
) -> list[Finding]:
    """Return the findings about how these matches (from `with_halls`) went. One query for any number."""
    steps: dict[int, list[Step]] = defaultdict(list)
    wanted = Step.objects.filter(match__in=[match.pk for match in matches], action__in=ACTIONS)
    for step in wanted.order_by("pk"):
        steps[step.match_id].append(step)
    last: dict[int, dt.date] = {}
    for match in matches:
        planned = match.moved_from or match.day
        last[match.series_id] = max(planned, last.get(match.series_id, planned))
    of = {match.pk: rules_of(match) for match in matches}
    courses = [_course(match, steps[match.pk], of[match.pk], last[match.series_id]) for match in matches]
    zone: Any = timezone.get_current_timezone()
    return check_courses(courses, of.__getitem__, now or timezone.now(), zone)


def _course(match: Match, steps: Sequence[Step], rules: Rules, last_round: dt.date) -> Course:
    locked: dict[PlainSide, dt.datetime | None] = {}
    if any(step.action == "revealed" for step in steps):
        locked = dict.fromkeys(SIDES)
    unlocked: dict[PlainSide, dt.datetime] = {}
    for step in steps:
        side: PlainSide = "home" if step.side == Side.HOME else "away"
        if step.action == "locked":
            locked[side] = step.at
        elif step.action == "unlocked":
            locked[side], unlocked[side] = None, step.at
    moved = None
    if match.moved_from is not None:
        moved = Moved(match.moved_from, any(step.action in AGREED for step in steps), last_round)
    return Course(
        match.pk,
        match.starts_at,
        rules.boards.count,
        locked,
        unlocked,
        match.entered_at,
        {"home": match.home_confirmed_at, "away": match.away_confirmed_at},
        is_closed=match.state == Match.State.CLOSED,
        disputed=_disputed(steps),
        moved=moved,
        hall=Hall(match.venue.pk, match.venue.capacity, match.hall_is_closed) if match.venue else None,
        is_fide_rated=match.series.division.fide_rated,
        has_arbiter=match.arbiter_id is not None,
    )


def _disputed(steps: Iterable[Step]) -> tuple[int, ...]:
    """Return the boards of which one side changed what the other one had entered."""
    entered: dict[str, dict[str, str]] = defaultdict(dict)  # of each side the last result of a board
    for step in steps:
        if step.action == "entered" and step.side:
            entered[step.side].update(step.after)
    home, away = (entered[side] for side in Side.values)
    return tuple(
        sorted(
            int(board)
            for board in home.keys() & away.keys()
            if home[board] != away[board] and NO_RESULT not in {home[board], away[board]}
        )
    )
