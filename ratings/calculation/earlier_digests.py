"""The digests of lists as the first version of the site made them, so that those lists can be verified for ever.

The manifest of such a list has version 1 and no "facts". A line is its columns (`OF_RATINGS`, `OF_LEDGER`) as decimal
numbers, a deviation with nine digits, separated by blanks, with a line feed at its end; the digest is the SHA-256 of
all lines. A pairing is its day, round, board, players (member number, or minus the rating given for a player who is no
member), letters, handicap, board size, time control and reason. The digest of a tournament's games is the SHA-256 of
its lines, separated by line feeds; that of all games the SHA-256 of each line in order of play, with the number of its
tournament before it and a line feed after it.

No tournament was rated as a whole. Of other systems than the Belgian one, the calculation became more exact since.
"""

import datetime as dt
from collections.abc import Iterator
from dataclasses import fields, replace
from functools import cached_property
from hashlib import sha256
from typing import Any

import numpy as np

from ratings.calculation.arrays import Lines
from ratings.games.archive import ListGames, TournamentGames, read, window
from ratings.games.digest_records import keys_of
from ratings.models import RatingList
from ratings.systems.frbe import rate as frbe
from ratings.systems.period import NONE
from tournaments.models import Discipline

OF_RATINGS = (
    *("key", "club_key", "rating", "games", "status", "rank", "previous_rating", "previous_games"),
    *("period_games", "opponents_sum", "half_points", "deviation", "last_day", "affiliated"),
)
OF_LEDGER = (
    *("key", "number", "kind", "reason", "opponent_key", "opponent_rating", "difference", "expected"),
    *("k", "half_points", "change", "game_number"),
)
CHUNK = 10_000  # lines at a time: as text they take many times the memory


def is_earlier(contents: dict[str, Any]) -> bool:
    """Return whether a manifest has digests of this form."""
    return "facts" not in contents


def is_calculated_otherwise(rating_list: RatingList) -> bool:
    """Return whether the list was calculated in a way that the site no longer knows."""
    return is_earlier(rating_list.manifest) and rating_list.pool.system != frbe.KEY and not rating_list.imported


def digest_of(lines: Lines) -> str:
    """Return the digest of these lines."""
    names = OF_LEDGER if "number" in lines.dtype.names else OF_RATINGS
    pattern = " ".join("%.9g" if lines.dtype[name].kind == "f" else "%d" for name in names) + "\n"
    whole = sha256()
    for start in range(0, len(lines), CHUNK):
        columns = (lines[name][start : start + CHUNK].tolist() for name in names)
        whole.update("".join(pattern % row for row in zip(*columns, strict=True)).encode())
    return whole.hexdigest()


class EarlierGames(ListGames):
    """The games of a list, with digests of this form."""

    @cached_property
    def tournaments(self) -> tuple[TournamentGames, ...]:
        number, texts = self.pairings["tournament"], np.array(self._texts, object)
        found = []
        for place, event in enumerate(self.ids):
            mine = number == place
            digest = sha256("\n".join(texts[mine]).encode()).hexdigest()
            found.append(TournamentGames(event, int((mine & self.counts).sum()), digest))
        return tuple(found)

    @cached_property
    def digest(self) -> str:
        numbered = zip(self.pairings["tournament"].tolist(), self._texts, strict=True)
        return sha256("".join(f"{number} {text}\n" for number, text in numbered).encode()).hexdigest()

    @cached_property
    def _texts(self) -> list[str]:
        return list(self._lines())

    def _lines(self) -> Iterator[str]:
        games = self.pairings
        sides = []
        for side in ("white", "black"):
            nobody = games[side] == NONE
            sides.append(np.where(nobody, -games[f"{side}_given"], keys_of(games[side], self.people)).tolist())
        names = ("day", "round", "board", "white_letter", "black_letter", "handicap", "board_size", "tempo", "reason")
        rows = zip(*sides, *(games[name].tolist() for name in names), strict=True)
        for white, black, day, number, board, won, lost, *rest in rows:
            date = dt.date.fromordinal(day).isoformat()
            yield f"{date} {number} {board} {white} {black} {chr(won)}{chr(lost)} {' '.join(map(str, rest))}"


def games_of(rating_list: RatingList, games: ListGames, after: dt.date | None, *, reads: bool = True) -> ListGames:
    """Return the games of a list with digests of the form of its manifest.

    ``games`` are those later than ``after``, as they are selected now. For the first form games of the cote and of go
    were selected otherwise: they are read again, three queries, unless ``reads`` is false.
    """
    contents = rating_list.manifest
    if games.wide and "form" not in contents["games"]:
        games = replace(games, wide=False)  # before version 0.3.0 large keys were cut to their lowest four bytes
    if is_earlier(contents):
        if reads and (games.whole or rating_list.pool.discipline == Discipline.GO):
            archive = read(window(rating_list.pool, after, rating_list.date), games.people, as_chess=True)
            games = archive.between(after, rating_list.date)
        return EarlierGames(**{field.name: getattr(games, field.name) for field in fields(games)})
    if contents["version"] == 1 and games.digest != contents["games"]["digest"]:
        # Before version 0.1.0 digests of the cote had neither rounds nor participants.
        before = replace(games, whole=False) if games.whole else _without_zero_levels(games)
        return before if before.digest == contents["games"]["digest"] else games
    return games


def _without_zero_levels(games: ListGames) -> ListGames:
    """Return games as they were before a level of go of exactly 0, stored as 1, was distinguished from none."""
    pairings = games.pairings.copy()
    for name in ("white_given", "black_given", "white_entry", "black_entry"):
        pairings[name][pairings[name] == 1] = 0
    return replace(games, pairings=pairings)
