"""What waits for the officer of a season: protests, late results, matches to confirm, findings."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from django.utils import timezone

from leagues import access
from leagues.captain.pages import Fault
from leagues.checks import courses
from leagues.checks.courses import with_halls
from leagues.checks.line_ups import RevealedLineUps
from leagues.models import Match, Protest, Season
from leagues.rules.findings import proposal
from leagues.wording.findings import cost, sentence


@dataclass
class Waiting:
    """A match with what an officer should look at."""

    match: Match
    protests: list[Protest] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def all_matches(season: Season) -> list[Match]:
    """Return the matches of the season, the oldest first."""
    found = with_halls(Match.objects.filter(series__division__season=season)).order_by("day", "pk")
    return list(found.select_related("home__club", "away__club", "series__division__season__competition"))


def those_of(matches: Iterable[Match], season: Season, user: access.Account) -> list[Match]:
    """Return those matches of the season that the user may decide about."""
    if access.may_run(user, season):
        return list(matches)
    divisions = set(access.divisions_of(user, season).values_list("pk", flat=True))
    return [match for match in matches if match.series.division_id in divisions]


def waiting(season: Season, matches: Iterable[Match], all_of_season: Sequence[Match]) -> list[Waiting]:
    """Return the matches with open protests or findings, the oldest first. Six queries for any number of matches."""
    found = {match.pk: Waiting(match) for match in matches}
    for protest in Protest.objects.filter(match__in=found, decided_at=None).order_by("at"):
        found[protest.match_id].protests.append(protest)
    revealed = RevealedLineUps(season, all_of_season)
    findings = [*revealed.findings(), *courses.findings(all_of_season, revealed.rules.of)]
    findings = sorted((each for each in findings if each.match in found), key=lambda each: each.place)
    counts: dict[tuple[str, int], int] = defaultdict(int)  # of a code for a club
    for each in findings:
        match = found[each.match].match
        club = match.team(each.side).club_id if each.side else 0
        counts[each.code, club] += 1
        proposed = proposal(each, revealed.rules.of(match), match.series.division.level, counts[each.code, club])
        found[each.match].faults.append(Fault(sentence(each, revealed.names), cost(proposed)))
    return [each for each in found.values() if each.protests or each.faults]


def overdue(matches: Iterable[Match], waits: Iterable[Waiting]) -> list[Match]:
    """Return the other matches of past days that are not closed."""
    today, known = timezone.localdate(), {each.match.pk for each in waits}
    late = [match for match in matches if match.day < today and match.state != Match.State.CLOSED]
    return [match for match in late if match.pk not in known]
