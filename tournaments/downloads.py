"""The files of a tournament that anyone may take home, and those for FIDE that its club and the federation may.

A file is made anew each time; the same tournament gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from functools import partial

from django.conf import settings

from tournaments import reports
from tournaments.formats.report import TournamentReport
from tournaments.models import Discipline, Tournament
from tournaments.rankings import ranking
from tournaments.reports import Audience
from tournaments.sides import is_round_robin, score_of, sides
from tournaments.writers import egd_h9, ffg_tou, games_csv, open_gotha, pgn, trf

Write = Callable[[TournamentReport], bytes]
TEXT = "text/plain; charset=utf-8"


@dataclass(frozen=True)
class Offer:
    """A file of a tournament."""

    name: str  # the last part of its address
    label: str  # how people call the format
    write: Write  # raises ValueError where the format cannot say what the tournament is
    content_type: str = TEXT


def _trf(edition: str, report: TournamentReport) -> bytes:
    return trf.write(report, edition=edition, federation=settings.FEDERATION_CODE)


FIDE = (
    Offer("trf16.trf", "TRF16", partial(_trf, "trf16")),
    Offer("trf26.trf", "TRF26", partial(_trf, "trf26")),
)
GAMES = Offer("games.csv", "CSV", lambda report: games_csv.write([report]), "text/csv; charset=utf-8")
CHESS = (*FIDE, Offer("games.pgn", "PGN", pgn.write, "application/vnd.chess-pgn"), GAMES)
GO = (
    Offer("egd.h9", "EGD", egd_h9.write),
    Offer("ffg.tou", "FFG", ffg_tou.write, "text/plain; charset=iso-8859-15"),
    Offer("opengotha.xml", "OpenGotha", open_gotha.write, "application/xml"),
    GAMES,
)


def offers(tournament: Tournament) -> Mapping[str, Offer]:
    """The files of a tournament that anyone may have, by name."""
    files = {Discipline.CHESS: CHESS, Discipline.GO: GO}.get(Discipline(tournament.discipline), ())
    return {offer.name: offer for offer in files}


def for_fide(tournament: Tournament) -> Mapping[str, Offer]:
    """The reports with birth dates, by name."""
    return {offer.name: offer for offer in FIDE} if tournament.discipline == Discipline.CHESS else {}


def report_for(tournament: Tournament, audience: Audience) -> TournamentReport:
    """All that a file says: points, ranks and tie-breaks as the pages show them. Two queries, as a page's table."""
    participants, pairings = reports.load(tournament)
    seen = sides(pairings)
    report = reports.report_of(tournament, participants, pairings, audience)
    seats_met = is_round_robin({each.pk: seen.get(each.pk, []) for each in participants})
    found = ranking(tournament, report, seats_met)
    points = {each.number: score_of(seen.get(each.pk, [])).points / 2 for each in participants}
    players = tuple(
        replace(player, points=points[player.number], rank=found.ranks[player.number]) for player in report.players
    )
    return replace(report, players=players, tie_breaks=() if tournament.is_go else found.used)
