"""Find the games and players of a tournament that a correction is about."""

import re
from typing import NamedTuple

from django.db.models import F, Q

from federation.identity.names import folded
from tournaments.models import Pairing, Participant, Tournament

SHOWN_AT_MOST = 20  # games, and as many players
ROUND_AND_BOARD = re.compile(r"([0-9]{1,4})(?:[./:]([0-9]{1,6}))?")


class Found(NamedTuple):
    """The games and players that fit, at most `SHOWN_AT_MOST` of each, and how many fit."""

    games: list[Pairing]
    players: list[Participant]
    game_count: int


def find(tournament: Tournament, text: str) -> Found:
    """Return the games and players of a search such as "aerts", "3" (round), "3.2" (board 2) or "aerts baeten 3".

    A game fits if each name is that of one of its players. Four queries at most.
    """
    games = tournament.pairings.filter(black__isnull=False)
    players, names = tournament.participants.all(), []
    for word in text.split()[:6]:
        if place := ROUND_AND_BOARD.fullmatch(word):
            games = games.filter(round=int(place[1]), **({"board": int(place[2])} if place[2] else {}))
        else:
            names.append(word)
            games = games.filter(_named(word, "white__") | _named(word, "black__"))
            players = players.filter(_named(word))
    order = ("round", F("board").asc(nulls_last=True), "pk")
    rows = games.select_related("white__member", "black__member").order_by(*order)
    shown = players.select_related("member").order_by("number")[:SHOWN_AT_MOST] if names else ()
    return Found(list(rows[:SHOWN_AT_MOST]), list(shown), games.count())


def _named(word: str, side: str = "") -> Q:
    """Return the condition that a participant has the word in their name, as in the file or as a member."""
    of_file = [Q(**{f"{side}{field}__icontains": word}) for field in ("file_last_name", "file_first_name")]
    return of_file[0] | of_file[1] | Q(**{f"{side}member__search_name__contains": folded(word)})
