"""What waits for the officer of a season: protests, late results, matches to confirm, findings."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils import timezone

from leagues import access
from leagues.decisions.cases import Case
from leagues.models import Match, Protest, Season
from leagues.office.forms import RulingForm
from leagues.standings.ruling_preview import Preview, preview
from leagues.standings.series_standings import table_of


@dataclass
class Waiting:
    """A match with what an officer should look at."""

    match: Match
    protests: list[Protest] = field(default_factory=list)
    cases: list[Case] = field(default_factory=list)


def those_of(matches: Iterable[Match], season: Season, user: access.Account) -> list[Match]:
    """Return those matches of the season that the user may decide about."""
    if access.may_run(user, season):
        return list(matches)
    divisions = set(access.divisions_of(user, season).values_list("pk", flat=True))
    return [match for match in matches if match.series.division_id in divisions]


def waiting(matches: Iterable[Match], cases: Sequence[Case]) -> list[Waiting]:
    """Return the matches with open protests or findings, the oldest first. ``cases``: of the season. One query."""
    found = {match.pk: Waiting(match) for match in matches}
    for protest in Protest.objects.filter(match__in=found, decided_at=None).order_by("at"):
        found[protest.match_id].protests.append(protest)
    for case in cases:
        if case.decision is None and case.match.pk in found:
            found[case.match.pk].cases.append(case)
    return [each for each in found.values() if each.protests or each.cases]


def overdue(matches: Iterable[Match], waits: Iterable[Waiting]) -> list[Match]:
    """Return the other matches of past days that are not closed."""
    today, known = timezone.localdate(), {each.match.pk for each in waits}
    late = [match for match in matches if match.day < today and match.state != Match.State.CLOSED]
    return [match for match in late if match.pk not in known]


def previewed(match: Match, form: RulingForm) -> Preview:
    """Return what the ruling of a valid form would change."""
    replaced = form.cleaned_data["replaces"]
    return preview(table_of(match.series), match, form.effects, [replaced.pk] if replaced else [])
