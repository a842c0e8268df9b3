"""The table of a series from its rows, by the results that are in force."""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from django.db.models import Count, Q

from leagues.matches.rules_in_force import RulesOfSeasons
from leagues.models import Board, Match, Ruling, Series, Team
from leagues.rules import facts
from leagues.rules.consequences import points_off
from leagues.rules.parameters import Movement, Rules
from leagues.rules.promotion import limits_of, movements
from leagues.rules.scoring import Score, score
from leagues.rules.table import Row, Table, settled, table
from leagues.rules.table import Team as PlainTeam
from leagues.rulings.rule import effects_of
from leagues.wording.points import of_score

SEASON_AND_LEVEL = ("division__season", "division__level")


@dataclass(frozen=True)
class PlayOffMatch:
    """The match of a play-off, with its points in force as far as it is played."""

    match: Match
    result: Score | None

    @property
    def score(self) -> str:
        return of_score(self.result) if self.result else ""


@dataclass(frozen=True)
class SeriesTable:
    """A series with its teams, matches, their points and the table."""

    series: Series
    teams: Mapping[int, Team]
    matches: list[Match]  # by round
    plain: Mapping[int, facts.Match]  # by match (id): as entered and ruled
    in_force: Mapping[int, facts.Match]  # likewise: as it counts, also after a withdrawal
    boards: Mapping[int, list[Board]]  # by match (id)
    rules: Rules
    limits: Movement  # how many teams go up and down from here
    table: Table
    movements: Mapping[int, str]  # by team (id)
    open_protests: Mapping[int, int]  # how many, by match (id)
    rulings: list[Ruling]  # in force
    play_offs: list[PlayOffMatch]  # of its teams at home: in no table

    @property
    def rows(self) -> tuple[Row, ...]:
        return self.table.rows

    @property
    def protests(self) -> int:
        """Return how many are open."""
        return sum(self.open_protests.values())

    def score(self, match: Match) -> Score:
        """Return the points of a match that are in force."""
        return score(self.in_force[match.pk], self.rules)

    @property
    def rounds_played(self) -> int:
        """Return the last round of which a match has begun; 0 before the first."""
        begun = [match.round for match in self.matches if match.is_revealed]
        return max(begun, default=0)


@dataclass(frozen=True)
class _Rows:
    """The rows of several series, read together."""

    teams: Mapping[int, Mapping[int, Team]]  # by series and team
    matches: Mapping[int, list[Match]]  # by series
    play_offs: Mapping[int, list[Match]]  # likewise
    protests: Mapping[int, int]  # open ones, by match
    boards: Mapping[int, list[Board]]  # by match
    rulings: Mapping[int, list[Ruling]]  # by series
    seasons: RulesOfSeasons
    levels: Mapping[int, set[int]]  # by season


def tables(found: Iterable[Series]) -> list[SeriesTable]:
    """Return the tables of series, of any number of them in six queries. Boards come without their players."""
    listed = list(found)
    rows = _read(listed)
    return [_table(each, rows) for each in listed]


def table_of(series: Series) -> SeriesTable:
    """Return the table of one series."""
    return tables([series])[0]


def _read(listed: list[Series]) -> _Rows:
    matches: dict[int, list[Match]] = defaultdict(list)
    play_offs: dict[int, list[Match]] = defaultdict(list)
    found = Match.objects.filter(series__in=listed).order_by("round", "pk")
    protests: dict[int, int] = {}
    for match in found.annotate(open_protests=Count("protests", filter=Q(protests__decided_at=None))):
        protests[match.pk] = match.open_protests
        (play_offs if match.is_play_off else matches)[match.series_id].append(match)
    teams: dict[int, dict[int, Team]] = defaultdict(dict)
    for team in Team.objects.filter(series__in=listed).select_related("club").order_by("number", "pk"):
        teams[team.series_id][team.pk] = team
    boards: dict[int, list[Board]] = defaultdict(list)
    for board in Board.objects.filter(match__series__in=listed).order_by("match", "number"):
        boards[board.match_id].append(board)
    rulings: dict[int, list[Ruling]] = defaultdict(list)
    for ruling in Ruling.objects.filter(series__in=listed, replaced_by=None).order_by("pk"):
        rulings[ruling.series_id].append(ruling)
    seasons = {each.division.season for each in listed}
    levels: dict[int, set[int]] = defaultdict(set)
    for season, level in Series.objects.filter(division__season__in=seasons).values_list(*SEASON_AND_LEVEL):
        levels[season].add(level)
    return _Rows(teams, matches, play_offs, protests, boards, rulings, RulesOfSeasons(seasons), levels)


