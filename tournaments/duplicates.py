"""Is a tournament here twice? The same games under another name, or the same name and days with the same pairs."""

from __future__ import annotations

import datetime as dt
import hashlib
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from django.db.models import F, Q

from federation.names import folded
from tournaments import bulk
from tournaments.formats.report import Result
from tournaments.models import Pairing, Stage, Tournament

LEAST_GAMES = 3  # one or two equal games may happen twice
MARGIN = dt.timedelta(days=7)  # organisers' programs disagree on the days of an event
SHARED = 0.5  # of the pairs of the smaller of two tournaments of one name


class MembersGame(NamedTuple):
    """A pairing of two members."""

    tournament: int
    round: int
    white: int
    black: int
    white_result: str
    black_result: str


class Resembling(NamedTuple):
    """A tournament as far as it matters for finding twins."""

    id: int
    name: str
    start: dt.date | None
    end: dt.date | None
    fingerprint: str
    stage: str
    duplicate_allowed: bool


def fingerprint(games: Iterable[MembersGame]) -> str:
    """A digest of who met whom with which result, in any order and colours; "" where that is too little to tell."""
    lines = sorted(_line(game) for game in games if game.white_result != Result.PENDING)
    if len(lines) < LEAST_GAMES:
        return ""
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def refresh(tournaments: Sequence[Tournament]) -> None:
    """Compute and save the fingerprints after participants or results changed."""
    games = _games([tournament.pk for tournament in tournaments])
    for tournament in tournaments:
        tournament.fingerprint = fingerprint(games[tournament.pk])
    bulk.update(tournaments, ["fingerprint"])


def twins(tournaments: Sequence[Tournament]) -> Mapping[int, list[Resembling]]:
    """For each tournament (by id) those that it seems to repeat: further on in the flow than it, or here before it.

    Two queries, whatever the number of tournaments; none for tournaments that somebody declared to be no duplicates.
    """
    asked = [tournament for tournament in tournaments if not tournament.duplicate_allowed]
    suspects: dict[int, list[Resembling]] = {}
    if asked:
        others = _others(asked)
        by_name, by_print = defaultdict(list), defaultdict(list)
        for other in others:
            by_name[folded(other.name)].append(other)
            by_print[other.fingerprint].append(other)
        for tournament in asked:
            same_games = by_print[tournament.fingerprint] if tournament.fingerprint else []
            pool = {other.id: other for other in [*by_name[folded(tournament.name)], *same_games]}
            near = [
                other for other in pool.values() if _goes_before(other, tournament) and _same_days(other, tournament)
            ]
            if near:
                suspects[tournament.pk] = near
    return _confirmed(suspects, {tournament.pk: tournament for tournament in asked})


def _confirmed(suspects: dict[int, list[Resembling]], asked: Mapping[int, Tournament]) -> dict[int, list[Resembling]]:
    if not suspects:
        return {}
    games = _games({*suspects, *(other.id for near in suspects.values() for other in near)})
    pairs = {pk: _pairs(games[pk]) for pk in games}
    found = {}
    for pk, near in suspects.items():
        mine = asked[pk]
        same = [
            other
            for other in near
            if (mine.fingerprint and other.fingerprint == mine.fingerprint)
            or _overlap(pairs.get(pk), pairs.get(other.id))
        ]
        if same:
            found[pk] = same
    return found


def _overlap(mine: Counter[tuple[int, int, int]] | None, theirs: Counter[tuple[int, int, int]] | None) -> bool:
    if not mine or not theirs:
        return False
    return (mine & theirs).total() >= SHARED * min(mine.total(), theirs.total())


def _goes_before(other: Resembling, tournament: Tournament) -> bool:
    """One of two twins must give way: the one that is less far, else the later one."""
    order = [Stage.READ, Stage.SUBMITTED, Stage.ACCEPTED]
    theirs = (order.index(Stage(other.stage)), -other.id)
    stage = Stage.READ if tournament.stage == Stage.REJECTED else Stage(tournament.stage)
    return other.id != tournament.pk and theirs > (order.index(stage), -tournament.pk)


def _same_days(other: Resembling, tournament: Tournament) -> bool:
    """The days touch, give or take a week; a tournament without days touches all."""
    if not (other.start and other.end and tournament.start and tournament.end):
        return True
    return other.start <= tournament.end + MARGIN and tournament.start <= other.end + MARGIN


def _others(asked: Sequence[Tournament]) -> list[Resembling]:
    starts = [tournament.start for tournament in asked if tournament.start]
    ends = [tournament.end for tournament in asked if tournament.end]
    near = Q(start=None) | Q(end=None)
    if starts and ends:
        near |= Q(start__lte=max(ends) + MARGIN, end__gte=min(starts) - MARGIN)
    rows = Tournament.objects.exclude(stage=Stage.REJECTED).filter(near)
    if len(starts) < len(asked):  # nothing is known of its days: look at all
        rows = Tournament.objects.exclude(stage=Stage.REJECTED)
    return [Resembling(*row) for row in rows.order_by("pk").values_list(*Resembling._fields)]


def _games(ids: Iterable[int]) -> dict[int, list[MembersGame]]:
    found: dict[int, list[MembersGame]] = defaultdict(list)
    rows = Pairing.objects.filter(
        tournament__in=list(ids), white__member__isnull=False, black__member__isnull=False
    ).order_by()
    columns = (F("white__member"), F("black__member"))
    for row in rows.values_list("tournament_id", "round", *columns, "white_result", "black_result"):
        game = MembersGame(*row)
        found[game.tournament].append(game)
    return found


def _pairs(games: Iterable[MembersGame]) -> Counter[tuple[int, int, int]]:
    return Counter((game.round, *sorted((game.white, game.black))) for game in games)


def _line(game: MembersGame) -> str:
    if game.white < game.black:
        return f"{game.white} {game.black} {game.white_result}{game.black_result}"
    return f"{game.black} {game.white} {game.black_result}{game.white_result}"
