"""The teams of a club, for its page."""

from typing import NamedTuple

from django.urls import reverse

from federation.models import Club
from leagues.models import Season, Team


class ClubTeam(NamedTuple):
    """A team in a season that runs."""

    name: str
    series: str
    address: str


def club_teams(club: Club) -> list[ClubTeam]:
    """Return the teams of the club in the seasons that run, those of the highest divisions first. One query."""
    rows = Team.objects.filter(club=club, series__division__season__stage=Season.Stage.RUNNING)
    rows = rows.select_related("series__division").order_by(
        "-series__division__season__start", "series__division__level", "rank"
    )
    return [
        ClubTeam(row.name, f"{row.series.division.season} · {row.series}", reverse("league_team", args=[row.pk]))
        for row in rows
    ]
