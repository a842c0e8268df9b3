"""Work that is done once for each distinct value: the columns of a table repeat themselves. Pure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from types import NoneType
from typing import TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")


def each_once(form: Callable[[Given], Made], values: Sequence[Given]) -> list[Made]:
    """``form`` of every value, called once for values that are the same. They must be hashable."""
    if len(set(map(type, values)) - {NoneType}) > 1:  # 1, 1.0 and True are equal and not the same
        return list(map(form, values))
    made = {value: form(value) for value in dict.fromkeys(values)}
    return [made[value] for value in values]
