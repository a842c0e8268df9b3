"""An accepted tournament, and the accounts of a player, their secretary and the officer."""

from __future__ import annotations

from django.contrib.auth.models import User

from federation.models import Holder, Member
from tests import cast
from tests.made_once import made_once
from tests.tournaments import events
from tournaments.claims.claims import Said, raise_claim
from tournaments.models import Claim, Pairing, Tournament
from tournaments.review import decisions

DRAW = Said(Claim.Kind.RESULT, "It was a draw, we both signed.", "==")


@made_once
def accepted() -> Tournament:
    """Return the accepted tournament of two days, of club 101."""
    made = events.tournament()
    decisions.accept(made, None)
    return made


def game(number: int = 2, white: int = 1, black: int = 2) -> Pairing:
    """Return a game: of round 2, Anna (10001) won against Bram (10002)."""
    return Pairing.objects.get(round=number, white__number=white, black__number=black)


def bram() -> Member:
    return cast.member(10002)


def player(number: int = 10002) -> User:
    """Return the account of a member."""
    user = User.objects.create_user(f"player{number}", password="correct horse battery")
    Holder.objects.create(account=user, member=cast.member(number))
    return user


def raised(said: Said = DRAW, pairing: Pairing | None = None, by: User | None = None, **who: Member) -> Claim:
    """Return a claim by Bram about the game that was lost to Anna."""
    tournament = accepted() if not Tournament.objects.exists() else Tournament.objects.get()
    return raise_claim(who.get("member") or bram(), tournament, pairing or game(), said, by)
