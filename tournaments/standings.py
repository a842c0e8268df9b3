"""Standings and crosstables: points by 1, ½, 0 and the tie-breaks that need no settings. Sums are in half points."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import groupby

from tournaments.formats.report import Result
from tournaments.models import Pairing, Participant, Tournament
from tournaments.results import SIGNS


@dataclass(frozen=True)
class Played:
    """One pairing as one participant sees it; sides and opponents are numbered as the caller likes (here: ids)."""

    round: int
    opponent: int | None  # None: a bye
    is_white: bool
    result: Result
    pairing: int = 0
    stones: int = 0  # go: the handicap of the game

    @property
    def is_game(self) -> bool:
        """Played at the board."""
        return self.opponent is not None and self.result.is_played


@dataclass
class Score:
    """What somebody reached. All but the counts is in half points, Sonneborn-Berger in quarters."""

    points: int = 0
    played_points: int = 0  # without byes and forfeits
    games: int = 0
    wins: int = 0
    direct: int = 0  # points against those of equal points, where all of them met
    buchholz: int = 0
    sonneborn_berger: int = 0

    @property
    def order(self) -> tuple[int, ...]:
        """Who is first: points, direct encounter, Buchholz, Sonneborn-Berger, wins."""
        return self.points, self.direct, self.buchholz, self.sonneborn_berger, self.wins


@dataclass(frozen=True)
class Row:
    """A line of the standings."""

    rank: int  # equal where the tie-breaks do not part them
    participant: Participant
    score: Score

    @property
    def points(self) -> float:
        return self.score.points / 2

    @property
    def played_points(self) -> float:
        return self.score.played_points / 2

    @property
    def buchholz(self) -> float:
        return self.score.buchholz / 2

    @property
    def sonneborn_berger(self) -> float:
        return self.score.sonneborn_berger / 4

    @property
    def differs_from_file(self) -> bool:
        """The file claims other points."""
        claimed = self.participant.file_points
        return claimed is not None and claimed != self.points


@dataclass(frozen=True)
class Cell:
    """One pairing in a crosstable."""

    played: Played
    opponent_line: int | None  # the line of the opponent in the table, from 1; None: a bye

    @property
    def symbol(self) -> str:
        """1, ½, 0, + or − as tables print them; "" for a bye without points, "*" for a game without a result."""
        result = self.played.result
        return "" if result == Result.ZERO_BYE else SIGNS[result]


@dataclass(frozen=True)
class CrosstableRow:
    """A line of a crosstable: its cells by column, usually one or none each."""

    line: int
    standing: Row
    cells: list[list[Cell]]


@dataclass(frozen=True)
class Crosstable:
    """Everybody's games. Swiss: the columns are the rounds; round robin: the columns are the lines."""

    is_round_robin: bool
    columns: list[int]
    rows: list[CrosstableRow] = field(default_factory=list)


def scores(seen: dict[int, list[Played]]) -> dict[int, Score]:
    """The score of everybody. ``seen``: the pairings of each, also of those who have none."""
    found = {who: _own_score(pairings) for who, pairings in seen.items()}
    for who, pairings in seen.items():
        games = [played for played in pairings if played.is_game]
        found[who].buchholz = sum(found[played.opponent].points for played in games)
        found[who].sonneborn_berger = sum(found[played.opponent].points * played.result.half_points for played in games)
    by_points: dict[int, list[int]] = defaultdict(list)
    for who, score in found.items():
        by_points[score.points].append(who)
    for tied in by_points.values():
        for who, points in _direct_encounters(tied, seen).items():
            found[who].direct = points
    return found


def standings(tournament: Tournament) -> list[Row]:
    """The participants in order of rank. Two queries."""
    participants, seen = _load(tournament)
    return _ranked(tournament, participants, scores(seen))


