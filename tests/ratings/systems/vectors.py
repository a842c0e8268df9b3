"""The facts in tests/data, one list a rule."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

DATA = Path(__file__).resolve().parents[2] / "data"


def load(name: str) -> dict[str, Any]:
    facts: dict[str, Any] = json.loads((DATA / f"{name}_vectors.json").read_text(encoding="utf-8"))
    return facts


HALF_POINTS = {"1": 2, "=": 1, "0": 0}
