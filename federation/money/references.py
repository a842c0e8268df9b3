"""Structured references of payments: which club pays for which season."""

import re
from typing import NamedTuple

from federation.bank.iban import remainder
from federation.identity.seasons import bounds
from federation.models import Club
from federation.profiles.reading import profile

_ISO = re.compile(r"RF(\d{2})C([0-9A-Z]{1,12}?)S(\d{4})(?!\d)")
_BELGIAN = re.compile(r"(?<!\d)(\d{3})[/ ]?(\d{4})[/ ]?(\d{5})(?!\d)")
_SEASONS = 10_000_000  # the Belgian form: club number, then the season in seven digits
_MOST = 999  # the club number that fits before them


class Reference(NamedTuple):
    """What a reference says."""

    club: str  # its number
    season: int


def reference_of(club: Club, season: int) -> str:
    """Return the reference of a club's statement in the form of the profile; ISO 11649 if the number does not fit."""
    belgian = profile().on(bounds(season)[0]).billing.reference == "belgian"
    return (
        belgian_reference(club.number, season) if belgian and _fits(club.number) else iso_reference(club.number, season)
    )


def iso_reference(club: str, season: int) -> str:
    """Return the reference by ISO 11649: RF37C306S2027."""
    body = f"C{club.upper()}S{season}"
    return f"RF{98 - remainder(f'{body}RF00'):02d}{body}"


def belgian_reference(club: str, season: int) -> str:
    """Return the Belgian form, ten digits and their remainder by 97: +++306/0002/02763+++."""
    number = int(club) * _SEASONS + season
    digits = f"{number:010d}{number % 97 or 97:02d}"
    return f"+++{digits[:3]}/{digits[3:7]}/{digits[7:]}+++"


def read(text: str) -> Reference | None:
    """Return what a reference in the text says; None if there is none, or two, or its check digits are wrong."""
    plain = text.upper()
    found = {_iso(match) for match in _ISO.finditer(re.sub(r"\s", "", plain))}
    found |= {_belgian(match) for match in _BELGIAN.finditer(plain.replace("+", " ").replace("*", " "))}
    found.discard(None)
    return found.pop() if len(found) == 1 else None


def _iso(match: re.Match[str]) -> Reference | None:
    check, club, season = match.groups()
    return Reference(club, int(season)) if remainder(f"C{club}S{season}RF{check}") == 1 else None


def _belgian(match: re.Match[str]) -> Reference | None:
    digits = "".join(match.groups())
    number = int(digits[:10])
    club, season = divmod(number, _SEASONS)
    return Reference(str(club), season) if club and (number % 97 or 97) == int(digits[10:]) else None


def _fits(club: str) -> bool:
    return club.isdigit() and 0 < int(club) <= _MOST
