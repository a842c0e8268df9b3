"""Writes Pairgoth files: a tournament of invented people with every result."""

from __future__ import annotations

import json
from typing import Any

PLAYERS: tuple[dict[str, Any], ...] = (
    {"id": 1, "name": "Rivière", "firstname": "Lou", "rating": 2322, "rank": 2, "country": "FR", "club": "75Nu",
     "ffg": "1854001", "egf": "14500123\n"},
    {"id": 2, "name": "De_Loor", "firstname": "Fien_Marie", "rating": 1900, "rank": -1, "country": "BE", "club": "xxxx",
     "final": True, "skip": [2, 5], "mmsCorrection": 1},
    {"id": 4, "name": "Okada", "firstname": "Mika", "rating": 1900, "rank": 1, "pro": 2, "final": False},
    {"id": 7, "name": "Weyn", "firstname": "", "rank": -10, "country": "BE", "final": True},
    {"id": 9, "name": "Away", "firstname": "Anna", "rating": 1000, "rank": -11, "final": False},
)  # fmt: skip
GAMES: tuple[list[dict[str, Any]], ...] = (
    [{"id": 1, "t": 1, "w": 1, "b": 4, "h": 0, "r": "w"}, {"id": 2, "t": 2, "w": 2, "b": 7, "h": 8, "r": "b"}],
    [{"id": 3, "t": 1, "w": 4, "b": 7, "h": 0, "r": "?"}, {"id": 4, "t": 0, "w": 0, "b": 1, "h": 0, "r": "b"}],
    [],
)


def tour(**changes: Any) -> bytes:
    """Return a tournament of four players in two of three rounds; ``changes`` are values of the object."""
    event = {
        "type": "INDIVIDUAL", "name": "Coupe des neuf pierres", "shortName": "neuf", "startDate": "2025-05-01",
        "endDate": "2025-05-02", "director": "Personne, Anne", "country": "fr", "location": "Nulle-Part",
        "online": False, "komi": 7.5, "rules": "FRENCH", "gobanSize": 19,
        "timeSystem": {"type": "FISCHER", "mainTime": 3600, "increment": 15, "maxTime": 0}, "rounds": 3,
        "pairing": {
            "type": "MAC_MAHON", "main": {"mmsValueAbsent": 0.5, "roundDownScore": True}, "mmFloor": -20, "mmBar": 0,
            "placement": ["MMS", "SOSM", "SOSOSM"],
        },
        "players": PLAYERS, "games": GAMES,
    }  # fmt: skip
    return json.dumps(event | changes, ensure_ascii=False, indent=2).encode()
