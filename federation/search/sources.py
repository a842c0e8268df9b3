"""What can be searched: each app says so in a source, which `settings.SEARCHED` names."""

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.conf import settings
from django.utils.functional import Promise
from django.utils.module_loading import import_string


class Found(NamedTuple):
    """A line of the results."""

    title: str
    address: str
    about: str = ""  # what distinguishes it from others with the same title: club, day


def by_no_number(text: str) -> list[int]:
    """Find nothing: the function for numbers of a source whose rows have none."""
    return []


@dataclass(frozen=True)
class Source:
    """A kind of rows that can be found by the words of their names.

    The index may be some seconds old. So ``lines`` reads each row again, and leaves out what nobody may see any more.
    """

    kind: str  # stored in the index: it stays
    label: Promise | str  # in the plural
    # (ids, None for all) -> id and words of each row that may be found; one query
    texts: Callable[[Collection[int] | None], Iterable[tuple[int, str]]]
    lines: Callable[[Sequence[int]], list[Found]]  # (ids) -> lines in the same order; one query
    audited: str = ""  # the kind of its records in the audit, whose changes the index follows
    numbered: Callable[[str], list[int]] = by_no_number  # what was typed -> ids of rows with this number


def sources() -> list[Source]:
    """Return all sources, in the order of the results."""
    return [import_string(name) for name in settings.SEARCHED]
