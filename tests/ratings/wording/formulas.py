"""A pocket calculator for the formulas of ledgers."""

from __future__ import annotations

import ast
import math
import re

WORDS = {"−": "-", "×": "*", "²": "**2", "^": "**", "√": "sqrt", "–": "-"}


def wrong_steps(formula: str) -> list[str]:
    """Return the steps of a formula whose arithmetic is wrong; ``a = 2 + 3 = 5; 5 × 2 = 10`` has two right ones.

    Names are skipped; what follows an arrow was cut and is not calculated. A result is right if it is the
    nearest whole number, or right to its last decimal: factors that were rounded before may move that.
    """
    return [step for step, sides in _steps(formula) if not all(_fits(sides[0], side) for side in sides[1:])]


def calculated(formula: str) -> int:
    """Return how many steps of the formula could be calculated."""
    return sum(len(sides) > 1 for _, sides in _steps(formula))


def _steps(formula: str) -> list[tuple[str, list[tuple[float, str]]]]:
    """Return each step with those of its sides that are numbers."""
    found = []
    for step in re.split(r"[;,<≥] ", formula):
        sides = [side.split("→")[0].strip() for side in step.split(" = ")]
        values = [(_value(side), side) for side in sides]
        found.append((step, [(value, side) for value, side in values if value is not None]))
    return found


def _fits(left: tuple[float, str], right: tuple[float, str]) -> bool:
    decimals = len(right[1].partition(".")[2])
    return math.isclose(left[0], right[0], abs_tol=1.01 * 10**-decimals if decimals else 0.5, rel_tol=1e-4)


def _value(text: str) -> float | None:
    for word, sign in WORDS.items():
        text = text.replace(word, sign)
    text = re.sub(r"\|([^|]*)\|", r"abs(\1)", text).strip()
    if not re.fullmatch(r"(?:[-+0-9.()*/ ]|sqrt|abs)+", text):
        return None
    return float(eval(compile(ast.parse(text, mode="eval"), "", "eval"), {"sqrt": math.sqrt, "abs": abs}))
