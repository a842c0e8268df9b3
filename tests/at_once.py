"""Run steps at the same time, each with its own connection, while somebody holds the rows that they need.

For tests with real transactions (``django_db(transaction=True)``).
"""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor, wait

from django.db import connection, transaction
from django.db.models import QuerySet
from django.utils import translation

IN_QUEUE = 0.2  # seconds in which a step comes to where it waits


def at_once(held: QuerySet, *steps: Callable[[], object]) -> list[object]:
    """Return what each step returns or raises. They queue in this order until the rows ``held`` are released.

    SQLite has one writer and no queue: there the steps run one after the other.
    """
    with ThreadPoolExecutor(len(steps)) as people:
        if connection.vendor == "sqlite":
            return [_told(people.submit(alone, step)) for step in steps]
        with transaction.atomic():
            list(held.order_by().select_for_update())
            begun = []
            for step in steps:
                begun.append(people.submit(alone, step))
                time.sleep(IN_QUEUE)
        return [_told(future) for future in begun]


def alone(step: Callable[[], object]) -> object:
    """Return what the step returns, with its own connection."""
    try:
        with translation.override("en"):
            return step()
    finally:
        connection.close()


def _told(future: Future[object]) -> object:
    wait([future])
    return future.exception() or future.result()
