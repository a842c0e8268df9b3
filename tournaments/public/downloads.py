"""The files of a tournament that anyone may download, and those for FIDE that its club and the federation may.

A file is made when it is requested; the same tournament gives the same bytes.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import NamedTuple

from django.conf import settings
from msgspec.structs import replace

from federation.i18n.errors import filled
from tournaments.formats.common.unwritable import DoesNotFit
from tournaments.formats.games_csv import writer as games_csv
from tournaments.formats.go import cell_writer, egd_writer, ffg_writer
from tournaments.formats.open_gotha import writer as open_gotha
from tournaments.formats.pgn import writer as pgn
from tournaments.formats.report import ReportedPairing, ReportedPlayer, Result, TournamentReport
from tournaments.formats.trf import writer as trf
from tournaments.formats.trf.writer import TeamBye, TeamTotals
from tournaments.models import Discipline, Tournament
from tournaments.public.trf_facts import trf_facts
from tournaments.standings import report as reports
from tournaments.standings import tie_breaks
from tournaments.standings.ranking import annulled, ranking
from tournaments.standings.report import Audience
from tournaments.standings.sides import ROUND_ROBIN, half_points_of, is_round_robin, sides
from tournaments.standings.team_standings import standings_of
from tournaments.standings.team_tie_break_codes import after_the_points

Write = Callable[[TournamentReport, "Facts"], bytes]
Check = Callable[[Sequence[ReportedPairing]], object]
TEXT = "text/plain; charset=utf-8"
LATIN = "text/plain; charset=iso-8859-15"


class Facts(NamedTuple):
    """What TRF says of a tournament beyond its report: what teams reached, by name, and how the players were paired."""

    totals: Mapping[str, TeamTotals] = {}
    team_bye: TeamBye | None = None
    national_ratings: Mapping[int, int] = {}
    coded_kind: str = ""
    first_colour: str = ""


@dataclass(frozen=True)
class Offer:
    """A file of a tournament."""

    name: str  # in its address
    label: str  # the format as people know it
    write: Write  # raises `DoesNotFit`
    content_type: str = TEXT
    check: Check | None = None  # go: whether the format has a place for these games
    needs_grades: bool = False  # go: it has no place for a player who has neither a grade nor a level

    def sentence(self, problem: DoesNotFit) -> str:
        """Return why there is no such file, in the reader's language."""
        return filled(problem.template, problem.facts)


@dataclass(frozen=True)
class Shelf:
    """The files of a tournament that are offered, and those that its games do not fit into."""

    files: list[Offer]
    missing: list[tuple[Offer, str]]  # and why: a sentence


def _trf(edition: str, report: TournamentReport, facts: Facts) -> bytes:
    return trf.write(report, edition=edition, federation=settings.FEDERATION_CODE, **facts._asdict())


def _of_report(write: Callable[[TournamentReport], bytes]) -> Write:
    return lambda report, _facts: write(report)


FIDE = (Offer("trf16.trf", "TRF16", partial(_trf, "trf16")), Offer("trf26.trf", "TRF26", partial(_trf, "trf26")))
GAMES = Offer("games.csv", "CSV", lambda report, _facts: games_csv.write([report]), "text/csv; charset=utf-8")
CHESS = (*FIDE, Offer("games.pgn", "PGN", _of_report(pgn.write), "application/vnd.chess-pgn"), GAMES)
GO = (
    Offer("egd.h9", "EGD", _of_report(egd_writer.write), TEXT, egd_writer.check, needs_grades=True),
    Offer("ffg.tou", "FFG", _of_report(ffg_writer.write), LATIN, cell_writer.board_of_cells, needs_grades=True),
    Offer("opengotha.xml", "OpenGotha", _of_report(open_gotha.write), "application/xml", cell_writer.board_of),
    GAMES,
)


def offers(tournament: Tournament) -> Mapping[str, Offer]:
    """Return the files of a tournament that anyone may have, by name."""
    files = {Discipline.CHESS: CHESS, Discipline.GO: GO}.get(Discipline(tournament.discipline), ())
    return {offer.name: offer for offer in files}


def shelf(tournament: Tournament) -> Shelf:
    """Return the files of a tournament, as far as that is known without writing them. Go: two queries.

    Whether a chess player has two games in a round is known from the stored tie-breaks.
    """
    files = list(offers(tournament).values())
    missing = [(offer, offer.sentence(problem)) for offer, problem in _unwritable(tournament, files)]
    return Shelf([offer for offer in files if offer not in dict(missing)], missing)


def _unwritable(tournament: Tournament, files: Iterable[Offer]) -> Iterator[tuple[Offer, DoesNotFit]]:
    kept = getattr(tournament, "tie_breaks", None)
    if kept is not None and kept.error_template == tie_breaks.TWO_GAMES:
        yield from ((offer, DoesNotFit(trf.TWO_GAMES, **kept.error_facts)) for offer in FIDE)
    if not tournament.is_go:
        return
    rows = tournament.pairings.values_list("round", "white__number", "black__number", "board_size")
    games = [
        ReportedPairing(number, None, white, black, Result.PENDING, None, board_size=size)
        for number, white, black, size in rows
    ]
    entries = tournament.participants.order_by("number").values_list("number", "file_grade", "file_rating")
    players = [ReportedPlayer(number, "", "", grade=grade, rating=rating) for number, grade, rating in entries]
    for offer in files:
        try:
            if offer.check:
                offer.check(games)
            if offer.needs_grades:
                cell_writer.require_grades(players)
        except DoesNotFit as problem:
            yield offer, problem


def for_fide(tournament: Tournament) -> Mapping[str, Offer]:
    """Return the reports with birth dates, by name."""
    return {offer.name: offer for offer in FIDE} if tournament.discipline == Discipline.CHESS else {}


def written(tournament: Tournament, offer: Offer, audience: Audience) -> bytes:
    """Return the file, with points, ranks and tie-breaks as the pages show them.

    Two queries, one more for arbiters, and at most five for the ratings of TRF. Raise `DoesNotFit` if the format has no
    place for what the tournament is.
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
    if offer in FIDE:
        kind = ROUND_ROBIN if seats_met and not report.kind else report.kind
        nameless = reports.nameless(participants, audience)
        report, *told = trf_facts(replace(report, kind=kind), tournament, participants, nameless)
        facts = Facts(*facts[:2], *told)
    return offer.write(report, facts)
