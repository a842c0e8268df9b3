"""Who won each tournament: stored by a job after its tie-breaks, so that lists of tournaments only read it."""

from tournaments.models import Outcome, Stage, Tournament
from tournaments.standings import ranking
from tournaments.standings.individual import standings
from tournaments.standings.team_standings import standings as team_standings

A_NIGHT = 1000  # tournaments


def keep(tournament_id: int) -> None:
    """Store who won an accepted tournament; forget it if it is none. Five queries."""
    tournament = Tournament.objects.select_related("tie_breaks").filter(pk=tournament_id, stage=Stage.ACCEPTED).first()
    if tournament is None:
        Outcome.objects.filter(tournament=tournament_id).delete()
        return
    winners: list[int] = []
    teams: list[str] = []
    if tournament.has_teams:
        teams = [row.team for row in team_standings(tournament).rows if row.rank == 1]
    else:
        rows = standings(tournament).rows
        winners = [row.participant.pk for row in rows if row.rank == 1 and not row.is_annulled]
    Outcome.objects.update_or_create(tournament=tournament, defaults={"winners": winners, "teams": teams})


def queue() -> None:
    """Queue accepted tournaments whose winner is not stored yet. One of `settings.NIGHTLY`."""
    unknown = Tournament.objects.accepted().filter(outcome=None).order_by("-pk")
    ranking.later(unknown.values_list("pk", flat=True)[:A_NIGHT])
