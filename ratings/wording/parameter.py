"""A parameter of a system's rules for people: its name, its unit and a value."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from django.utils.translation import gettext as _
from django.utils.translation import ngettext_lazy

from federation.i18n.dates import long_date
from federation.web.tables import MINUS

NOTHING: Final = "–"  # how an empty list is shown and entered

POINTS: Final = ngettext_lazy("%(figure)s point", "%(figure)s points", "number")
GAMES: Final = ngettext_lazy("%(figure)s game", "%(figure)s games", "number")
ROUNDS: Final = ngettext_lazy("%(figure)s round", "%(figure)s rounds", "number")
BOARD_STONES: Final = ngettext_lazy("%(figure)s stone", "%(figure)s stones", "number")
PASSES: Final = ngettext_lazy("%(figure)s pass", "%(figure)s passes", "number")
PERCENT: Final = "%(figure)s\N{NO-BREAK SPACE}%%"


@dataclass(frozen=True)
class Parameter:
    """The name of a parameter. Texts are lazy: they are in the reader's language.

    ``unit``: a template with %(figure)s, for whole numbers. ``choices``: the meaning of each possible word. ``pair``:
    the meaning of both numbers of each pair in a list.
    """

    name: Any
    unit: Any = None
    choices: Mapping[str, Any] = field(default_factory=dict)
    pair: Any = ""

    def shown(self, value: Any) -> str:
        """Return a value, as in JSON, in the reader's language: ``350 points``, ``yes``, ``100: 32, 300: 24``."""
        if isinstance(value, bool):
            return _("yes") if value else _("no")
        if isinstance(value, list):
            return written(value) or NOTHING
        if isinstance(value, str):
            return str(self.choices.get(value) or long_date(dt.date.fromisoformat(value)))
        figure = f"{MINUS}{-value}" if value < 0 else str(value)
        return str(self.unit % {"figure": figure, "number": abs(value)}) if self.unit else figure


def written(numbers: list[Any]) -> str:
    """Return a list of whole numbers or of pairs as people write it; `parameter_fields` reads it back."""
    return ", ".join(": ".join(map(str, part)) if isinstance(part, list) else str(part) for part in numbers)


def names_of(rules: Mapping[Any, Mapping[str, Parameter]]) -> dict[str, Parameter]:
    """Return the parameters of all groups of a system's ``RULES``."""
    return {name: parameter for group in rules.values() for name, parameter in group.items()}
