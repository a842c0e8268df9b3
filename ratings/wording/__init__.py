"""The text of ledger entries, in the notation of each federation: one module per system, all alike.

A module offers, in the reader's language:
- ``sentence(step)``: what happened and why; ``formula(step)``: the arithmetic with its numbers, "" if there is none;
- ``HOW``: the whole calculation in a paragraph; ``REASONS``: why a game does not count;
- ``HAS_EXPECTED_SCORE``: whether games have an expected score and a K-factor;
- ``first_rating(rules)``: how many rated games are needed for a first rating;
- ``RULES``: the names of its parameters, by groups (`parameter.Parameter`); ``PROFILES``: the names of its profiles;
- ``BY_TOURNAMENT``: whether the system rates tournament by tournament; ``OPENS``: the kinds of entries that come before
  the games of a tournament.
"""

from types import ModuleType
from typing import Any, Final

from django.utils.translation import gettext_lazy as lazy

from ratings.wording import ffg, fics, fqe, frbe

WORDING: Final[dict[str, ModuleType]] = {"frbe": frbe, "fqe": fqe, "ffg": ffg, "fics": fics}
# The names of the systems.
NAMES: Final[dict[str, Any]] = {
    "frbe": lazy("Belgian Elo (FRBE)"),
    "fqe": lazy("Quebec rating (FQE)"),
    "ffg": lazy("French go scale (FFG)"),
    "fics": lazy("FICS server Glicko"),
}