def crosstable(tournament: Tournament) -> Crosstable:
    """The crosstable of a tournament, in order of rank. Two queries."""
    participants, seen = _load(tournament)
    ranked = _ranked(tournament, participants, scores(seen))
    lines = {row.participant.pk: line for line, row in enumerate(ranked, start=1)}
    is_round_robin = _is_round_robin(seen)
    last = max((played.round for pairings in seen.values() for played in pairings), default=0)
    columns = list(range(1, (len(ranked) if is_round_robin else max(last, tournament.rounds)) + 1))
    rows = []
    for line, row in enumerate(ranked, start=1):
        cells: list[list[Cell]] = [[] for _ in columns]
        for played in seen[row.participant.pk]:
            opponent_line = lines[played.opponent] if played.opponent is not None else None
            column = opponent_line if is_round_robin else played.round
            if column:
                cells[column - 1].append(Cell(played, opponent_line))
        rows.append(CrosstableRow(line, row, cells))
    return Crosstable(is_round_robin, columns, rows)


def sides(pairings: Iterable[Pairing]) -> dict[int, list[Played]]:
    """Each pairing as its white and its black see it, by id of the participant, in order of round."""
    seen: dict[int, list[Played]] = defaultdict(list)
    for pairing in pairings:
        white, black = pairing.results
        stones = pairing.handicap or 0
        seen[pairing.white_id].append(Played(pairing.round, pairing.black_id, True, white, pairing.pk, stones))
        if pairing.black_id is not None and black is not None:
            seen[pairing.black_id].append(Played(pairing.round, pairing.white_id, False, black, pairing.pk, stones))
    return seen


def _load(tournament: Tournament) -> tuple[list[Participant], dict[int, list[Played]]]:
    participants = list(tournament.participants.select_related("member").order_by("number"))
    seen = sides(tournament.pairings.order_by("round", "board", "pk"))
    return participants, {participant.pk: seen.get(participant.pk, []) for participant in participants}


def _own_score(pairings: Iterable[Played]) -> Score:
    score = Score()
    for played in pairings:
        score.points += played.result.half_points
        if played.is_game:
            score.played_points += played.result.half_points
            score.games += 1
            score.wins += played.result.half_points == 2
    return score


def _direct_encounters(tied: Sequence[int], seen: dict[int, list[Played]]) -> dict[int, int]:
    """Points among those of equal points; empty unless each of them met all others."""
    together = set(tied)
    among = {who: [played for played in seen[who] if played.is_game and played.opponent in together] for who in tied}
    if len(tied) < 2 or any(len({played.opponent for played in games}) < len(tied) - 1 for games in among.values()):
        return {}
    return {who: sum(played.result.half_points for played in games) for who, games in among.items()}


def has_order_of_file(tournament: Tournament, participants: Collection[Participant]) -> bool:
    """Go: points alone do not rank a tournament in which everybody starts with the score of his grade."""
    return tournament.is_go and bool(participants) and all(each.file_rank for each in participants)


def _ranked(tournament: Tournament, participants: Collection[Participant], found: dict[int, Score]) -> list[Row]:
    if has_order_of_file(tournament, participants):
        ordered = sorted(participants, key=lambda each: (each.file_rank or 0, each.number))
        return [Row(each.file_rank or 0, each, found[each.pk]) for each in ordered]
    return _ranked_by_score(participants, found)


def _ranked_by_score(participants: Iterable[Participant], found: dict[int, Score]) -> list[Row]:
    def order(participant: Participant) -> tuple[int, ...]:
        return found[participant.pk].order

    rows: list[Row] = []
    ordered = sorted(participants, key=lambda participant: participant.number)
    for _, equal in groupby(sorted(ordered, key=order, reverse=True), key=order):
        rank = len(rows) + 1
        rows += [Row(rank, participant, found[participant.pk]) for participant in equal]
    return rows


def _is_round_robin(seen: dict[int, list[Played]]) -> bool:
    """Everybody was paired with everybody else, and there are more than two."""
    return len(seen) > 2 and all(
        len({played.opponent for played in pairings if played.opponent is not None}) == len(seen) - 1
        for pairings in seen.values()
    )
