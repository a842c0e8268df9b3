"""Real tournaments of go, from the file to the levels: against levels that another program made of the same files."""

from __future__ import annotations

import datetime as dt
import json
import os
from pathlib import Path

import numpy as np
import pytest

from ratings.systems.ffg import rate as ffg
from ratings.systems.period import Games, GoPlayers, Period
from tournaments.formats.open_gotha import reader as open_gotha
from tournaments.formats.open_gotha.xml import parsed

pytestmark = pytest.mark.skipif("REAL_FILES" not in os.environ, reason="REAL_FILES names no folder of real files")
DAY = dt.date(2011, 7, 24)
LISTED = ("EGF", "FFG")  # origins of ratings; others registered


def calculated(data: bytes) -> dict[str, tuple[int, int]]:
    """Level and number of games of each player, by the name that the file's games use. All games count in full."""
    (report,) = open_gotha.read(data)
    origins = {
        open_gotha.player_key(said["name"], said["firstName"]): said["ratingOrigin"]
        for said in parsed(data).elements["Player"]
    }
    keys = [open_gotha.player_key(player.last_name, player.first_name) for player in report.players]
    row = {player.number: place for place, player in enumerate(report.players)}
    levels = np.array([player.rating for player in report.players])
    games = [game for game in report.pairings if game.black and game.white_result.is_rated]
    nothing, none = np.zeros(len(keys), np.int64), np.zeros(len(games), np.int64)
    players = GoPlayers(
        number=np.arange(1, len(keys) + 1),
        rating=levels,
        known=np.array([origins[key].startswith(LISTED) for key in keys]),
        entry_level=np.where(levels == 0, 1, levels),  # 0 says that none was told
        deviation=np.full(len(keys), np.nan),
        **dict.fromkeys(("games", "opponents_sum", "half_points", "foreign_rating", "last_day"), nothing),
    )
    played = Games(
        white=np.array([row[game.white] for game in games]),
        black=np.array([row[game.black or 0] for game in games]),
        white_half_points=np.array([game.white_result.half_points for game in games]),
        round=np.array([game.round for game in games]),
        day=np.full(len(games), DAY.toordinal()),
        handicap=np.array([game.handicap for game in games]),
        board_size=np.array([game.board_size for game in games]),
        **dict.fromkeys(("white_given", "black_given", "tournament", "rounds", "participants", "tempo"), none),
    )
    outcome = ffg.rate(Period(DAY, DAY, players, played), ffg.rules(), ledger=False)
    return {
        key: (level, count)
        for key, level, count in zip(keys, outcome.rating.tolist(), outcome.period_games.tolist(), strict=True)
    }


@pytest.mark.parametrize(
    ("name", "players", "tolerance"),
    [
        ("opengotha-lyon2017-23.xml", 23, 0.5),  # levels of the list are whole, those of the other program not
        ("opengotha-team-handicap-105.xml", 105, 0.5),
        ("opengotha-egc2011-760x10.xml", 753, 1.0),  # and some registered at 0, which is 1 here
    ],
)
def test_levels_are_those_of_another_program(name: str, players: int, tolerance: float) -> None:
    folder = Path(os.environ["REAL_FILES"], "samples", "go")
    expected = json.loads((folder / "expected_ffg_levels.json").read_text(encoding="utf-8"))[name]["final"]
    found = calculated((folder / name).read_bytes())
    off = {key: abs(level - expected[key]) for key, (level, _count) in found.items() if key in expected}
    listed_or_played = {key: value for key, value in off.items() if found[key][1] or found[key][0]}
    assert len(listed_or_played) == players
    assert max(listed_or_played.values()) <= tolerance
