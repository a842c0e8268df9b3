"""The files that SWAR works with (.swar), of invented people, byte by byte as its versions write them."""

from __future__ import annotations

import struct
from typing import Any, NamedTuple

WIN, DRAW, LOSS, BOTH_LOST, DRAW_NOTHING, NOTHING_DRAW = 0x4000, 0x2000, 0x1000, 0x400, 0x200, 0x100
WON_BYE, DRAWN_BYE, LOST_BYE = 0x40, 0x20, 0x10
NOBODY_CAME, WON_FORFEIT, DRAWN_FORFEIT, LOST_FORFEIT = 8, 4, 2, 1
BYE, ABSENT = 0x1000, 0x4000  # tables


class Round(NamedTuple):
    """What one player has of one round."""

    number: int
    table: int
    opponent: int
    result: int
    colour: int = 0


def _numbers(*values: int) -> bytes:
    return struct.pack(f"<{len(values)}i", *values)


def _text(words: str) -> bytes:
    return _numbers(len(words.encode("cp1252"))) + words.encode("cp1252")


def player(number: int, name: str, *rounds: Round, version: str = "v6.78", **said: Any) -> bytes:
    """Return a player whose member number is 10000 + number."""
    facts = {
        "rank": number, "birth": "19800517", "sex": 1, "country": "BEL", "fide_id": 0, "rating": 1500,
        "fide_rating": 0, "title": 0, "club": 601, "points": 0,
    } | said  # fmt: skip
    games = [0, facts["points"], *([0] if "v6.49" <= version < "v7" else []), *[0] * 7]
    games += [*([1] if version >= "v5.52" else []), 4]  # paid; present
    ratings = [facts["rating"], *([] if version >= "v7" else [facts["fide_rating"]])]
    old = version < "v5"
    before = _numbers(0, len(rounds)) if old else struct.pack("<iihh", 0, 0, len(rounds), 0)
    return b"".join(
        [
            *(_numbers(facts["rank"]), _text(name), _numbers(number, number, 0), _text(facts["birth"])),
            *(_numbers(facts["sex"]), _text(facts["country"]), _numbers(10_000 + number, facts["fide_id"], 1)),
            *(_numbers(*ratings, facts["title"], facts["club"]), _text("Cercle d'Été"), _numbers(*games)),
            *(_text(""), before, _text("[RONDE]")),
            *(_numbers(*each, 0, 0) for each in rounds),
        ]
    )


def swar(*players: bytes, version: str = "v6.78", rounds: int = 3, behind: bytes = b"", **said: Any) -> bytes:
    """Return a file; ``said``: of the event. Three days in March 2025."""
    facts = {
        "name": "Hiver à Nulle-Part", "type": 0, "pace": 0, "bye": 0, "absences": (0, 0, 0), "scoring": (4, 2, 0),
        "tie_breaks": (4, 1, 6, 0, 0), "guid": "{0A}",
    } | said  # fmt: skip
    words = [facts["name"], "Cercle 601", "601", "Nulle-Part", "IA Anne Personne", "", "01/03/2025", "15/03/2025"]
    head = b"".join(map(_text, words)) + _numbers(3) + (b"" if version < "v5" else _text("90 min + 30 sec"))
    head += _numbers(rounds, 1, rounds, 0, 0, 0, 1, 0)
    fide = _text("") if version < "v5.24" else _numbers(*[0] * (48 if version < "v7" else 45))
    tail = [facts["type"], *([0] if version < "v6.03" else []), 1, 6, 0, 1, *facts["scoring"], 4, 0]
    tail += [*([] if version < "v6.03" else [0]), 0, facts["pace"], 0, 2, 1, facts["bye"]]
    days = b"".join(_text(f"{1 + 7 * number:02}/03/2025") for number in range(rounds))
    categories = 13 if version < "v6.50" else 17
    return b"".join(
        [
            *(_text(version), _text(facts["guid"]), _text("00-00"), _text("[TOURNOI]"), head, fide, *[_text("")] * 4),
            *(_numbers(*tail), bytes([*facts["absences"], 0]), _numbers(2, 1), _text("[DATES]"), days),
            *(_text("[TIE_BREAK]"), _numbers(*facts["tie_breaks"]), _text("[EXCLUSION]"), _numbers(-1), _text("")),
            *(_text("[CATEGORIES]"), _numbers(0), _text("") * 2 * categories),
            *(_text("[XTRA_POINTS]"), _numbers(*[0] * 8), _text("[JOUEURS]"), _numbers(len(players)), *players, behind),
        ]
    )


def three(version: str = "v6.78", unit: int = 4) -> list[bytes]:
    """Anna, Bob and Cis: three rounds, in each of which one of them has the bye, is absent or wins without a game."""
    said = {"version": version}
    return [
        player(
            *(1, "Aerts, Anna", Round(1, 1, 2, WIN, 1), Round(2, 1, 3, DRAW, -1), Round(3, BYE, -1, WON_BYE)),
            **{
                "points": round(2.5 * unit),
                "rating": 1812,
                "fide_rating": 1790,
                "sex": 2,
                "title": 2,
                "fide_id": 204_001,
                **said,
            },
        ),
        player(
            *(2, "Baert, Bob", Round(1, 1, 1, LOSS, -1), Round(2, ABSENT, -1, 0), Round(3, 2, 3, LOST_FORFEIT, 1)),
            **{"birth": "19000101", **said},
        ),
        player(
            *(3, "Claes, Cis", Round(1, BYE, 0, WON_BYE), Round(2, 1, 1, DRAW, 1), Round(3, 2, 2, WON_FORFEIT, -1)),
            **{"points": round(2.5 * unit), "rating": 0, "club": 0, "birth": "19790000", **said},
        ),
    ]
