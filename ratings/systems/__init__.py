"""The rating systems: pure calculation, arrays in and arrays out. One folder per system, all alike (see `period`)."""

from types import ModuleType
from typing import Final

from ratings.systems.ffg import rate as ffg
from ratings.systems.fics import rate as fics
from ratings.systems.fqe import rate as fqe
from ratings.systems.frbe import rate as frbe

SYSTEMS: Final[dict[str, ModuleType]] = {system.KEY: system for system in (frbe, fqe, ffg, fics)}
