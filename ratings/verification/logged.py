"""Compare a list, and the corrections of its tournaments, with what the public log says of them."""

import json
from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_noop as noop

from ratings.models import LogEntry, RatingList
from ratings.public_log.append import commitment, subject_of
from ratings.verification.checks import Check, Difference
from tournaments.models import Correction, Tournament

OTHER_LIST = noop("The public log has the checksum %(then)s for this list, the list has %(now)s.")
OTHER_CORRECTION = noop(
    "%(tournament)s: correction %(number)s says something else than what was entered in the public log on %(day)s."
)
NO_CORRECTION = noop(
    "%(tournament)s: correction %(number)s, entered in the public log on %(day)s, is no longer among the corrections."
)


def log(rating_list: RatingList) -> Check:
    """Check what the public log has of the list so far. Four queries at most."""
    return Check.of("log", [*_of_list(rating_list), *_of_corrections(rating_list)])


def _of_list(rating_list: RatingList) -> Iterator[Difference]:
    entries = LogEntry.objects.filter(kind=LogEntry.Kind.LIST, subject=subject_of(rating_list))
    for content in entries.values_list("content", flat=True):
        if (then := json.loads(content)["digest"]) != rating_list.digest:
            yield Difference(OTHER_LIST, {"then": then, "now": rating_list.digest})


def _of_corrections(rating_list: RatingList) -> Iterator[Difference]:
    events = set(rating_list.tournaments.values_list("tournament", flat=True))
    if not events:
        return
    entries = LogEntry.objects.filter(kind=LogEntry.Kind.CORRECTION).order_by("number")
    logged = [(facts, salt) for facts, salt in map(_opened, entries) if facts["tournament"] in events and salt]
    if not logged:
        return
    now = Correction.objects.select_related("tournament").in_bulk([facts["number"] for facts, _salt in logged])
    for facts, salt in logged:
        found = now.get(facts["number"])
        named = {"number": facts["number"], "day": facts["time"][:10], "tournament": _name(found, facts["tournament"])}
        if found is None:
            yield Difference(NO_CORRECTION, named)
        elif found.tournament_id != facts["tournament"] or commitment(salt, found) != facts["commitment"]:
            yield Difference(OTHER_CORRECTION, named)


def _opened(entry: LogEntry) -> tuple[dict[str, Any], str]:
    """Return what an entry says, and its salt; without one the correction named a person who was erased."""
    return json.loads(entry.content), entry.salt


def _name(found: Correction | None, tournament: int) -> str:
    if found is not None:
        return found.tournament.name
    return Tournament.objects.filter(pk=tournament).values_list("name", flat=True).first() or f"#{tournament}"