def _table(series: Series, rows: _Rows) -> SeriesTable:
    season, matches, teams = series.division.season, rows.matches[series.pk], rows.teams[series.pk]
    rules = rows.seasons.on(series.division, max((match.day for match in matches), default=season.start))
    for match in matches:
        match.series = series
        match.home, match.away = teams[match.home_id], teams[match.away_id]
    plain = [plain_match(match, rows.boards.get(match.pk, ())) for match in matches]
    off = points_taken(rows.rulings[series.pk], {match.pk: match for match in matches})
    ranked = ranked_teams(teams.values(), off)
    final = table(ranked, plain, rules)
    limits = limits_of(rules, series.division.level, rows.levels[season.pk])
    return SeriesTable(
        series=series,
        teams=teams,
        matches=matches,
        plain={match.key: match for match in plain},
        in_force={match.key: match for match in settled(ranked, plain, rules)},
        boards=rows.boards,
        rules=rules,
        limits=limits,
        table=final,
        movements=movements(final, limits),
        open_protests={match.pk: rows.protests[match.pk] for match in matches},
        rulings=rows.rulings[series.pk],
        play_offs=[_play_off(match, series, rows) for match in rows.play_offs[series.pk]],
    )


def _play_off(match: Match, series: Series, rows: _Rows) -> PlayOffMatch:
    """Return a play-off; its guests may be of a series that is not read."""
    teams = {pk: team for of_series in rows.teams.values() for pk, team in of_series.items()}
    match.series, match.home = series, teams[match.home_id]
    match.away = teams.get(match.away_id) or match.away
    return _scored(match, rows.boards.get(match.pk, ()), rows.seasons)


def _scored(match: Match, boards: Iterable[Board], rules: RulesOfSeasons) -> PlayOffMatch:
    return PlayOffMatch(match, score(plain_match(match, boards), rules.of(match)) if match.is_revealed else None)


def play_offs_of(team: Team) -> list[PlayOffMatch]:
    """Return the play-offs of a team, at home or away. Three queries."""
    rows = Match.objects.filter(Q(home=team) | Q(away=team), is_play_off=True).order_by("day", "pk")
    related = ("home", "away", "series__division__season__competition")
    found = list(rows.select_related(*related).prefetch_related("boards"))
    rules = RulesOfSeasons({match.series.division.season for match in found})
    return [_scored(match, match.boards.all(), rules) for match in found]


def ranked_teams(teams: Iterable[Team], off: Mapping[int, int]) -> list[PlainTeam]:
    """Return teams as the rules know them. ``off``: the match points deducted, in halves, by team (id)."""
    return [PlainTeam(team.pk, team.number, off.get(team.pk, 0), team.withdrawn_after) for team in teams]


def plain_match(match: Match, boards: Iterable[Board]) -> facts.Match:
    """Return a match and its boards as the rules know them."""
    ruled = (match.ruled_home, match.ruled_away)
    return facts.Match(
        match.pk,
        match.round,
        match.home_id,
        match.away_id,
        tuple(facts.Board(each.number, each.played, each.ruled, each.home_id, each.away_id) for each in boards),
        ruled_match_points=None if None in ruled else ruled,
        by_decision=match.by_decision,
    )


def points_taken(rulings: Iterable[Ruling], matches: Mapping[int, Match]) -> dict[int, int]:
    """Return the match points that rulings deducted, in halves, by team (id)."""
    off: dict[int, int] = defaultdict(int)
    for ruling in rulings:
        for side, points in points_off(effects_of(ruling)).items():
            match = matches.get(ruling.match_id)  # not one of a play-off
            team = match.team(side).pk if match else ruling.team_id
            off[team] += points
    return off
