"""Decades of a federation's lists, end to end: games into arrays, every list from zero, one late correction.

A million games (``--games N`` for another size) of a fortieth as many players over 91 half-years, Belgian rules, after
a starting list. From zero is the verb of the command: every line of every list, the whole ledger, digests, each list
published; and then the files of the last one. Lists are whole snapshots with ranks, as readers see them, so their
lines grow with everybody who ever played. Raw is the engine's own sum over five columns, or a raw cursor into arrays.
The usual Django way, on a slice, is objects, dictionaries, one rating at a time, rows and `bulk_create`.
"""

from __future__ import annotations

import datetime as dt
from typing import Any

import numpy as np
from django.db import connection

from benchmarks import children, raw, usual
from benchmarks.careers import START, Careers, careers
from benchmarks.decades import founders_csv, store
from benchmarks.measure import MEGABYTE, Row, in_child, medians, seconds_of
from federation.models import Affiliation, Club, Job, Member
from ratings.calculation import chain
from ratings.games.players import read_people
from ratings.games.selection import read_archive
from ratings.lists import diffs
from ratings.lists.publication import withdraw
from ratings.lists.rating_run import rate, rate_from_zero
from ratings.models import ListPart, PoolRules, RatedTournament, RatingList, RatingPool, RenderedFile
from ratings.pools.creation import create_pool
from ratings.public import rendering
from ratings.starting_lists.create import import_ratings
from ratings.storage.parts import read_ledger, read_ratings
from ratings.systems.period import Kind
from tournaments.corrections import correct
from tournaments.models import PackedGames, Pairing, Participant, Result, Tournament
from tournaments.storage import packed_games

PERIODS, GAMES_A_PLAYER = 91, 40
READING_GOALS = {"sqlite": 0.5, "postgresql": 3.0}  # PostgreSQL hands over through a socket what it sums in place
UNTIL = START + dt.timedelta(days=182 * PERIODS)
SUM = "SELECT count(*), sum(tournament_id), sum(white_id), sum(black_id), sum(round), sum(id) FROM tournaments_pairing"
ROWS = "SELECT tournament_id, white_id, black_id, round, white_result FROM tournaments_pairing"
RECORD = np.dtype([("tournament", "i8"), ("white", "i8"), ("black", "i8"), ("round", "i8"), ("result", "U1")])
SLICE = 100_000
EVERYTHING = (
    *(ListPart, RatedTournament, RenderedFile, RatingList, PoolRules, RatingPool, Job, PackedGames),
    *(Pairing, Participant, Tournament, Affiliation, Member, Club),
)


def measure(quick: bool, games: int = 0) -> list[Row]:
    """The rows of this subject."""
    games = games or (20_000 if quick else 1_000_000)
    return _usual_way(min(games, SLICE)) + _whole(games, 1 if quick else 5)


def _whole(games: int, repetitions: int) -> list[Row]:
    pool = _pool("elo", _store(games))
    count = Pairing.objects.count()
    people = read_people()
    archive = read_archive(pool, people, None, UNTIL)
    assert len(archive.days) == count, "not every game was read"
    ways = {"packed": lambda: read_archive(pool, people, None, UNTIL), "rows": _pack, "scan": _scan, "cursor": _cursor}
    read = medians(ways, repetitions)
    memory = _memory(pool)
    whole = seconds_of(lambda: rate_from_zero(pool, UNTIL, publish=True))
    lists = list(pool.lists.published().filter(imported=False).order_by("date"))
    rows, entries = (sum(len(read(each)) for each in lists) for read in (read_ratings, read_ledger))
    files = seconds_of(lambda: rendering.render(lists[-1]))
    computed = seconds_of(lambda: in_memory(pool.slug))
    day, drawn = lists[-1].date, _drawn(lists[-1])
    late = medians({"late": lambda: _late_correction(pool, day, drawn)}, repetitions, lambda: _take_back(pool))
    size = f"{count:,} games"
    made = f"{size}, {len(lists)} lists: {rows:,} ratings, {entries:,} entries, digests, published"
    return [
        Row(
            f"reading {size} into arrays",
            "the engine's sum of 5 columns",
            read["packed"] / read["scan"],
            at_most=READING_GOALS[connection.vendor],
        ),
        Row(f"packing {size} from their rows", "a raw cursor over 5 columns", read["rows"] / read["cursor"], at_most=8),
        Row(
            f"{size}, {len(lists)} lists reckoned in memory, no ledger",
            "reading the game rows by raw cursor into arrays",
            computed / read["cursor"],
            at_most=1,
        ),
        Row(
            f"{made}, files of the last",
            "reading the game rows by raw cursor into arrays",
            (whole + files) / read["cursor"],
            at_most=2,
        ),
        Row(
            f"of it, all pages and files of the last list, {lists[-1].player_count:,} players",
            "reading the game rows by raw cursor into arrays",
            files / read["cursor"],
            at_most=1,
        ),
        Row(
            "one result corrected in the last period: reckoned, draft written, compared",
            f"all {len(lists)} lists from zero",
            late["late"] / whole,
            at_most=1 / 40,
        ),
        Row(
            f"peak memory above Django's own, {size} in memory",
            f"60 bytes a game and 100 MB ({(60 * count + 100 * MEGABYTE) // MEGABYTE} MB)",
            memory / (60 * count + 100 * MEGABYTE),
            at_most=1,
        ),
    ]


