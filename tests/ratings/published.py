"""A small site with something on every public page, for the tests of the pages."""

from __future__ import annotations

import datetime as dt
from pathlib import Path
from tempfile import TemporaryDirectory

from django.conf import settings
from django.test import override_settings

from federation.models import Affiliation, Member
from ratings.models import RatingList, RatingPool
from ratings.public import rendering
from tests import cast
from tests.made_once import made_once
from tests.ratings import scene
from tournaments.models import Tournament


@made_once
def spring_list(rating_pool: RatingPool | None = None, date: dt.date = scene.LIST) -> RatingList:
    """Return a published list: the starting list and the games of `scene.spring`."""
    if rating_pool is None:
        return scene.published(scene.spring_pool(), date)
    scene.starting_list(rating_pool)
    scene.spring()
    return scene.published(rating_pool, date)


def rendered_spring_list() -> RatingList:
    """Return the list of `spring_list` with its public files below PUBLISHED_ROOT, which must be the test's own."""
    made, files = _spring_list_and_files()
    for path, content in files.items():
        place = settings.PUBLISHED_ROOT / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(content)
    return made


@made_once
def _spring_list_and_files() -> tuple[RatingList, dict[Path, bytes]]:
    made = spring_list()
    with TemporaryDirectory() as name, override_settings(PUBLISHED_ROOT=Path(name)):
        rendering.render(made)
        files = (path for path in Path(name).rglob("*") if path.is_file())
        return made, {path.relative_to(name): path.read_bytes() for path in files}


def crowd(rating_pool: RatingPool, count: int) -> RatingList:
    """Return a published starting list of so many members of a club, the strongest first."""
    club = cast.club()
    numbers = range(20001, 20001 + count)
    made = [
        Member(number=str(number), last_name=f"Crowd {number}", sex="M", search_name=f"crowd {number}")
        for number in numbers
    ]
    members = Member.objects.bulk_create(made)
    start, end = cast.SEASON
    Affiliation.objects.bulk_create([Affiliation(member=each, club=club, start=start, end=end) for each in members])
    return scene.starting_list(rating_pool, {number: (3000 - number % 1000, 100) for number in numbers})


def open_of(players: int) -> Tournament:
    """Return an accepted tournament in which so many of the cast (an even number) play one game each."""
    pairs = [(10001 + number, 10002 + number) for number in range(0, players, 2)]
    return scene.tournament([f"{white} {black} 1-0" for white, black in pairs], name=f"Open of {players}")
