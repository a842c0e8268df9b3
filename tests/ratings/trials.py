"""Pools with some lists behind them, for back-tests and what-ifs."""

from __future__ import annotations

from ratings.models import RatingPool, WhatIf
from tests.ratings import scene
from tournaments.models import Tournament


def autumn() -> Tournament:
    """A tournament of the second half-year."""
    games = ["10001 10004 1/2", "10002 10001 0-1", "10007 10004 1-0", "10003 10002 0-1", "10009 10003 1-0"]
    return scene.tournament(games, name="Autumn Open", start=scene.LIST.replace(month=10))


def of_two_lists(slug: str = "elo", system: str = "frbe", **fields: object) -> RatingPool:
    """A pool with a starting list and two published ones; the games are those of `scene.spring` and `autumn`.

    Another pool after the first shares the games.
    """
    first = not Tournament.objects.exists()
    made = scene.pool(slug, **fields)
    RatingPool.objects.filter(pk=made.pk).update(system=system)
    made.refresh_from_db()
    scene.starting_list(made)
    if first:
        scene.spring()
        autumn()
    for day in (scene.LIST, scene.NEXT):
        scene.published(made, day)
    return made


def what_if(pool: RatingPool, title: str = "What if", **fields: object) -> WhatIf:
    """One that is asked for and not yet reckoned, over all lists of the pool."""
    return WhatIf.objects.create(pool=pool, title=title, **{"since": scene.START, **fields})
