"""What the file of a tournament leaves open and nobody answered yet: see `intake.open_points`."""

import datetime as dt
from collections.abc import Collection, Iterator, Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from tournaments.intake import open_points
from tournaments.models import Pace, Participant, Tournament
from tournaments.review.findings import Finding, Fix

CLAIMS = {
    open_points.TIME_CONTROL: _("rate of play"),
    open_points.NAME: _("name"),
    open_points.FILE: _("rest of the file"),
    open_points.DAY: _("number of rounds on one day"),
}
LONG_EVENT = dt.timedelta(days=45)  # its rounds are rather weekly than on a few days


def open_findings(event: Tournament, participants: Collection[Participant], *, has_days: bool) -> Iterator[Finding]:
    """Yield the open points of a tournament. ``has_days``: whether any game has its day."""
    points = event.open_points or {}
    if open_points.PACE in points:
        yield _pace(event, points[open_points.PACE])
    is_long = event.start and event.end and event.start < event.end
    if open_points.ROUND_DATES in points and is_long and not has_days:
        likely = Fix.SPREAD if event.end - event.start > LONG_EVENT else Fix.LAST_DAY
        yield Finding("rounds_undated", {"day": event.end}, likely=likely)
    if open_points.RATINGS in points and (
        count := sum(each.has_two_ratings and each.outsider for each in participants)
    ):
        yield Finding("two_ratings", {"count": count}, likely=Fix.FIDE_RATINGS)
    unknown = [each for each in participants if each.member_id is None and not (each.outsider or each.irregular)]
    if count := sum(each.file_birth_date is None and each.file_birth_year is not None for each in unknown):
        yield Finding("year_of_birth", {"count": count})


def _pace(event: Tournament, point: Mapping[str, dict[str, str]]) -> Finding:
    likely = f"pace_{point['likely']}"
    claims = point["claims"]
    if claims:
        stated = [f"{gettext('%(what)s:') % {'what': CLAIMS[source]}} {Pace(pace).label}" for source, pace in claims]
        return Finding("pace_contradicted", {"claims": ", ".join(stated)}, likely=likely)
    if open_points.is_remembered(event):
        return Finding("pace_remembered", {"pace": Pace(event.pace).label}, likely=likely)
    return Finding("pace_not_stated", likely=likely)
