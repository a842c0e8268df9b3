"""The findings of a season as cases: what the rules propose for each, what it would change, what was decided."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from leagues.checks import courses
from leagues.checks.courses import with_halls
from leagues.checks.line_ups import RevealedLineUps
from leagues.matches.rules_in_force import RulesOfSeasons
from leagues.models import FindingDecision, Match, Season, Series, Team
from leagues.rules import facts
from leagues.rules.consequences import Effect, applied, proposed
from leagues.rules.findings import Finding, Proposal, counted, proposal
from leagues.rules.scoring import score
from leagues.standings.ruling_preview import Preview, preview
from leagues.standings.series_standings import plain_match, tables
from leagues.wording.findings import cost, sentence
from leagues.wording.points import of_score


@dataclass(frozen=True)
class Names:
    """The names of players by member (id): as an officer sees them, and as they may be published."""

    known: Mapping[int, str]
    public: Mapping[int, str]


@dataclass(frozen=True)
class Case:
    """A finding in a match with the proposal of the rules; open as long as it has no decision."""

    match: Match
    found: Finding
    proposal: Proposal
    effects: tuple[Effect, ...]  # what the proposal does to the match
    names: Names
    change: str  # the score of the match after the proposal, "" if it stays
    decision: FindingDecision | None
    preview: Preview | None = None  # what the proposal does to the table (`with_previews`)

    @property
    def key(self) -> str:
        return key_of(self.found)

    @property
    def text(self) -> str:
        return sentence(self.found, self.names.known)

    @property
    def public_text(self) -> str:
        """Return the sentence with names that may be published."""
        return sentence(self.found, self.names.public)

    @property
    def cost(self) -> str:
        return cost(self.proposal)

    @property
    def fine(self) -> int:
        """Return the proposed fine in cents."""
        return self.proposal.fine_cents

    @property
    def has_proposal(self) -> bool:
        """Return whether the rules propose something that a ruling can do."""
        return bool(self.found.side and (self.effects or self.fine))


def key_of(found: Finding) -> str:
    """Return what names a finding among those of its match: as `FindingDecision.key`."""
    return f"{found.code}:{found.side}:{found.board}:{','.join(map(str, found.players))}"


def all_matches(season: Season) -> list[Match]:
    """Return the matches of the season, the oldest first. Three queries."""
    found = list(with_halls(Match.objects.filter(series__division__season=season)).order_by("day", "pk"))
    of_season = Series.objects.filter(division__season=season)
    series = of_season.select_related("division__season__competition").in_bulk()
    teams = Team.objects.filter(series__in=of_season).select_related("club").in_bulk()
    for match in found:  # each series and team once, not once a match
        match.series, match.home, match.away = series[match.series_id], teams[match.home_id], teams[match.away_id]
    return found


def cases(season: Season, matches: Sequence[Match]) -> list[Case]:
    """Return all cases of a season, the oldest match first. ``matches``: of `all_matches`. Eight queries."""
    revealed = RevealedLineUps(season, matches)
    decided = {(each.match_id, each.key): each for each in _decisions(season)}
    names = Names(revealed.names, revealed.public_names)
    of_match: dict[int, list[Finding]] = defaultdict(list)
    for found in (*revealed.findings(), *courses.findings(matches, revealed.rules.of)):
        of_match[found.match].append(found)
    times: dict[tuple[str, int], int] = defaultdict(int)  # what a club did so far, by word
    made = []
    for match in matches:
        rules = revealed.rules.of(match)
        plain = plain_match(match, revealed.boards.get(match.pk, ()))
        for found in sorted(of_match[match.pk], key=lambda each: each.place):
            decision = decided.get((match.pk, key_of(found)))
            word, number = counted(found.code, rules)
            of = word, match.team(found.side).club_id if found.side else 0
            if decision is None or decision.state != FindingDecision.State.WAIVED:
                times[of] += number
            asked = proposal(found, rules, match.series.division.level, times[of])
            effects = tuple(proposed(found, asked)) if found.side else ()
            change = _change(plain, effects, rules) if effects and plain.boards else ""
            made.append(Case(match, found, asked, effects, names, change, decision))
    return made


def with_previews(found: Iterable[Case]) -> list[Case]:
    """Return the cases, the open ones with what their proposal does to the table. Seven queries for any number."""
    listed = list(found)
    asked = [case for case in listed if case.decision is None and case.effects and case.match.is_revealed]
    if not asked:
        return listed
    series = {case.match.series_id: case.match.series for case in asked}
    now = {each.series.pk: each for each in tables(series.values())}
    rules = RulesOfSeasons({each.division.season for each in series.values()})

    def shown(case: Case) -> Case:
        match = case.match
        return replace(case, preview=preview(now[match.series_id], match, case.effects, rules=rules.of(match)))

    return [shown(case) if case in asked else case for case in listed]


def _decisions(season: Season) -> Iterable[FindingDecision]:
    return FindingDecision.objects.filter(match__series__division__season=season).order_by("pk")


def _change(match: facts.Match, effects: Sequence[Effect], rules: object) -> str:
    before, after = (of_score(score(each, rules)) for each in (match, applied(match, effects, rules)))
    return after if after != before else ""
