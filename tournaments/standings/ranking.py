"""Ranks and tie-breaks of a tournament: calculated once and stored, so that pages only read them.

They are stored with the digest of their inputs. If these changed, a job calculates them again; until then a small
tournament is calculated at once, and a large one is ranked by points only.
"""

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field, replace
from itertools import groupby

from django.contrib.auth.models import User
from django.db import transaction
from django.utils.translation import gettext_noop as noop

from federation.background import jobs
from tournaments.errors import ACCEPTED, Refused
from tournaments.formats.common.consistency import points_of
from tournaments.formats.go import mcmahon
from tournaments.formats.report import USUAL_POINTS, TournamentReport
from tournaments.models import ComputedTieBreaks, Discipline, Participant, Stage, Tournament
from tournaments.standings import report as reports
from tournaments.standings import tie_breaks
from tournaments.standings.sides import ROUND_ROBIN, is_round_robin, sides
from tournaments.standings.teams import Points
from tournaments.standings.tie_break_codes import FIDE, order_of
from tournaments.standings.tie_breaks import TieBreakError, Value

VERSION = 2  # of the computation; changing it makes everything stored stale
ON_THE_SPOT = 200  # players; takes a tenth of a second or two
WINS = "NBW"  # go
# The units of go criteria, as parts of a point; the others count in halves.
PARTS = {"SODOS": 4, mcmahon.DIRECT: 1, mcmahon.SIMPLE: 1}

WAITING = noop("The tie-breaks are being calculated; until then only the points decide.")


@dataclass(frozen=True)
class Ranking:
    """The ranks of a tournament and their tie-breaks, by start number."""

    ranks: dict[int, int]  # equal for ties that nothing breaks
    used: tuple[str, ...] = ()  # tie-breaks that decide after the points, by code
    values: dict[int, dict[str, Value]] = field(default_factory=dict)
    rules: str = ""  # FIDE: the edition of C.07, its day
    is_of_file: bool = False  # go: the order is that of the file
    template: str = ""  # why there are no tie-breaks: an English sentence with placeholders, filled by ``facts``
    facts: Mapping[str, object] = field(default_factory=dict)


def ranking(tournament: Tournament, report: TournamentReport, seats_met: bool, gone: Collection[int] = ()) -> Ranking:
    """Return the stored ranking, or calculate it. No query if ``tie_breaks`` was selected.

    ``seats_met``: everybody was paired with everybody. ``gone``: the numbers of players whose games do not count; they
    rank last.
    """
    found = _ranking(tournament, reports.without(report, gone), seats_met)
    last = len(report.players) - len(gone) + 1
    return replace(found, ranks=found.ranks | dict.fromkeys(gone, last)) if gone else found


def annulled(participants: Iterable[Participant]) -> list[int]:
    """Return the numbers of players whose games do not count for the standings."""
    return [each.number for each in participants if each.annulled]


def _ranking(tournament: Tournament, report: TournamentReport, seats_met: bool) -> Ranking:
    if tournament.discipline == Discipline.GO:
        return go_ranking(report)
    used, digest = _basis(tournament, report, seats_met)
    kept = getattr(tournament, "tie_breaks", None)
    if kept is not None and kept.digest == digest:
        return _of_kept(kept, report)
    is_small = len(report.players) <= ON_THE_SPOT
    if kept is not None or not is_small:
        later([tournament.pk])
    if is_small:
        return _computed(report, used, _is_round_robin(tournament, seats_met))
    return replace(by_points(report), template=WAITING)


@transaction.atomic
def choose(tournament: Tournament, codes: list[str], by: User | None, team_bye: Points | None = None) -> None:
    """Choose the tie-breaks, in order; if empty, those of the file, else the usual ones of its kind.

    ``team_bye``: what the bye of the pairing is worth for a team; None: as the file says, else half of a match. Raise
    `Refused` if the tournament is accepted: see `corrections`.
    """
    locked = Tournament.objects.select_for_update(of=("self",)).get(pk=tournament.pk)
    if locked.stage == Stage.ACCEPTED:
        raise Refused(ACCEPTED, name=locked.name)
    locked.tie_break_order = codes
    locked.team_bye_match_points, locked.team_bye_board_points = team_bye or (None, None)
    locked.save(update_fields=["tie_break_order", "team_bye_match_points", "team_bye_board_points"])
    later([locked.pk], by)


def later(ids: Iterable[int], by: User | None = None) -> None:
    """Have a worker calculate the tie-breaks of tournaments: see `keep`."""
    tournaments = sorted(ids)
    if tournaments:
        key = hashlib.sha256(json.dumps(tournaments).encode()).hexdigest()[:16]
        jobs.submit("tie_breaks", f"tie_breaks:{key}", {"tournaments": tournaments}, by)


