"""The games of one round of a season for the Belgian rating office: all series in an Elo report of SWAR."""

import datetime as dt

from django.conf import settings
from django.db.models import QuerySet
from django.utils import timezone
from msgspec.structs import replace

from leagues.files.series_report import Players, pairing_of
from leagues.models import Board, Match, Season
from tournaments.formats.report import TournamentReport
from tournaments.formats.swar import elo_writer

MONTHS = "123456789ABC"
FEDERATION = "998"  # the extension of files of the whole federation


def file_name(season: Season, number: int) -> str:
    """Return the name that the federation gives such files: month, day, INT, the round; 998 for the federation."""
    day = _days(season, number)[-1]
    return f"{MONTHS[day.month - 1]}{day.day:02}INT{number:02}a.{FEDERATION}"


def rounds(season: Season) -> list[int]:
    """Return the rounds that have closed matches. One query."""
    return sorted(_closed(season).order_by().values_list("round", flat=True).distinct())


def write(season: Season, number: int) -> bytes:
    """Return what was played in the closed matches of a round: never a ruling. Two queries. Raise `DoesNotFit`."""
    federation = settings.FEDERATION_NAME
    return elo_writer.write(report(season, number), sender=federation, club=federation, program="### Interclubs")


def report(season: Season, number: int) -> TournamentReport:
    """Return the closed matches of a round as one report of one round."""
    boards = Board.objects.filter(match__in=_closed(season).filter(round=number))
    related = ("home", "away", "match__home__club", "match__away__club", "match__series__division")
    order = ("match__series__division__level", "match__series__letter", "match", "number")
    players, pairings, divisions = Players(), [], {}
    for board in boards.select_related(*related).order_by(*order):
        division = board.match.series.division
        divisions[division.pk] = division
        if pairing := pairing_of(board, board.match, players):
            pairings.append(replace(pairing, round=1))
    days = _days(season, number)
    first = next(iter(divisions.values()), None)
    return TournamentReport(
        format="league",
        name=f"{season.name}, {number}",
        start=days[0],
        end=days[-1],
        rounds=1,
        pace=first.pace if first else "",
        time_control=first.time_control if first else "",
        kind="team",
        players=players.listed,
        pairings=tuple(pairings),
        round_dates=(days[0],),
    )


def _closed(season: Season) -> QuerySet[Match]:
    return Match.objects.filter(series__division__season=season, state=Match.State.CLOSED)


def _days(season: Season, number: int) -> list[dt.date]:
    found = sorted(set(_closed(season).filter(round=number).values_list("day", flat=True)))
    return found or [timezone.localdate()]
