"""The go players and go clubs of the invented federation; some of its chess players play go too."""

import random
from dataclasses import dataclass, replace

from federation.profiles.identity import Demo
from federation.profiles.reading import profile
from tournaments.demo import people
from tournaments.demo.people import DemoClub, DemoMember
from tournaments.formats.go.values import grade_of

WEAKEST, STRONGEST = -2900, 560


@dataclass(frozen=True)
class DemoGoPlayer:
    """A go player: what files say, and the true level that only the generator knows."""

    last_name: str
    first_name: str
    member: DemoMember | None  # None: a guest of another federation
    level: int
    listed: int | None  # level of the starting list; None: not known yet
    federation: str
    club: str
    licence: str
    pin: str

    @property
    def grade(self) -> str:
        """Return the grade that they give when they register."""
        return grade_of(self.level if self.listed is None else self.listed)


GUESTS = (
    DemoGoPlayer("Aokawa", "Haruki", None, 430, None, "JP", "Kita", "", "14900001"),
    DemoGoPlayer("Lindqvist", "Tove", None, -320, None, "SE", "Norr", "", "14900002"),
)


def clubs(demo: Demo) -> list[DemoClub]:
    """Return the go clubs of each region, in towns that have a chess club."""
    return [
        DemoClub(people.numbered(region.first_go_club, place), f"{name} {town}", town, region.code)
        for region in demo.regions
        for place, name in enumerate(region.go_clubs)
        for town in [people.town(region, 3 * place)]
    ]


def players(
    rng: random.Random, demo: Demo, go_clubs: list[DemoClub], chess_members: list[DemoMember], seasons: list[int]
) -> list[DemoGoPlayer]:
    """Return the go players, members of go clubs first; each has a licence and a European number."""
    own = [
        replace(member, fide_federation=profile().federation.country, fide_id=None, fide_rating=None, rating=0, games=0)
        for member in people.members(
            rng, demo, go_clubs, seasons, count=demo.go_members, first_number=demo.first_go_number
        )
    ]
    both = rng.sample([member for member in chess_members if len(member.seasons) == len(seasons)], demo.both)
    return [_player(rng, demo, member, number) for number, member in enumerate([*own, *both], start=1)]


def _player(rng: random.Random, demo: Demo, member: DemoMember, number: int) -> DemoGoPlayer:
    level = int(min(STRONGEST, max(WEAKEST, rng.gauss(-550, 650))))
    listed = min(STRONGEST, max(WEAKEST, level + int(rng.gauss(0, 70)))) if rng.random() < 0.8 else None
    is_of_go = profile().federation.discipline == "go"  # its member numbers are the licences in files
    return DemoGoPlayer(
        last_name=member.last_name,
        first_name=member.first_name,
        member=member,
        level=level,
        listed=listed,
        federation=demo.go_country,
        club=member.club.city[:4],
        licence=member.number if is_of_go else f"{10 + number % 15}{54000 + number}",
        pin=f"{14500000 + number}",
    )