def keep(tournament_id: int) -> bool:
    """Calculate and store the tie-breaks of a tournament, unless that was done. Return whether there was work."""
    tournament = Tournament.objects.select_related("tie_breaks").filter(pk=tournament_id).first()
    if tournament is None or tournament.discipline == Discipline.GO:
        return False
    participants, pairings = reports.load(tournament)
    seen = sides(pairings)
    seats_met = is_round_robin(tournament.kind, {each.pk: seen[each.pk] for each in participants})
    report = reports.without(reports.report_of(tournament, participants, pairings), annulled(participants))
    used, digest = _basis(tournament, report, seats_met)
    kept = getattr(tournament, "tie_breaks", None)
    if kept is not None and kept.digest == digest:
        return False
    found = _computed(report, used, _is_round_robin(tournament, seats_met))
    ComputedTieBreaks.objects.update_or_create(
        tournament=tournament,
        defaults={
            "digest": digest,
            "rules": found.rules,
            "used": list(found.used),
            "ranks": {str(number): rank for number, rank in found.ranks.items()},
            "values": {str(number): values for number, values in found.values.items()},
            "error_template": found.template,
            "error_facts": dict(found.facts),
        },
    )
    return True


def by_points(report: TournamentReport) -> Ranking:
    points = points_of(report.players, report.pairings, report.point_system)
    ranks: dict[int, int] = {}
    for _, equal in groupby(sorted(points, key=lambda number: -points[number]), key=lambda number: points[number]):
        rank = len(ranks) + 1
        ranks |= dict.fromkeys(equal, rank)
    return Ranking(ranks)


def go_ranking(report: TournamentReport) -> Ranking:
    """Rank a tournament of go by the criteria of the file, else by McMahon score if players have starts, else by wins.

    The order of the file counts if it has one.
    """
    is_mcmahon = any(player.start_score is not None for player in report.players)
    starts = {player.number: round(2 * (player.start_score or 0)) for player in report.players}
    groups = mcmahon.groups_of(report.players)
    found = mcmahon.scores(
        starts, report.pairings, rounds_down=report.rounds_down, with_stones=is_mcmahon, groups=groups
    )
    asked = tuple(code for code in report.tie_breaks if code in mcmahon.CRITERIA)
    by = asked or (mcmahon.BY_SCORE if is_mcmahon else mcmahon.BY_WINS)
    ranks = mcmahon.order(found, report.pairings, by)
    used = by[by[0] == WINS :]  # without the points, which every table has
    left_out = {WINS, mcmahon.DIRECT, mcmahon.SIMPLE, *(() if is_mcmahon else ("MMS",))} - set(used)
    computed = {code: value for code, value in mcmahon.CRITERIA.items() if code not in left_out}
    values: dict[int, dict[str, Value]] = {
        number: {code: value(each) / PARTS.get(code, 2) for code, value in computed.items()}
        for number, each in found.items()
    }
    file_ranks = {player.number: player.rank for player in report.players if player.rank}
    if report.players and len(file_ranks) == len(report.players):
        return Ranking(file_ranks, used, values, is_of_file=True)
    return Ranking(ranks, used, values)


def _basis(tournament: Tournament, report: TournamentReport, seats_met: bool) -> tuple[list[str], str]:
    """Return the tie-breaks that decide, and the digest of everything that the calculation looks at."""
    is_robin = _is_round_robin(tournament, seats_met)
    used = order_of(tournament, is_robin)
    looked_at = (
        VERSION,
        report.discipline,
        report.start.isoformat() if report.start else "",
        is_robin,
        used,
        [(player.number, player.rating) for player in report.players],
        [(each.round, each.white, each.black, each.letters) for each in report.pairings],
        *([] if report.point_system == USUAL_POINTS else report.point_system),
    )
    return used, hashlib.sha256(json.dumps(looked_at).encode()).hexdigest()


def _is_round_robin(tournament: Tournament, seats_met: bool) -> bool:
    return tournament.kind == ROUND_ROBIN or seats_met


def _computed(report: TournamentReport, used: list[str], is_robin: bool) -> Ranking:
    try:
        found = tie_breaks.compute(report, used, list(FIDE), is_robin)
    except TieBreakError as error:
        return replace(by_points(report), template=error.template, facts=error.facts)
    return Ranking(found.ranks, tuple(used), found.values, found.rules)


def _of_kept(kept: ComputedTieBreaks, report: TournamentReport) -> Ranking:
    numbers = [player.number for player in report.players]
    return Ranking(
        {number: kept.ranks[str(number)] for number in numbers},
        tuple(kept.used),
        {number: kept.values.get(str(number), {}) for number in numbers},
        kept.rules,
        template=kept.error_template,
        facts=kept.error_facts,
    )
