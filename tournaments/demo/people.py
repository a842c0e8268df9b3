"""The members and clubs of the invented federation. Every person, club and town is made up by a seeded generator."""

import datetime as dt
import random
from dataclasses import dataclass

from federation.identity.names import PersonName

LEAGUES = {"100": "Liga Noord", "200": "Ligue du Centre", "300": "Ostliga"}
_TOWNS = {
    "100": (
        ["Zonne", "Lange", "Witte", "Oude", "Hoge", "Wilgen", "Molen"],
        ["beek", "dorp", "kerke", "hoven", "voorde"],
    ),
    "200": (
        ["Beau", "Mont", "Clair", "Haute", "Val", "Bois", "Saint-"],
        ["court", "ville", "mont", "lieu", "fontaine"],
    ),
    "300": (["Linden", "Stein", "Neu", "Ober", "Hirsch", "Buchen", "Wald"], ["feld", "bach", "heim", "tal", "rath"]),
}
_CLUBS = {
    "100": ["De Toren", "Het Paard", "De Witte Dame", "Eeuwig Schaak", "De Pionnen", "Rokade"],
    "200": ["Le Roque", "Le Fou du Roi", "La Tour d'Ivoire", "Le Pion Passé", "La Diagonale", "Les Cavaliers"],
    "300": ["Der Springer", "Turm", "Die Dame", "Läufer", "Königsflügel", "Freibauer"],
}
_LAST_NAMES = {
    "100": (
        "Verbeke,De Wilde,Van Acker,Claeys,Maertens,Van den Broeck,Lippens,De Smedt,Wouters,Coppens,Van Hove,Bogaert,"
        "Deprez,De Backer,Vanhoutte,Michiels,Segers,Van Damme,Roels,Tack,Vermeersch,De Clercq,Pauwels,Buyse,Van Laer"
    ),
    "200": (
        "Delvaux,Lambert,Renard,Dumoulin,Lefèvre,Collard,Bastin,D'Hondt,Marchal,Noël,Gilson,Henrard,Poncelet,Thiry,"
        "Warnier,Lejeune,Massart,Piron,Servais,Toussaint,Vandenplas,Hubin,Jadot,Crespin,Bodart"
    ),
    "300": (
        "Schröder,Krings,Heinen,Müllender,Jost,Pauels,Königs,Weynand,Groß,Breuer,Lentz,Schmitz,Hilgers,Backes,Thelen,"
        "Reuter,Palm,Faymonville,Zimmer,Kessel,Halmes,Cremer,Veiders,Maraite,Niessen"
    ),
}
_LAST = {league: names.split(",") for league, names in _LAST_NAMES.items()}
_FIRST_M = ["Arno", "Bruno", "Cédric", "Denis", "Emil", "François", "Gilles", "Hugo", "Ivo", "Jörg", "Karel", "Luc"]
_FIRST_M += ["Milan", "Noé", "Oskar", "Pieter", "Quentin", "Rik", "Stéphane", "Thijs", "Urs", "Victor", "Wim", "Yves"]
_FIRST_F = ["Aline", "Brigitte", "Céline", "Doris", "Els", "Fien", "Greta", "Hilde", "Inès", "Julie", "Käthe", "Lotte"]
_FIRST_F += ["Marie", "Nele", "Odile", "Petra", "Renée", "Sofie", "Tine", "Ursel", "Véronique", "Zoë"]


@dataclass(frozen=True)
class DemoClub:
    number: int
    name: str
    city: str
    league: str


@dataclass(frozen=True)
class DemoMember:
    """A member: what the federation knows, and the true strength that only the generator knows."""

    matricule: int
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


def clubs(rng: random.Random, count: int = 60) -> list[DemoClub]:
    """Return ``count`` clubs, spread over the three leagues, each town once."""
    made: list[DemoClub] = []
    for i in range(count):
        league = list(LEAGUES)[i % len(LEAGUES)]
        starts, ends = _TOWNS[league]
        place = i // len(LEAGUES)
        city = starts[place % len(starts)] + ends[(place // len(starts) + place) % len(ends)]
        name = f"{_CLUBS[league][rng.randrange(len(_CLUBS[league]))]} {city}"
        made.append(DemoClub(int(league) + place + 1, name, city, league))
    return made


def members(
    rng: random.Random, all_clubs: list[DemoClub], seasons: list[int], count: int = 2000, first_matricule: int = 10001
) -> list[DemoMember]:
    """Return ``count`` members numbered from ``first_matricule`` on; no two share name and birth date."""
    made: list[DemoMember] = []
    seen: set[tuple[str, str]] = set()
    while len(made) < count:
        club = all_clubs[int(rng.triangular(0, len(all_clubs), min(8, len(all_clubs))))]
        sex = "F" if rng.random() < 0.15 else "M"
        last = rng.choice(_LAST[club.league])
        first = rng.choice(_FIRST_F if sex == "F" else _FIRST_M)
        if rng.random() < 0.5:
            first = f"{first}-{rng.choice(_FIRST_F if sex == 'F' else _FIRST_M)}"
        if (last, first) in seen:
            continue
        seen.add((last, first))
        made.append(_member(rng, first_matricule + len(made), PersonName(last, first), sex, club=club, seasons=seasons))
    return made


def _member(
    rng: random.Random, matricule: int, name: PersonName, sex: str, *, club: DemoClub, seasons: list[int]
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
        matricule=matricule,
        last_name=name.last,
        first_name=name.first,
        sex=sex,
        birth_date=dt.date(oldest - age, 1, 1) + dt.timedelta(days=rng.randrange(365)),
        club=club,
        fide_federation=rng.choice(["NED", "FRA", "GER", "LUX"]) if foreign else "BEL",
        fide_id=9_000_000 + matricule if has_fide else None,
        fide_rating=strength + rng.randrange(-60, 61) if has_fide else None,
        strength=strength,
        rating=max(1150, strength + int(rng.gauss(0, 60))) if games >= 20 else 0,
        games=games if games >= 20 else 0,
        seasons=tuple(seasons[joined:left]),
    )
