"""A site with something at every address of the API, and a member whom nobody may find there."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Iterator
from typing import Any

from django.test import Client

from federation.api.schema import document
from federation.models import Member
from federation.search import index
from ratings.living.renew import renew
from ratings.models import RatingPool
from tests import cast
from tests.made_once import made_once
from tests.ratings import scene
from tournaments.corrections.correct import correct_result
from tournaments.formats.report import Result
from tournaments.models import Announcement, Tournament

HIDDEN = 10002
SECRETS = ["Baeten", "Bram", "990002", "1985-02-02", "canary"]
HOLES = {"number": "10001", "slug": "elo", "month": "2026-07"}
QUERIES = {"/api/v1/players/": "?name=A", "/api/v1/search/": "?q=Aerts", "/api/v1/players/{number}/games/": "?pool=elo"}


@made_once
def site() -> RatingPool:
    """Return a published list, games since, a correction, an announced next list, announced tournaments."""
    made = scene.spring_pool()
    Member.objects.filter(key=HIDDEN).update(hidden=True, title="IM")
    cast.club().__class__.objects.update(email="canary@example.org")
    today = dt.date.today()
    for member in Member.objects.all():
        cast.affiliate(member, cast.club(cast.PEOPLE[member.key][4]), today, dt.date(2099, 8, 31))
    scene.published(made)
    late = scene.tournament(["10001 10002 1-0", "10003 10001 1-0"], name="Late Open", start=dt.date(2026, 7, 4))
    scene.renew_games_digests()
    game = Tournament.objects.get(name="Spring Open").pairings.get(round=1)
    correct_result(game, Result.DRAW, Result.DRAW, None, "Both said so")
    for place in ({"club": cast.club()}, {"unit": cast.league("400")}):
        Announcement.objects.create(name="Next Open", start=today, end=dt.date(2099, 8, 31), **place)
    renew(made)
    index.build()
    assert late.pk
    return made


def addresses(number: str = HOLES["number"]) -> dict[str, str]:
    """Return an address for each path of the description that anyone may read."""
    holes = {**HOLES, "number": number, "id": str(Tournament.objects.get(name="Spring Open").pk)}
    found = {}
    for path, methods in document()["paths"].items():
        if "get" in methods and not methods["get"].get("security"):
            filled = path
            for name, value in ({**holes, "number": "101"} if "clubs" in path else holes).items():
                filled = filled.replace(f"{{{name}}}", value)
            found[path] = filled + QUERIES.get(path, "")
    return found


def pages(client: Client, address: str, limit: int) -> Iterator[list[dict[str, Any]]]:
    """Yield the rows of all pages."""
    following = f"{address}{'&' if '?' in address else '?'}limit={limit}"
    while following:
        answer = client.get(re.sub(r"^https?://[^/]+", "", following)).json()
        yield answer["results"]
        following = answer["next"]
