"""The members and clubs of the invented federation, made of the words of its demo.toml by a seeded generator."""

import datetime as dt
import random
import re
from dataclasses import dataclass

from federation.identity.names import PersonName
from federation.profiles.identity import Demo, DemoRegion
from federation.profiles.reading import profile


@dataclass(frozen=True)
class DemoClub:
    number: str
    name: str
    city: str
    league: str


@dataclass(frozen=True)
class DemoMember:
    """A member: what the federation knows, and the true strength that only the generator knows."""

    number: str
    last_name: str
    first_name: str
    sex: str
    birth_date: dt.date
    club: DemoClub
    fide_federation: str
    fide_id: int | None
    fide_rating: int | None
    strength: int
    rating: int  # of the starting list; 0 = none yet
    games: int  # counted before the starting list
    seasons: tuple[int, ...]  # season years of affiliation


def clubs(rng: random.Random, demo: Demo) -> list[DemoClub]:
    """Return the chess clubs, spread over the regions, each town once."""
    made: list[DemoClub] = []
    for i in range(demo.clubs):
        region, place = demo.regions[i % len(demo.regions)], i // len(demo.regions)
        city = town(region, place)
        name = f"{region.clubs[rng.randrange(len(region.clubs))]} {city}"
        made.append(DemoClub(numbered(region.first_club, place), name, city, region.code))
    return made


def town(region: DemoRegion, place: int) -> str:
    starts, ends = region.towns
    return starts[place % len(starts)] + ends[(place // len(starts) + place) % len(ends)]


def numbered(first: str, place: int) -> str:
    """Return the number so many places after the first: the digits at its end count up."""
    digits = re.search(r"\d*$", first)[0]  # type: ignore[index]
    return f"{first.removesuffix(digits)}{int(digits) + place:0{len(digits)}}"


def members(
    rng: random.Random, demo: Demo, all_clubs: list[DemoClub], seasons: list[int], *, count: int, first_number: str
) -> list[DemoMember]:
    """Return ``count`` members numbered from ``first_number`` on; no two share name and birth date."""
    made: list[DemoMember] = []
    seen: set[tuple[str, str]] = set()
    last_names = {region.code: region.last_names for region in demo.regions}
    while len(made) < count:
        club = all_clubs[int(rng.triangular(0, len(all_clubs), min(8, len(all_clubs))))]
        sex = "F" if rng.random() < 0.15 else "M"
        last = rng.choice(last_names[club.league])
        first = rng.choice(demo.women if sex == "F" else demo.men)
        if rng.random() < 0.5:
            first = f"{first}-{rng.choice(demo.women if sex == 'F' else demo.men)}"
        if (last, first) in seen:
            continue
        seen.add((last, first))
        number = numbered(first_number, len(made))
        made.append(_member(rng, demo, number, PersonName(last, first), sex, club=club, seasons=seasons))
    return made


def _member(
    rng: random.Random, demo: Demo, number: str, name: PersonName, sex: str, *, club: DemoClub, seasons: list[int]
) -> DemoMember:
    oldest = seasons[0] - 1
    age = min(88, max(8, int(rng.gauss(38, 20))))
    strength = int(min(2480, max(900, rng.gauss(1200 + 16 * min(age, 28), 280))))
    newcomer = rng.random() < 0.18
    games = 0 if newcomer else int(min(1500, rng.expovariate(1 / 160)))
    foreign = rng.random() < 0.03
    has_fide = foreign or (strength > 1500 and rng.random() < 0.7)
    joined = rng.randrange(len(seasons)) if newcomer else 0
    left = len(seasons) if rng.random() < 0.85 else rng.randrange(joined + 1, len(seasons) + 1)
    return DemoMember(
        number=number,
        last_name=name.last,
        first_name=name.first,
        sex=sex,
        birth_date=dt.date(oldest - age, 1, 1) + dt.timedelta(days=rng.randrange(365)),
        club=club,
        fide_federation=rng.choice(demo.neighbours) if foreign else profile().federation.country,
        fide_id=9_000_000 + int(re.sub(r"\D", "", number)) % 1_000_000 if has_fide else None,
        fide_rating=strength + rng.randrange(-60, 61) if has_fide else None,
        strength=strength,
        rating=max(1150, strength + int(rng.gauss(0, 60))) if games >= 20 else 0,
        games=games if games >= 20 else 0,
        seasons=tuple(seasons[joined:left]),
    )
