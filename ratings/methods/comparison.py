"""The same game by every method of chess."""

from decimal import Decimal
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from ratings.methods.documents import METHODS
from ratings.methods.scenes import Game, Person, Scene
from ratings.systems import SYSTEMS
from ratings.systems.period import Kind

OWN, OPPONENT = 1600, 1700
RELIABLE = 80.0  # the RD up to which the server calls a player active


class Row(NamedTuple):
    """What a game brings by a method: won, drawn, lost."""

    name: Any
    text: str
    changes: list[Decimal]


def comparison() -> list[Row]:
    """Return what an established player gains and loses against one who is 100 points stronger."""
    settings = {
        "frbe": (_("K = 32, game 51 of the career"), Person(OWN, 50), Person(OPPONENT, 50)),
        "fqe": (_("permanent rating, before any bonus"), Person(OWN, 50), Person(OPPONENT, 50)),
        "fics": (
            _("RD of both: %(deviation)s") % {"deviation": int(RELIABLE)},
            Person(OWN, 50, deviation=RELIABLE),
            Person(OPPONENT, 50, deviation=RELIABLE),
        ),
    }
    return [
        Row(METHODS[system].name, text, [_change(system, own, other, half_points) for half_points in (2, 1, 0)])
        for system, (text, own, other) in settings.items()
        if system in METHODS
    ]


def _change(system: str, own: Person, other: Person, half_points: int) -> Decimal:
    scene = Scene(system, SYSTEMS[system].rules(), [own, other], [Game(half_points, black=1)])
    return next(line.change for line in scene.explained().lines if line.kind == Kind.GAME)
