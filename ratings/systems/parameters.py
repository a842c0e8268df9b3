"""Rules as data: parameters that come as JSON has them, checked and put into a system's own dataclass."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import asdict, replace
from itertools import pairwise
from typing import Any, Final, TypeVar, get_type_hints

Rules = TypeVar("Rules")  # a system's own frozen dataclass

Bands = tuple[tuple[int, int], ...]
"""(end of the band, value) in ascending order."""

LARGEST: Final = 1_000_000  # no rule has a greater number, and 64 bits hold every product of two


def as_json(rules: Any) -> dict[str, Any]:
    """All parameters in their order, lists for tuples: one form for digests."""
    return {name: _plain(value) for name, value in asdict(rules).items()}


def with_parameters(rules: Rules, parameters: Mapping[str, Any]) -> Rules:
    """The rules with some parameters changed. Raises `ValueError` with a sentence for an unknown or unfit one."""
    before: Any = rules
    types = get_type_hints(type(rules))
    for name in sorted(parameters):
        require(name in types, f"unknown parameter {name!r}; known are: {', '.join(types)}")
    after: Rules = replace(before, **{name: _READERS[types[name]](name, value) for name, value in parameters.items()})
    return after


def require(condition: bool, sentence: str) -> None:
    """Raises `ValueError` with the sentence where the condition does not hold."""
    if not condition:
        raise ValueError(sentence)


def require_at_least(rules: object, least: Mapping[str, int]) -> None:
    """The lowest value that each of these parameters may have."""
    for name, low in least.items():
        require(getattr(rules, name) >= low, f"{name} must be at least {low}, not {getattr(rules, name)}")


def ascends(numbers: tuple[int, ...]) -> bool:
    """Whether numbers ascend from 1."""
    return all(low < high for low, high in pairwise((0, *numbers)))


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _flag(name: str, value: Any) -> bool:
    require(isinstance(value, bool), f"{name} must be true or false, not {value!r}")
    return bool(value)


def _whole(name: str, value: Any) -> int:
    require(_is_whole(value), f"{name} must be a whole number up to a million, not {value!r}")
    return int(value)


def _text(name: str, value: Any) -> str:
    require(isinstance(value, str), f"{name} must be a word, not {value!r}")
    return str(value)


def _wholes(name: str, value: Any) -> tuple[int, ...]:
    _require_list(name, value)
    require(all(map(_is_whole, value)), f"{name} must be a list of whole numbers up to a million")
    return tuple(value)


def _bands(name: str, value: Any) -> Bands:
    _require_list(name, value)
    pairs = all(isinstance(part, (list, tuple)) and len(part) == 2 and all(map(_is_whole, part)) for part in value)
    require(pairs, f"{name} must be a list of pairs of whole numbers up to a million")
    return tuple((end, number) for end, number in value)


def _require_list(name: str, value: Any) -> None:
    require(isinstance(value, (list, tuple)), f"{name} must be a list, not {value!r}")


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST


# By the type that a parameter is declared with.
_READERS: Final[dict[Any, Callable[[str, Any], Any]]] = {
    bool: _flag,
    int: _whole,
    str: _text,
    tuple[int, ...]: _wholes,
    Bands: _bands,
}
