"""Work done once for each distinct value: the columns of a table repeat themselves. Pure."""

from collections.abc import Callable, Sequence
from types import NoneType
from typing import TypeVar

Given = TypeVar("Given")
Made = TypeVar("Made")


def map_unique(form: Callable[[Given], Made], values: Sequence[Given]) -> list[Made]:
    """Return ``form`` of every value, calling it once for each distinct one if many repeat. Values must be hashable."""
    distinct = dict.fromkeys(values)
    one_kind = len(set(map(type, values)) - {NoneType}) < 2  # 1, 1.0 and True are equal and not the same
    if not one_kind or len(distinct) > len(values) // 2:
        return list(map(form, values))
    made = {value: form(value) for value in distinct}
    return [made[value] for value in values]
