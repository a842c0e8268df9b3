"""Pools, lists and tournaments for the tests of this app, all invented."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterable, Mapping

from federation.models import Member
from ratings.lists.publication import publish
from ratings.lists.rating_run import rate
from ratings.models import PoolRules, Rating, RatingList, RatingPool
from ratings.starting_lists.create import import_ratings
from ratings.systems import SYSTEMS
from tests import cast
from tests.made_once import made_once
from tournaments.intake.matching import SURE
from tournaments.models import GamesDigest, MatchedBy, Pairing, Participant, Stage, Tournament

START = dt.date(2026, 1, 1)
LIST = dt.date(2026, 7, 1)
NEXT = dt.date(2027, 1, 1)
RESULTS = {
    "1-0": "10", "0-1": "01", "1/2": "==", "+-": "+-", "-+": "-+", "--": "--", "*": "**", "W-L": "WL", "0-0": "00",
    "1/2-0": "=0",
}  # fmt: skip
# matricule: rating and games of the starting list; who is missing has never played
STANDINGS = {
    10001: (1800, 150), 10002: (1650, 40), 10003: (1500, 25), 10004: (2050, 400), 10005: (1150, 30),
    10006: (1420, 22), 10007: (1975, 900), 10008: (2210, 310),
}  # fmt: skip


def pool(slug: str = "elo", profile: str = "seed", system: str = "frbe", **fields: object) -> RatingPool:
    """Return a pool with its rules: of Belgian Elo unless told otherwise, of the discipline of its system."""
    fields = {"discipline": SYSTEMS[system].DISCIPLINE, "months": [1, 7], **fields}
    made = RatingPool.objects.create(slug=slug, name=slug.title(), system=system, **fields)
    PoolRules.objects.create(pool=made, valid_from=dt.date(1990, 1, 1), profile=profile)
    return made


def starting_list(
    rating_pool: RatingPool, standings: Mapping[int, tuple[int, int]] | None = None, date: dt.date = START
) -> RatingList:
    """Return the imported list from which the pool starts; everybody of the cast is a member."""
    cast.everybody()
    lines = ["matricule,rating,games"]
    lines += [f"{matricule},{rating},{games}" for matricule, (rating, games) in (standings or STANDINGS).items()]
    return import_ratings(rating_pool, date, "\n".join(lines).encode())


@made_once
def started(
    slug: str = "elo", *, standings: Mapping[int, tuple[int, int]] | None = None, **fields: object
) -> RatingPool:
    """Return a pool with its starting list, of the cast unless told otherwise."""
    made = pool(slug, **fields)
    starting_list(made, standings)
    return made


def tournament(
    games: Iterable[str],
    name: str = "Open",
    start: dt.date = dt.date(2026, 3, 1),
    end: dt.date | None = None,
    stage: Stage = Stage.ACCEPTED,
    **fields: object,
) -> Tournament:
    """Return a tournament of games such as ``10001 10002 1-0`` or, with its date, ``10001 10002 1-0 2026-03-02``.

    ``~1850`` is an outsider with that rating, ``?`` somebody unknown, ``!10003`` a member who is irregular. Each game
    is its own round.
    """
    made = Tournament.objects.create(name=name, start=start, end=end or start, stage=stage, rounds=1, **fields)
    rows = [game.split() for game in games]
    known = cast.members(int(who.lstrip("!")) for row in rows for who in row[:2] if who.lstrip("!").isdecimal())
    seats: dict[str, Participant] = {}
    pairings = []
    for number, (white, black, result, *day) in enumerate(rows, 1):
        letters = RESULTS[result]
        pairing = Pairing(
            tournament=made,
            round=number,
            board=1,
            date=dt.date.fromisoformat(day[0]) if day else None,
            white=_seat(made, seats, white, known),
            black=_seat(made, seats, black, known),
            white_result=letters[0],
            black_result=letters[1],
        )
        pairings.append(pairing)
    Participant.objects.bulk_create(seats.values())
    Pairing.objects.bulk_create(pairings)
    return made


def two_against_two(made: Tournament) -> None:
    """Bughouse: every second game becomes that of the partners of the two before, White's and Black's."""
    games = list(made.pairings.order_by("round"))
    for game, partners in zip(games[::2], games[1::2], strict=True):
        game.white_partner, game.black_partner = partners.white, partners.black
        game.save()
        partners.delete()


def submitted(name: str, games: Iterable[str], start: dt.date = dt.date(2026, 10, 1), **fields: object) -> Tournament:
    """Return a tournament that waits for the federation; somebody has confirmed all its players."""
    made = tournament(games, name=name, start=start, stage=Stage.SUBMITTED, **fields)
    made.participants.update(matched_by=MatchedBy.PERSON, certainty=SURE)
    return made


def _seat(made: Tournament, seats: dict[str, Participant], who: str, known: Mapping[int, Member]) -> Participant:
    if who not in seats:
        outsider = who.startswith("~")
        matricule = who.lstrip("!")
        seats[who] = Participant(
            tournament=made,
            number=len(seats) + 1,
            file_last_name=who,
            member=known[int(matricule)] if matricule.isdecimal() else None,
            file_rating=int(who[1:]) if outsider else None,
            outsider=outsider,
            irregular=who.startswith("!"),
        )
    return seats[who]


def spring() -> Tournament:
    """Return a tournament with a bit of everything."""
    return tournament(
        [
            "10001 10002 1-0 2026-03-01",
            "10003 10001 1/2 2026-03-01",
            "10004 ~2100 0-1 2026-03-02",
            "10005 10006 0-1 2026-03-02",
            "10006 10003 1-0 2026-03-03",
            "10007 10008 1/2 2026-03-03",
            "10009 10001 1-0 2026-03-03",
            "10009 10010 1-0 2026-03-04",
            "10002 10004 +- 2026-03-04",
            "10005 10007 * 2026-03-04",
            "10008 ? 1-0 2026-03-04",
            "10006 !10010 1-0 2026-03-04",
        ],
        name="Spring Open",
        city="Gent",
        end=dt.date(2026, 3, 4),
    )


@made_once
def spring_pool(**fields: object) -> RatingPool:
    """Return a pool with its starting list; the games of `spring` wait for their first list."""
    made = started(**fields)
    spring()
    return made


def published(rating_pool: RatingPool, date: dt.date = LIST, reason: str = "") -> RatingList:
    """Return the list of the day, calculated and published."""
    return publish(rate(rating_pool, date, reason=reason))


def line(rating_list: RatingList, matricule: int) -> Rating:
    """Return a member's rating in a list."""
    return rating_list.ratings.select_related("member", "club").get(member=cast.member(matricule))


def renew_games_digests() -> None:
    """As whoever accepted or corrected these tournaments would have done."""
    GamesDigest.renew(Tournament.objects.values_list("pk", flat=True))
