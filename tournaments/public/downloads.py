"""The files of a tournament that anyone may download, and those for FIDE that its club and the federation may.

A file is made when it is requested; the same tournament gives the same bytes.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from federation.i18n.errors import filled
from federation.profiles.reading import profile
from tournaments.formats.common.unwritable import DoesNotFit
from tournaments.formats.games_csv import writer as games_csv
from tournaments.formats.go import egd_writer, ffg_writer
from tournaments.formats.open_gotha import writer as open_gotha
from tournaments.formats.pgn import writer as pgn
from tournaments.formats.report import TournamentReport
from tournaments.formats.trf import writer as trf
from tournaments.formats.trf.writer import TeamBye, TeamTotals
from tournaments.models import Discipline, Tournament
from tournaments.public.marks import comments
from tournaments.public.trf_facts import trf_facts
from tournaments.standings import report as reports
from tournaments.standings.ranking import annulled, ranking
from tournaments.standings.report import Audience
from tournaments.standings.sides import ROUND_ROBIN, half_points_of, is_round_robin, sides
from tournaments.standings.team_standings import standings_of
from tournaments.standings.team_tie_break_codes import after_the_points

Write = Callable[[TournamentReport, "Facts"], bytes]
Check = Callable[[TournamentReport], object]
TEXT = "text/plain; charset=utf-8"
LATIN = "text/plain; charset=iso-8859-15"


class Facts(NamedTuple):
    """What TRF says of a tournament beyond its report.

    What teams reached, by name, the worth of a team's bye, national ratings by number, and comments.
    """

    totals: Mapping[str, TeamTotals] = {}
    team_bye: TeamBye | None = None
    national_ratings: Mapping[int, int] = {}
    comments: Sequence[str] = ()


@dataclass(frozen=True)
class Offer:
    """A file of a tournament."""

    name: str  # in its address
    label: str  # the format as people know it
    write: Write  # raises `DoesNotFit`
    check: Check  # whether the format has a place for all of the report; raises `DoesNotFit`
    content_type: str = TEXT

    def sentence(self, problem: DoesNotFit) -> str:
        """Return why there is no such file, in the reader's language."""
        return filled(problem.template, problem.facts)


@dataclass(frozen=True)
class Shelf:
    """The files of a tournament that are offered, and those that its games do not fit into."""

    files: list[Offer]
    missing: list[tuple[Offer, str]]  # and why: a sentence


def _trf(edition: str, report: TournamentReport, facts: Facts) -> bytes:
    return trf.write(report, edition=edition, federation=profile().federation.country, **facts._asdict())


def _of_report(write: Callable[[TournamentReport], bytes]) -> Write:
    return lambda report, _facts: write(report)


FIDE = tuple(
    Offer(f"{edition}.trf", edition.upper(), partial(_trf, edition), trf.check) for edition in ("trf16", "trf26")
)
PGN = Offer("games.pgn", "PGN", _of_report(pgn.write), pgn.check, "application/vnd.chess-pgn")
GAMES = Offer(
    "games.csv", "CSV", lambda report, _facts: games_csv.write([report]), games_csv.check, "text/csv; charset=utf-8"
)
CHESS = (*FIDE, PGN, GAMES)
GO = (
    Offer("egd.h9", "EGD", _of_report(egd_writer.write), egd_writer.check),
    Offer("ffg.tou", "FFG", _of_report(ffg_writer.write), ffg_writer.check, LATIN),
    Offer("opengotha.xml", "OpenGotha", _of_report(open_gotha.write), open_gotha.check, "application/xml"),
    GAMES,
)


def offers(tournament: Tournament) -> Mapping[str, Offer]:
    """Return the files of a tournament that anyone may have, by name."""
    files = {Discipline.CHESS: CHESS, Discipline.GO: GO}.get(tournament.discipline, ())
    return {offer.name: offer for offer in files}


def for_fide(tournament: Tournament) -> Mapping[str, Offer]:
    """Return the reports with birth dates, by name."""
    return {offer.name: offer for offer in FIDE} if tournament.discipline == Discipline.CHESS else {}


def shelf(tournament: Tournament, files: Iterable[Offer]) -> Shelf:
    """Return which of the files can be written, and why the others cannot. Two queries if there are any."""
    files = list(files)
    report = reports.outline_of(tournament) if files else None
    missing = {}
    for offer in files if report else ():
        try:
            offer.check(report)
        except DoesNotFit as problem:
            missing[offer] = offer.sentence(problem)
    return Shelf([offer for offer in files if offer not in missing], list(missing.items()))


def written(tournament: Tournament, offer: Offer, audience: Audience) -> bytes:
    """Return the file, with points, ranks and tie-breaks as the pages show them.

    Two queries, one more for arbiters, and at most seven for the ratings and comments of TRF. Raise `DoesNotFit` if the
    format has no place for what the tournament is.
    """
    participants, pairings = reports.load(tournament)
    seen = sides(pairings)
    arbiters = reports.arbiters_for(tournament, audience)
    report = reports.report_of(tournament, participants, pairings, audience, arbiters)
    seats_met = is_round_robin(tournament.kind, {each.pk: seen.get(each.pk, []) for each in participants})
    found = ranking(tournament, report, seats_met, annulled(participants))
    points = {each.number: half_points_of(seen.get(each.pk, []), report.point_system) / 2 for each in participants}
    players = tuple(
        replace(player, points=points[player.number], rank=found.ranks[player.number]) for player in report.players
    )
    used, facts, match_scoring = found.used, Facts(), None
    if tournament.has_teams:
        now = standings_of(tournament, participants, pairings)
        used = tuple(after_the_points([each.code for each in now.used]))
        totals = {row.team: TeamTotals(row.match_points, row.board_points / 2, row.rank) for row in now.rows}
        match_scoring = tuple(now.scale)
        facts = Facts(totals, TeamBye(now.bye.match_points, now.bye.board_points / 2))
    by = report.tie_breaks if tournament.is_go else used
    report = replace(report, players=players, tie_breaks=by, match_scoring=match_scoring)
    offer.check(report)  # before the players of TRF have other numbers than on this site
    if offer in FIDE:
        kind = ROUND_ROBIN if seats_met and not report.kind else report.kind
        nameless = reports.nameless(participants, audience)
        report, ratings = trf_facts(replace(report, kind=kind), tournament, participants, nameless)
        facts = facts._replace(national_ratings=ratings, comments=comments(tournament, participants))
    return offer.write(report, facts)
