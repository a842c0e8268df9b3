"""What waits for the officer of a season: protests, late results, matches to confirm, findings."""

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass, field

from django.db.models import QuerySet
from django.utils import timezone

from federation.models import Member
from leagues import access
from leagues.captain.pages import Fault
from leagues.checks.line_ups import check_whole_season
from leagues.matches.rules_in_force import RulesOfSeasons
from leagues.models import Match, Protest, Season
from leagues.rules.findings import Finding, proposal
from leagues.wording.findings import cost, sentence


@dataclass
class Waiting:
    """A match with what an officer should look at."""

    match: Match
    protests: list[Protest] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)


def matches_of(season: Season, user: access.Account) -> QuerySet[Match]:
    """Return the matches of the season that the user may decide about."""
    found = Match.objects.filter(series__division__season=season)
    if not access.may_run(user, season):
        found = found.filter(series__division__in=access.divisions_of(user, season))
    return found.select_related("home__club", "away__club", "series__division__season__competition").order_by(
        "day", "pk"
    )


def waiting(season: Season, matches: Iterable[Match]) -> list[Waiting]:
    """Return the matches with open protests or findings, the oldest first. Nine queries for any number of matches."""
    found = {match.pk: Waiting(match) for match in matches}
    for protest in Protest.objects.filter(match__in=found, decided_at=None).order_by("at"):
        found[protest.match_id].protests.append(protest)
    findings = [each for each in check_whole_season(season) if each.match in found]
    names = _names(findings)
    rules = RulesOfSeasons([season])
    counts: dict[tuple[str, int], int] = defaultdict(int)  # of a code for a club
    for each in findings:
        match = found[each.match].match
        club = match.team(each.side).club_id
        counts[each.code, club] += 1
        proposed = proposal(each, rules.of(match), match.series.division.level, counts[each.code, club])
        found[each.match].faults.append(Fault(sentence(each, names), cost(proposed)))
    return [each for each in found.values() if each.protests or each.faults]


def overdue(matches: Iterable[Match]) -> list[Match]:
    """Return the matches of past days that are not closed."""
    today = timezone.localdate()
    return [match for match in matches if match.day < today and match.state != Match.State.CLOSED]


def _names(findings: Iterable[Finding]) -> dict[int, str]:
    wanted = {player for each in findings for player in each.players}
    return {member.pk: member.name for member in Member.objects.filter(pk__in=wanted)}