def _usual_way(games: int) -> list[Row]:
    """On a slice; the database is empty again afterwards."""
    found = _store(games)
    ours, other = _pool("ours", found), _pool("usual", found)
    with usual.tables():
        seconds = {
            "ours": seconds_of(lambda: rate_from_zero(ours, UNTIL, publish=True)),
            "usual": seconds_of(lambda: usual.rate(other, UNTIL)),
        }
    row = Row(
        f"{Pairing.objects.count():,} games, {len(_days(ours))} lists with ranks and ledger, digests, published",
        "the usual Django way, no digests, nothing published",
        seconds["usual"] / seconds["ours"],
        at_least=30,
    )
    with connection.constraint_checks_disabled():
        raw.empty(*EVERYTHING)
    return [row]


def _store(games: int) -> Careers:
    found = careers(games, max(games // GAMES_A_PLAYER, 300), PERIODS)
    store(found)
    return found


def _pool(slug: str, found: Careers) -> RatingPool:
    """With the founders' ratings as its starting list."""
    pool = create_pool(slug, "frbe", months=(1, 7))
    import_ratings(pool, START - dt.timedelta(days=1), founders_csv(found))
    return pool


def _pack() -> None:
    ids = list(Tournament.objects.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(ids), packed_games.SOME):
        list(packed_games.pack(Tournament.objects.filter(pk__in=ids[start : start + packed_games.SOME])))


def _scan() -> None:
    with connection.cursor() as cursor:
        cursor.execute(SUM)
        cursor.fetchall()


def _cursor() -> np.ndarray:
    with connection.cursor() as cursor:
        cursor.execute(ROWS)
        return np.fromiter(iter(_rows(cursor)), RECORD)


def _rows(cursor: Any) -> Any:
    while rows := cursor.fetchmany(10_000):
        yield from rows


def _days(pool: RatingPool) -> list[dt.date]:
    return chain.list_dates(pool, UNTIL)


def in_memory(slug: str) -> None:
    """All lists of the pool after its starting list, without a ledger; nothing is written."""
    pool = RatingPool.objects.get(slug=slug)
    start = pool.lists.published().order_by("date").first()
    for _step in chain.steps(pool, _days(pool), start=start, ledger=False):
        pass


def _drawn(rating_list: RatingList) -> Pairing:
    """A game that moved ratings of the list. Won and lost by turns it never is again what is published."""
    ledger = read_ledger(rating_list)
    drawn = ledger.pairing[(ledger.kind == Kind.GAME) & (ledger.half_points == 1)]
    return Pairing.objects.get(pk=int(drawn[-1]))


def _late_correction(pool: RatingPool, day: dt.date, pairing: Pairing) -> None:
    pairing.refresh_from_db()
    white, black = (Result.LOSS, Result.WIN) if pairing.white_result == "1" else (Result.WIN, Result.LOSS)
    correct.correct_result(pairing, white, black, None, "The card says so.")
    draft = rate(pool, day, reason="A result was corrected.")
    assert not diffs.against_revised(draft).is_empty, "the correction changed no rating"


def _take_back(pool: RatingPool) -> None:
    for draft in pool.lists.filter(state=RatingList.State.DRAFT):
        withdraw(draft)


def _memory(pool: RatingPool) -> int:
    """Bytes at the peak of a process that reckons everything in memory, less those of one that only starts."""
    connection.close()
    _, whole = in_child(children.reckon, pool.slug)
    _, nothing = in_child(children.reckon, "")
    return whole - nothing
