"""What other apps give to the federation's pages: `settings`, section "Hooks", names the functions."""

from collections.abc import Callable, Collection
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string


def functions(hook: str) -> list[Callable[..., Any]]:
    """Return the functions that a setting names, in its order."""
    return [import_string(name) for name in getattr(settings, hook)]


def rated_facts_changed(kinds: Collection[tuple[str, str]] = ()) -> None:
    """Announce that the facts behind the next lists changed, in the transaction that changes them.

    ``kinds``: discipline and pace of the tournaments whose games changed, if nothing else did.
    """
    for tell in functions("RATED_FACTS_CHANGED"):
        tell(kinds)
