"""Rules as data: parameters from JSON, checked and stored in a system's own dataclass."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import asdict, field, fields, replace
from itertools import pairwise
from typing import Any, Final, TypeVar, get_type_hints

Rules = TypeVar("Rules")  # a system's own frozen dataclass

Bands = tuple[tuple[int, int], ...]
"""(end of the band, value) in ascending order."""

LATER: Final = "later"
LARGEST: Final = 1_000_000  # no rule has a greater number, and the product of two fits in 64 bits


class Parameters:
    """The form of every system's rules: a frozen dataclass of parameters."""

    def as_dict(self) -> dict[str, Any]:
        """Return all parameters as in JSON (lists for tuples), in their order."""
        rules: Any = self
        return {name: _plain(value) for name, value in asdict(rules).items()}

    def as_stored(self) -> dict[str, Any]:
        """Return the form used in digests: later parameters only where they differ, so that no older digest changes."""
        rules: Any = self
        values = self.as_dict()
        same = [each.name for each in fields(rules) if LATER in each.metadata and values[each.name] == each.default]
        return {name: value for name, value in values.items() if name not in same}


def later(default: Any) -> Any:
    """Return the field of a parameter that was added to a system whose lists are published already."""
    return field(default=default, metadata={LATER: True})


class RuleError(ValueError):
    """Invalid parameters, described in one sentence.

    ``template`` is the English sentence with %(name)s placeholders (the key of its translation); ``facts`` fills them:
    values, and parameters by the names used here.
    """

    def __init__(self, template: str, **facts: object) -> None:
        self.template = template
        self.facts = facts
        super().__init__(template % facts if facts else template)


def gettext_noop(text: str) -> str:
    """Mark a sentence for the translation catalogues; pure rooms do not translate."""
    return text


# Here and in the systems, sentences have no capital and no full stop: they start with the name of a parameter.
UNKNOWN_PROFILE: Final = gettext_noop("unknown profile '%(profile)s': one of %(known)s")
UNKNOWN_PARAMETER: Final = gettext_noop("unknown parameter '%(name)s'; known are: %(known)s")
TOO_LOW: Final = gettext_noop("%(name)s must be at least %(low)s, not %(value)s")
TOO_HIGH: Final = gettext_noop("%(name)s must be at most %(high)s, not %(value)s")
NO_FLAG: Final = gettext_noop("%(name)s must be true or false, not %(value)s")
NOT_WHOLE: Final = gettext_noop("%(name)s must be a whole number up to a million, not %(value)s")
NO_WORD: Final = gettext_noop("%(name)s must be a word, not %(value)s")
NO_LIST: Final = gettext_noop("%(name)s must be a list, not %(value)s")
NO_WHOLES: Final = gettext_noop("%(name)s must be a list of whole numbers up to a million")
NO_BANDS: Final = gettext_noop("%(name)s must be a list of pairs of whole numbers up to a million")
NOT_IN_ORDER: Final = gettext_noop("%(low)s %(least)s is more than %(high)s %(most)s")
NOT_ASCENDING: Final = gettext_noop("%(name)s must ascend from 1")
NO_CHOICE: Final = gettext_noop("%(name)s must be one of %(known)s, not '%(value)s'")


def with_parameters(rules: Rules, parameters: Mapping[str, Any]) -> Rules:
    """Return the rules with some parameters changed. Raise `RuleError` for an unknown or invalid one."""
    before: Any = rules
    types = get_type_hints(type(rules))
    for name in sorted(parameters):
        require(name in types, UNKNOWN_PARAMETER, name=name, known=", ".join(types))
    after: Rules = replace(before, **{name: _READERS[types[name]](name, value) for name, value in parameters.items()})
    return after


def profile_of(
    profiles: Mapping[str, Rules], profile: str = "seed", parameters: Mapping[str, Any] | None = None
) -> Rules:
    """Return the profile with some parameters changed, as given in JSON.

    Raise `RuleError` for an unknown profile or parameter, or for a value that makes no sense.
    """
    require(profile in profiles, UNKNOWN_PROFILE, profile=profile, known=", ".join(profiles))
    return with_parameters(profiles[profile], parameters or {})


def require(condition: bool, template: str, **facts: object) -> None:
    """Raise `RuleError` if the condition does not hold."""
    if not condition:
        raise RuleError(template, **facts)


def require_at_least(rules: object, low: int, *names: str) -> None:
    """Raise `RuleError` if one of these parameters is below its lowest value."""
    for name in names:
        require(getattr(rules, name) >= low, TOO_LOW, name=name, low=low, value=getattr(rules, name))


def require_in_order(rules: object, *pairs: tuple[str, str]) -> None:
    """Raise `RuleError` if the first parameter of a pair is greater than the second."""
    for low, high in pairs:
        least, most = getattr(rules, low), getattr(rules, high)
        require(least <= most, NOT_IN_ORDER, low=low, least=least, high=high, most=most)


def require_ascending(name: str, numbers: Iterable[int]) -> None:
    """Raise `RuleError` unless the numbers of this parameter ascend from 1."""
    require(all(low < high for low, high in pairwise((0, *numbers))), NOT_ASCENDING, name=name)


def require_choice(name: str, value: str, known: Sequence[str]) -> None:
    """Raise `RuleError` unless the value of this parameter is one of the known words."""
    require(value in known, NO_CHOICE, name=name, known=", ".join(known), value=value)


def _plain(value: Any) -> Any:
    return [_plain(part) for part in value] if isinstance(value, tuple) else value


def _flag(name: str, value: Any) -> bool:
    require(isinstance(value, bool), NO_FLAG, name=name, value=repr(value))
    return bool(value)


def _whole(name: str, value: Any) -> int:
    require(_is_whole(value), NOT_WHOLE, name=name, value=repr(value))
    return int(value)


def _text(name: str, value: Any) -> str:
    require(isinstance(value, str), NO_WORD, name=name, value=repr(value))
    return str(value)


def _wholes(name: str, value: Any) -> tuple[int, ...]:
    _require_list(name, value)
    require(all(map(_is_whole, value)), NO_WHOLES, name=name)
    return tuple(value)


def _bands(name: str, value: Any) -> Bands:
    _require_list(name, value)
    pairs = all(isinstance(part, (list, tuple)) and len(part) == 2 and all(map(_is_whole, part)) for part in value)
    require(pairs, NO_BANDS, name=name)
    return tuple((end, number) for end, number in value)


def _require_list(name: str, value: Any) -> None:
    require(isinstance(value, (list, tuple)), NO_LIST, name=name, value=repr(value))


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) <= LARGEST


# By the declared type of a parameter.
_READERS: Final[dict[Any, Callable[[str, Any], Any]]] = {
    bool: _flag,
    int: _whole,
    str: _text,
    tuple[int, ...]: _wholes,
    Bands: _bands,
}
