"""A dry run of a change: it is made, evaluated and rolled back, so that people see what it would do."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from django.contrib.auth.models import AnonymousUser, User
from django.db import transaction
from django.utils.html import format_html_join
from django.utils.safestring import SafeString

from federation import hooks

Change = Callable[[], object]


@contextmanager
def rolled_back(change: Change) -> Iterator[None]:
    """Make the change for the block, and roll it back afterwards. Raise what the change raises."""
    with transaction.atomic():
        change()
        yield
        transaction.set_rollback(True)


def impact_of(change: Change, user: User | AnonymousUser) -> SafeString:
    """Return as HTML what the change would do to the ratings that the user may see (settings.RATING_IMPACT).

    Raise what the change raises. It has to look up the rows that it writes: objects in memory are not rolled back.
    """
    return format_html_join("", "{}", ((describe(change, user),) for describe in hooks.functions("RATING_IMPACT")))
