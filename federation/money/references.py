"""Structured references of payments: which club or member pays for which season."""

import re
from typing import NamedTuple

from federation.bank.iban import remainder
from federation.identity.seasons import bounds
from federation.money.balances import Debtor, DebtorKind, kind_of
from federation.profiles.reading import profile

_ISO = re.compile(r"RF(\d{2})([CM])([0-9A-Z]{1,13}?)S(\d{4})(?!\d)")
_BELGIAN = re.compile(r"(?<!\d)(\d{3})[/ ]?(\d{4})[/ ]?(\d{5})(?!\d)")
_LETTERS = {DebtorKind.CLUB: "C", DebtorKind.MEMBER: "M"}
# The Belgian form has ten digits: the number of a club in three and the season in seven, or that of a member in six and
# the season in four. Digits four to six tell which: those of a club are 000.
_SEASON, _CLUB = 10_000, 1000
_MOST = {DebtorKind.CLUB: 999, DebtorKind.MEMBER: 999_999}
_SEASONS = range(1900, 2101)


class Reference(NamedTuple):
    """What a reference says."""

    number: str  # of the club or the member
    season: int
    kind: DebtorKind = DebtorKind.CLUB


def reference_of(debtor: Debtor, season: int) -> str:
    """Return the reference of a statement in the form of the profile; ISO 11649 if the number does not fit."""
    belgian = profile().on(bounds(season)[0]).billing.reference == "belgian"
    written = belgian_reference if belgian and _fits(debtor.number, kind_of(debtor)) else iso_reference
    return written(debtor.number, season, kind_of(debtor))


def iso_reference(number: str, season: int, kind: DebtorKind = DebtorKind.CLUB) -> str:
    """Return the reference by ISO 11649: RF37C306S2027 of a club, with an M of a member."""
    body = f"{_LETTERS[kind]}{number.upper()}S{season}"
    return f"RF{98 - remainder(f'{body}RF00'):02d}{body}"


def belgian_reference(number: str, season: int, kind: DebtorKind = DebtorKind.CLUB) -> str:
    """Return the Belgian form, ten digits and their remainder by 97: +++306/0002/02763+++."""
    whole = int(number) * (_CLUB if kind is DebtorKind.CLUB else 1) * _SEASON + season
    digits = f"{whole:010d}{whole % 97 or 97:02d}"
    return f"+++{digits[:3]}/{digits[3:7]}/{digits[7:]}+++"


def read(text: str) -> Reference | None:
    """Return what a reference in the text says; None if there is none, or two, or its check digits are wrong."""
    plain = text.upper()
    found = {_iso(match) for match in _ISO.finditer(re.sub(r"\s", "", plain))}
    found |= {_belgian(match) for match in _BELGIAN.finditer(plain.replace("+", " ").replace("*", " "))}
    found.discard(None)
    return found.pop() if len(found) == 1 else None


def _iso(match: re.Match[str]) -> Reference | None:
    check, letter, number, season = match.groups()
    kind = DebtorKind.CLUB if letter == "C" else DebtorKind.MEMBER
    right = remainder(f"{letter}{number}S{season}RF{check}") == 1
    return Reference(number, int(season), kind) if right else None


def _belgian(match: re.Match[str]) -> Reference | None:
    digits = "".join(match.groups())
    whole, season = int(digits[:10]), int(digits[6:10])
    if season not in _SEASONS or (whole % 97 or 97) != int(digits[10:]):
        return None
    number = whole // _SEASON
    if number % _CLUB:
        return Reference(str(number), season, DebtorKind.MEMBER)
    return Reference(str(number // _CLUB), season) if number else None


def _fits(number: str, kind: DebtorKind) -> bool:
    """Return whether the Belgian form has room for the number, and gives it back."""
    if not number.isdecimal() or str(int(number)) != number or not 0 < int(number) <= _MOST[kind]:
        return False
    return kind is DebtorKind.CLUB or int(number) % _CLUB != 0
