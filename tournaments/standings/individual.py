"""The standings of a tournament: rank, points and tie-breaks of each player."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field

from django.utils.translation import gettext_noop as noop

from federation.i18n.errors import filled
from federation.web.tables import points
from tournaments.formats.report import USUAL_POINTS, PointSystem
from tournaments.models import Participant, Tournament
from tournaments.standings import report as reports
from tournaments.standings.ranking import Ranking, annulled, ranking
from tournaments.standings.sides import Played, half_points_of, is_round_robin, sides
from tournaments.standings.tie_break_codes import FIDE, GO, TieBreak, tie_break
from tournaments.standings.tie_breaks import Value

LEFT = noop(
    "%(player)s withdrew. Games with %(player)s do not count in the standings; those that were played are rated."
)

UNUSUAL = noop(
    "Points by the rules of the event: %(win)s for a win, %(draw)s for a draw, %(loss)s for a loss, %(absent)s "
    "for a forfeit or an absence, %(bye)s for the pairing-allocated bye."
)


@dataclass(frozen=True)
class Row:
    rank: int  # equal for ties that the tie-breaks do not break
    participant: Participant
    half_points: int
    tie_breaks: Mapping[str, Value] = field(default_factory=dict)  # by code

    @property
    def points(self) -> float:
        return self.half_points / 2

    @property
    def is_annulled(self) -> bool:
        """Return whether the player left and their games do not count: they have no rank."""
        return self.participant.annulled

    @property
    def differs_from_file(self) -> bool:
        """Return whether the file claims other points."""
        claimed = self.participant.file_points
        return claimed is not None and claimed != self.points


@dataclass(frozen=True)
class Standings:
    """All players in order of rank, and what decides."""

    rows: list[Row]
    seen: dict[int, list[Played]]  # the pairings of each, by id of the participant
    seats_met: bool  # everybody was paired with everybody
    ranking: Ranking
    point_system: PointSystem = USUAL_POINTS

    @property
    def used(self) -> list[TieBreak]:
        """Return the tie-breaks that decide after the points, in order."""
        return [tie_break(code) for code in self.ranking.used]

    @property
    def others(self) -> list[TieBreak]:
        """Return the tie-breaks that were calculated, have a value for some player and do not decide."""
        known = {code for values in self.ranking.values.values() for code, value in values.items() if value is not None}
        return [each for code, each in (FIDE | GO).items() if code in known and code not in self.ranking.used]

    @property
    def note(self) -> str:
        """Return why there are no tie-breaks; "" if there are."""
        return filled(self.ranking.template, self.ranking.facts) if self.ranking.template else ""

    @property
    def has_usual_points(self) -> bool:
        """Return whether a win is worth 1, a draw ½, a loss 0."""
        return self.point_system == USUAL_POINTS

    @property
    def notes(self) -> list[str]:
        """Return what a reader has to know: unusual points, games that do not count, missing tie-breaks."""
        worths = {name: points(round(2 * worth)) for name, worth in self.point_system._asdict().items()}
        unusual = [] if self.has_usual_points else [filled(UNUSUAL, worths)]
        left = [filled(LEFT, {"player": row.participant.public_name}) for row in self.rows if row.is_annulled]
        return [*unusual, *left, *filter(None, [self.note])]


def standings(tournament: Tournament, *, with_clubs: bool = False) -> Standings:
    """Return the standings. Two queries, and one for the stored tie-breaks unless they were selected."""
    participants, pairings = reports.load(tournament, with_clubs=with_clubs)
    seen = sides(pairings)
    seen = {participant.pk: seen.get(participant.pk, []) for participant in participants}
    seats_met = is_round_robin(tournament.kind, seen)
    report = reports.report_of(tournament, participants, pairings)
    found = ranking(tournament, report, seats_met, annulled(participants))
    rows = _rows(participants, seen, found, report.point_system)
    return Standings(rows, seen, seats_met, found, report.point_system)


def _rows(
    participants: Sequence[Participant], seen: Mapping[int, list[Played]], found: Ranking, system: PointSystem
) -> list[Row]:
    gone = {each.pk for each in participants if each.annulled}
    rows = []
    for each in participants:
        half_points = half_points_of(_counted(each, seen, gone), system)
        rows.append(Row(found.ranks[each.number], each, half_points, found.values.get(each.number, {})))
    return sorted(rows, key=lambda row: (row.rank, row.participant.number))


def _counted(participant: Participant, seen: Mapping[int, list[Played]], gone: Collection[int]) -> list[Played]:
    """Return the games without those against players who do not count; of these, all their games."""
    if participant.pk in gone:
        return seen[participant.pk]
    return [played for played in seen[participant.pk] if played.opponent not in gone]
