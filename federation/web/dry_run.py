"""What a change would lead to, told before anybody makes it: it is made, looked at, and taken back."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.utils.module_loading import import_string
from django.utils.safestring import SafeString

Change = Callable[[], object]


@contextmanager
def taken_back(change: Change) -> Iterator[None]:
    """Within, the change is made; afterwards nothing of it is left. Raises what the change raises."""
    with transaction.atomic():
        change()
        yield
        transaction.set_rollback(True)


def told(change: Change, user: User | AnonymousUser) -> SafeString:
    """What the user may know of what the change would lead to, as HTML for a page (settings.FORESIGHT).

    Raises what the change raises. It has to look up what it writes: objects in memory are not taken back.
    """
    return import_string(settings.FORESIGHT)(change, user)
