"""Pools with some lists behind them, for back-tests and what-ifs."""

from __future__ import annotations

from ratings.models import RatingPool, WhatIf
from tests.made_once import made_once
from tests.ratings import scene
from tournaments.models import Tournament


def autumn(**fields: object) -> Tournament:
    """Return a tournament of the second half-year."""
    games = ["10001 10004 1/2", "10002 10001 0-1", "10007 10004 1-0", "10003 10002 0-1", "10009 10003 1-0"]
    return scene.tournament(games, name="Autumn Open", start=scene.LIST.replace(month=10), **fields)


@made_once
def of_two_lists(slug: str = "elo", system: str = "frbe", **fields: object) -> RatingPool:
    """Return a pool with a starting list and two published ones; the games are those of `scene.spring` and `autumn`.

    Another pool after the first shares the games.
    """
    made = scene.started(slug, system=system, **fields)
    if not Tournament.objects.exists():
        scene.spring()
        autumn()
    return _published(made)


@made_once
def of_go() -> RatingPool:
    """Return a pool of go with two lists; the last two games of the spring are of somebody new."""
    standings = {10001: (150, 30), 10002: (-50, 30), 10003: (0, 30), 10004: (-480, 30), 10007: (20, 30)}
    made = scene.started("go", system="ffg", standings=standings)
    spring = ["10001 10002 1-0", "10003 10004 1-0", "10007 10001 0-1", "10009 10003 0-1", "10004 10009 0-1"]
    scene.tournament(spring, name="Spring", discipline="go")
    autumn(discipline="go")
    return _published(made)


def _published(made: RatingPool) -> RatingPool:
    for day in (scene.LIST, scene.NEXT):
        scene.published(made, day)
    return made


def what_if(pool: RatingPool, title: str = "Scenario", **fields: object) -> WhatIf:
    """Return a requested trial, not yet calculated, over all lists of the pool."""
    return WhatIf.objects.create(pool=pool, title=title, **{"since": scene.START, **fields})
