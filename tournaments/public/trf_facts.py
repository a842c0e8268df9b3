"""What a TRF file needs beyond the report of a tournament: start numbers, both kinds of ratings, system, first colour.

Pairing programs and FIDE's checkers take the file literally (formats/trf 2.6b): players are numbered from 1 on, FIDE's
column has a rating of FIDE or none, and a Swiss that was paired on this site can be replayed round by round.
"""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from federation import hooks
from federation.foreign_lists.fide_ratings import listed_ratings
from tournaments.formats.common.start_numbers import by_strength, renumbered
from tournaments.formats.report import ReportedPlayer, Result, TournamentReport
from tournaments.formats.trf.writer import BERGER, DUTCH
from tournaments.models import Pace, Participant, Tournament
from tournaments.standings.sides import ROUND_ROBIN, SWISS

TRF = "trf"  # key of the format


def trf_facts(
    report: TournamentReport, tournament: Tournament, participants: Sequence[Participant], hidden: Collection[int]
) -> tuple[TournamentReport, dict[int, int]]:
    """Return the report as TRF has it, and the national ratings by start number. At most five queries.

    ``hidden``: numbers of players without a name.

    A game without a result is left out: TRF has no letter for it, and pairing programs refuse the file.
    """
    order = _order(report, tournament)
    fide, national = ratings_of(tournament, participants, hidden)
    finished = tuple(each for each in report.pairings if each.white_result is not Result.PENDING)
    rated = [replace(player, rating=fide.get(player.number)) for player in order]
    nationals = {place: national.get(player.number) for place, player in enumerate(order, start=1)}
    system, colour = _system(tournament)
    finished_report = replace(report, pairings=finished, system=system, first_colour=colour)
    return renumbered(finished_report, rated), {number: rating for number, rating in nationals.items() if rating}


def _order(report: TournamentReport, tournament: Tournament) -> Sequence[ReportedPlayer]:
    """Return the players in the order of their start numbers.

    Those of a TRF file, of a table and of the boards of a team are kept, as are those that this site paired by. Other
    programs number players as they register.
    """
    is_kept = tournament.is_paired_here or tournament.format == TRF or report.kind in {ROUND_ROBIN, "team"}
    return report.players if is_kept else by_strength(report.players)


def ratings_of(
    tournament: Tournament, participants: Sequence[Participant], hidden: Collection[int]
) -> tuple[dict[int, int | None], dict[int, int | None]]:
    """Return FIDE's ratings and the national ones by start number, of the lists that held when the event began.

    FIDE's are known of standard play alone, unless the file has them, as TRF does. Where no list is known, the member
    and the file are asked.
    """
    day, is_standard = tournament.start or tournament.end, tournament.pace == Pace.STANDARD
    members = [each.member_id for each in participants if each.member_id and each.number not in hidden]
    listed = listed_ratings(members, day) if day and is_standard else {}
    held: dict[int, int] = {}
    for ratings_in_force in hooks.functions("RATINGS_IN_FORCE") if day else ():
        held |= ratings_in_force(members, tournament.pace, day)
    fide: dict[int, int | None] = {}
    national: dict[int, int | None] = {}
    for each in participants:
        if each.number in hidden:
            national[each.number] = each.file_rating
            continue
        has_id = each.file_fide_id or (each.member and each.member.fide_id)
        of_trf = each.file_rating if tournament.format == TRF and has_id else None
        today = each.member.fide_rating if each.member and is_standard else None
        known = listed.get(each.member_id or 0) or each.file_fide_rating or of_trf or today
        stated = None if of_trf or each.file_rating == known else each.file_rating
        fide[each.number], national[each.number] = known, held.get(each.member_id or 0) or stated
    return fide, national


def _system(tournament: Tournament) -> tuple[str, str]:
    """Return the system of pairing and the colour of number 1: of tournaments paired here, else as a TRF file says."""
    if not tournament.is_paired_here:
        facts = tournament.file_facts if tournament.kind == tournament.file_facts.get("kind") else {}
        return facts.get("system", ""), facts.get("first_colour", "")
    if tournament.kind == SWISS:
        return DUTCH, tournament.first_colour.upper()
    return BERGER.get(tournament.cycles, ""), ""
