"""What other apps give to the federation's pages: `settings`, section "Hooks", names the functions."""

from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.utils.module_loading import import_string


def functions(hook: str) -> list[Callable[..., Any]]:
    """Return the functions that a setting names, in its order."""
    return [import_string(name) for name in getattr(settings, hook)]
