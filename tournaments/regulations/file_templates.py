"""Templates of files that a club can fill in, with examples that it replaces, and what their columns hold."""

import csv
import io
from typing import NamedTuple

from django.utils.translation import gettext_lazy as _

from federation.profiles.reading import profile
from tournaments.formats.games_csv.reader import REQUIRED


class Column(NamedTuple):
    name: str
    text: str

    @property
    def is_required(self) -> bool:
        return self.name in REQUIRED


# Of the games CSV, in the order of its template; the others (handicap, board_size, komi) are for go.
GAMES = tuple(
    Column(name, text)
    for name, text in {
        "event": _("name of the tournament"),
        "city": _("town"),
        "start": _("first day: 2026-03-14"),
        "end": _("last day"),
        "pace": _("standard, rapid or blitz"),
        "round": _("number of the round"),
        "date": _("day of the game"),
        "board": _("number of the board"),
        "white": _("member number of White"),
        "black": _("member number of Black"),
        "result": _("1-0, 0-1, 1/2-1/2; forfeits 1F-0F, 0F-1F, 0F-0F"),
        "white_rating": _("rating of White, only of players who are not members"),
        "black_rating": _("rating of Black, only of players who are not members"),
    }.items()
)


def games_csv() -> bytes:
    """Return the template of the games CSV: two games of a member against a guest as examples."""
    out = io.StringIO(newline="")
    writer = csv.DictWriter(out, [column.name for column in GAMES], restval="")
    writer.writeheader()
    event = {"event": "Club championship", "start": "2026-03-14", "end": "2026-03-15", "pace": "standard", "board": 1}
    demo = profile().demo
    member = demo.first_number if demo else ""
    writer.writerow({**event, "round": 1, "date": "2026-03-14", "white": member, "black_rating": 1500, "result": "1-0"})
    second = {"round": 2, "date": "2026-03-15", "white_rating": 1500, "black": member, "result": "1/2-1/2"}
    writer.writerow(event | second)
    return out.getvalue().encode()


TEMPLATES = {"games.csv": games_csv}
