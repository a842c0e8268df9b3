"""The go players and go clubs of the invented federation; some of its chess players play go too."""

import random
from dataclasses import dataclass, replace

from tournaments.demo import people
from tournaments.demo.people import DemoClub, DemoMember
from tournaments.formats.go.values import grade_of

FIRST_MATRICULE = 30_001
PLAYERS, BOTH = 90, 30  # who plays go only, and who plays chess too
WEAKEST, STRONGEST = -2900, 560
_CLUBS = {"100": ("De Negen Stenen", "Atari"), "200": ("Les Neuf Pierres", "Le Ko"), "300": ("Neun Steine", "Hoshi")}


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


def clubs(chess_clubs: list[DemoClub]) -> list[DemoClub]:
    """Return two go clubs in each league, in towns that have a chess club."""
    made = []
    for league, names in _CLUBS.items():
        towns = [club.city for club in chess_clubs if club.league == league]
        made += [
            DemoClub(int(league) + 51 + place, f"{name} {towns[3 * place]}", towns[3 * place], league)
            for place, name in enumerate(names)
        ]
    return made


def players(
    rng: random.Random, go_clubs: list[DemoClub], chess_members: list[DemoMember], seasons: list[int]
) -> list[DemoGoPlayer]:
    """Return the go players, members of go clubs first; each has a licence and a European number."""
    own = [
        replace(member, fide_federation="BEL", fide_id=None, fide_rating=None, rating=0, games=0)
        for member in people.members(rng, go_clubs, seasons, PLAYERS, FIRST_MATRICULE)
    ]
    both = rng.sample([member for member in chess_members if len(member.seasons) == len(seasons)], BOTH)
    return [_player(rng, member, number) for number, member in enumerate([*own, *both], start=1)]


def _player(rng: random.Random, member: DemoMember, number: int) -> DemoGoPlayer:
    level = int(min(STRONGEST, max(WEAKEST, rng.gauss(-550, 650))))
    listed = min(STRONGEST, max(WEAKEST, level + int(rng.gauss(0, 70)))) if rng.random() < 0.8 else None
    return DemoGoPlayer(
        last_name=member.last_name,
        first_name=member.first_name,
        member=member,
        level=level,
        listed=listed,
        federation="BE",
        club=member.club.city[:4],
        licence=f"{10 + number % 15}{54000 + number}",
        pin=f"{14500000 + number}",
    )
