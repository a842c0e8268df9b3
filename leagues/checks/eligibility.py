"""In which teams of a club the players of its list may play, and how often they still may play up."""

import datetime as dt
from dataclasses import dataclass

from federation.models import Club
from leagues.checks.line_ups import LineUpsOfClub
from leagues.models import ListEntry, Season, Team
from leagues.rules.facts import LineUp, Player
from leagues.rules.parameters import Rules
from leagues.rules.season_checks import appearances_left, check_season

AGAINST = {
    *("not_affiliated", "licence_missing", "not_yet_eligible", "suspended", "rating_cap", "tied", "three_teams"),
    *("titular_other_team", "reserve_two_teams", "too_many_reserves", "below_place"),
}  # rules that exclude a player from any board of a team


@dataclass(frozen=True)
class Eligible:
    """A player of a list, with the teams in which they may play on a day."""

    entry: ListEntry
    may: tuple[Team, ...]
    may_not: tuple[Team, ...]
    left: int | None  # appearances in higher teams until they may no longer play for the lowest; None: no limit


def club_list(season: Season, club: Club, day: dt.date) -> list[Eligible]:
    """Return the player list of a club on a day, by what was played before it. Five queries for any number."""
    of_club = _Club(season, club, day)
    entries = of_club.revealed.players.listed(club.pk, day).values()
    return [of_club.eligible(entry) for entry in entries]


class _Club:
    """The teams of a club, and what its players have played before a day."""

    def __init__(self, season: Season, club: Club, day: dt.date) -> None:
        self.day = day
        self.revealed = LineUpsOfClub(season, club.pk, day)
        self.before = [each for each in self.revealed.line_ups if each.day < day]
        self.round = max((each.round for each in self.before), default=0) + 1
        teams = Team.objects.filter(series__division__season=season, club=club, withdrawn_after=None)
        self.teams = list(teams.select_related("series__division__season").order_by("rank", "pk"))

    def eligible(self, entry: ListEntry) -> Eligible:
        player = self.revealed.players.player(
            entry.member, entry.club_id, self.day, entry.strength, is_suspended=entry.is_suspended
        )
        theirs = [each for each in self.before if any(seat.key == player.key for _board, seat in each.manned)]
        against = {team.pk for team in self.teams if self._is_against(team, player, theirs)}
        left = None
        if self.teams:
            lowest = self.teams[-1]
            left = appearances_left(player.key, theirs, self._alone(lowest, player), self._rules(lowest))
        may = tuple(team for team in self.teams if team.pk not in against)
        return Eligible(entry, may, tuple(team for team in self.teams if team.pk in against), left)

    def _is_against(self, team: Team, player: Player, theirs: list[LineUp]) -> bool:
        """Return whether the rules exclude a player from a team."""
        next_one, rules = self._alone(team, player), self._rules(team)
        others = [each for each in self.before if each.team == team.pk or each in theirs]
        found = check_season(
            [*others, next_one], lambda each: rules if each is next_one else self.revealed.rules_of(each)
        )
        return any(each.match == next_one.match and each.code in AGAINST for each in found)

    def _rules(self, team: Team) -> Rules:
        return self.revealed.rules.on(team.series.division, self.day)

    def _alone(self, team: Team, player: Player) -> LineUp:
        """Return a line-up of this player alone in an invented match, to check one player."""
        return LineUp(
            -team.pk,
            "home",
            team=team.pk,
            club=team.club_id,
            rank=team.rank,
            series=team.series_id,
            level=team.series.division.level,
            round=self.round,
            day=self.day,
            seats=(player,),
        )
