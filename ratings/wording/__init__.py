"""What the entries of a ledger say, in the notation of each federation: one module a system, all alike.

A module offers, with its texts in the reader's language:
- ``sentence(step)``: what happened and why; ``formula(step)``: the arithmetic with its numbers, "" where there is none;
- ``HOW``: the whole reckoning in a paragraph; ``REASONS``: why a game does not count;
- ``HAS_EXPECTED_SCORE``: whether a game has one, and a K-factor;
- ``first_rating(rules)``: how many games that count a first rating takes;
- ``RULES``: what its parameters are called, by groups (`parameter.Parameter`); ``PROFILES``: what its profiles are;
- ``BY_TOURNAMENT``: whether the system rates one tournament after the other; ``OPENS``: the kinds of entries that come
  before the games of a tournament.
"""

from __future__ import annotations

from types import ModuleType
from typing import Any, Final

from django.utils.translation import gettext_lazy as lazy

from ratings.wording import ffg, fics, fqe, frbe

WORDING: Final[dict[str, ModuleType]] = {"frbe": frbe, "fqe": fqe, "ffg": ffg, "fics": fics}
# What the systems are called.
NAMES: Final[dict[str, Any]] = {
    "frbe": lazy("Belgian Elo (FRBE)"),
    "fqe": lazy("Quebec rating (FQE)"),
    "ffg": lazy("French scale of go (FFG)"),
    "fics": lazy("Glicko of the server FICS"),
}
