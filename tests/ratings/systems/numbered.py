"""The numbers of all rules and rulings, and which of them the names of tests begin with.

A test says first which rules it is about: ``test_f15_a09_the_floor_holds_after_each_round`` is one of F15 and of A9.
Numbers are those of a system: B2 is another rule in FICS than in the Belgian rules.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

HERE: Final = Path(__file__).resolve().parent
NUMBER: Final = re.compile(r"([a-z]{1,2})([0-9]{1,2})")


def numbers(letters: str, last: int) -> list[str]:
    """F1, F2 ... F19."""
    return [f"{letters}{number}" for number in range(1, last + 1)]


RULES: Final = {
    "ffg": [*numbers("F", 19), *numbers("A", 15)],
    "fics": [*numbers("K", 12), *numbers("B", 12)],
}


def rules_with_tests(system: str) -> set[str]:
    """The numbers in the names of the tests of a system, those in the files ``test_SYSTEM*.py``."""
    return {number for file in HERE.glob(f"test_{system}*.py") for name in _tests(file) for number in named(name)}


def named(test: str) -> Iterator[str]:
    """The numbers with which the name of a test begins."""
    for word in test.removeprefix("test_").split("_"):
        found = NUMBER.fullmatch(word)
        if found is None:
            return
        yield f"{found[1].upper()}{int(found[2])}"


def _tests(file: Path) -> Iterator[str]:
    for node in ast.parse(file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            yield node.name
