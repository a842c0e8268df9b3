"""Decades of a federation's lists: all of them from zero, a back-test of them, one late correction.

A million games (``--games N`` for another size) of a fortieth as many players over 91 half-years, Belgian rules, after
a starting list. From zero is the verb of the command: every rating of every list, the whole ledger, digests, each list
published; files are no part of it. Raw is a cursor over the games into arrays. The usual Django way, on a slice, is
objects, dictionaries, one rating at a time, rows and `bulk_create`.
"""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any

import numpy as np
from django.core.management import call_command
from django.db import connection

from benchmarks.invented import usual
from benchmarks.invented.careers import START, Careers, careers
from benchmarks.invented.decades import founders_csv, store
from benchmarks.measure import Row, medians, seconds_of
from ratings.backtests import backtest
from ratings.lists import diffs
from ratings.lists.publication import withdraw
from ratings.lists.rating_run import rate, rate_from_zero
from ratings.models import LedgerEntry, Rating, RatingList, RatingPool
from ratings.pools.creation import create_pool
from ratings.starting_lists.create import import_ratings
from ratings.systems.period import Kind
from tournaments.corrections import correct
from tournaments.models import Pairing, Result

PERIODS, GAMES_A_PLAYER, SLICE = 91, 40, 100_000
BYTES_A_GAME = 400
UNTIL = START + dt.timedelta(days=182 * PERIODS)
ROWS = "SELECT tournament_id, white_id, black_id, round, white_result FROM tournaments_pairing"
RECORD = np.dtype([("tournament", "i8"), ("white", "i8"), ("black", "i8"), ("round", "i8"), ("result", "U1")])
CURSOR = "reading the game rows by raw cursor into arrays"


def measure(quick: bool, games: int = 0) -> list[Row]:
    """Return the rows of this subject."""
    games = games or (20_000 if quick else 1_000_000)
    return [*_whole(games, 1 if quick else 3), _against_the_usual_way(min(games, SLICE))]


def _whole(games: int, repetitions: int) -> list[Row]:
    """Measure, and empty the database afterwards."""
    pool = _pool("elo", _store(games))
    count = Pairing.objects.count()
    cursor = medians({"cursor": _cursor}, 5)["cursor"] / 2  # once more afterwards: the machine may get busy meanwhile
    before = _bytes()
    whole = seconds_of(lambda: rate_from_zero(pool, UNTIL, publish=True))
    size = _bytes() - before
    tested = seconds_of(lambda: backtest.compute(pool))
    cursor += medians({"cursor": _cursor}, 5)["cursor"] / 2
    lists = pool.lists.published().filter(imported=False).order_by("date")
    day, drawn = lists.last().date, _drawn(lists.last())
    late = medians({"late": lambda: _late_correction(pool, day, drawn)}, repetitions, lambda: _discard(pool))["late"]
    ratings, entries = Rating.objects.count(), LedgerEntry.objects.count()
    made = f"{count:,} games, {lists.count()} lists from zero: {ratings:,} ratings, {entries:,} entries, published"
    rows = [
        Row(made, CURSOR, whole / cursor, at_most=12),
        Row("database of these lists", f"{BYTES_A_GAME} bytes a game", size / count / BYTES_A_GAME, at_most=1),
        Row("back-test of these lists", CURSOR, tested / cursor, at_most=2),
        Row("one result corrected: draft and comparison", "all lists from zero", late / whole, at_most=1 / 40),
    ]
    with connection.constraint_checks_disabled():  # each deleted row would be looked for in other tables
        call_command("flush", interactive=False, verbosity=0)
    return rows


def _against_the_usual_way(games: int) -> Row:
    found = _store(games)
    ours, other = _pool("ours", found), _pool("usual", found)
    with usual.tables():
        seconds = {
            "ours": seconds_of(lambda: rate_from_zero(ours, UNTIL, publish=True)),
            "usual": seconds_of(lambda: usual.rate(other, UNTIL)),
        }
    what = f"{Pairing.objects.count():,} games, {PERIODS} lists from zero, with digests, published"
    return Row(
        what, "the usual Django way, no digests, nothing published", seconds["usual"] / seconds["ours"], at_least=10
    )


def _store(games: int) -> Careers:
    found = careers(games, max(games // GAMES_A_PLAYER, 300), PERIODS)
    store(found)
    return found


def _pool(slug: str, found: Careers) -> RatingPool:
    """Return a pool with the founders' ratings as its starting list."""
    pool = create_pool(slug, "frbe", months=(1, 7))
    import_ratings(pool, START - dt.timedelta(days=1), founders_csv(found))
    return pool


def _bytes() -> int:
    """Return the size of the database."""
    size = "SELECT pg_database_size(current_database())"
    if connection.vendor == "sqlite":
        size = "SELECT page_count * page_size FROM pragma_page_count, pragma_page_size"
    with connection.cursor() as cursor:
        cursor.execute(size)
        return int(cursor.fetchone()[0])


def _cursor() -> np.ndarray:
    with connection.cursor() as cursor:
        cursor.execute(ROWS)
        return np.fromiter(_rows(cursor), RECORD)


def _rows(cursor: Any) -> Iterator[tuple[Any, ...]]:
    while rows := cursor.fetchmany(10_000):
        yield from rows


def _drawn(rating_list: RatingList) -> Pairing:
    """Return a game that moved ratings of the list. Won and lost by turns it never is again what is published."""
    drawn = LedgerEntry.objects.filter(list=rating_list, kind=Kind.GAME, half_points=1).order_by("pk")
    return Pairing.objects.get(pk=drawn.last().pairing_id)


def _late_correction(pool: RatingPool, day: dt.date, pairing: Pairing) -> None:
    pairing.refresh_from_db()
    white, black = (Result.LOSS, Result.WIN) if pairing.white_result == "1" else (Result.WIN, Result.LOSS)
    correct.correct_result(pairing, white, black, None, "The card says so.")
    draft = rate(pool, day, reason="A result was corrected.")
    assert not diffs.against_revised(draft).is_empty, "the correction changed no rating"


def _discard(pool: RatingPool) -> None:
    for draft in pool.lists.filter(state=RatingList.State.DRAFT):
        withdraw(draft)
