"""Errors of users, shown on the page that they see next."""

from collections.abc import Iterator
from contextlib import contextmanager

from django.contrib import messages
from django.http import HttpRequest

from federation.files.limits import SheetError
from federation.i18n.errors import UserError


@contextmanager
def show_errors(request: HttpRequest) -> Iterator[None]:
    """Leave the block at the first `UserError` or `SheetError` and show its sentence; the view continues after it."""
    try:
        yield
    except UserError as refused:
        messages.error(request, refused.sentence)
    except SheetError as unreadable:
        messages.error(request, str(unreadable))
