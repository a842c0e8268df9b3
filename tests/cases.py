"""The cases of a test that takes long: the first ones run at once, the others with the tests marked `long`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def long_after(count: int, cases: Iterable[Any]) -> list[Any]:
    """Return the cases for `parametrize`, all but the first `count` of them marked `long`."""
    found = list(cases)
    return found[:count] + [
        pytest.param(*(case if isinstance(case, tuple) else (case,)), marks=pytest.mark.long) for case in found[count:]
    ]
