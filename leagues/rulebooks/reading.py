"""Read the regulations shipped here, and those of a season."""

import tomllib
from functools import cache
from pathlib import Path

from leagues.rules.regulation import Regulation, read

FOLDER = Path(__file__).resolve().parent


def shipped() -> list[str]:
    """Return the codes of the regulations shipped here."""
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


@cache
def regulation(code: str) -> Regulation:
    """Return a regulation by its code. Raise `KeyError` if there is none."""
    if code not in shipped():
        raise KeyError(code)
    return read(tomllib.loads((FOLDER / f"{code}.toml").read_text(encoding="utf-8")))
