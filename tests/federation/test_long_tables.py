"""federation: what grows for ever is read by an index, on both databases"""

import datetime as dt
from collections.abc import Callable

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from federation.models import Club, ComparedPlayer, Job

DAY = dt.date(2026, 1, 1)
READS: dict[str, Callable[[], QuerySet]] = {
    "affiliation_of_club": lambda: Club.objects.with_members(DAY),
    "compared_order": lambda: ComparedPlayer.objects.order_by("-comparison_id", "line", "pk")[:50],
    "job_to_forget": lambda: Job.objects.filter(state="done", finished_at__lt=timezone.now()).order_by("finished_at"),
    "log_of_user": lambda: LogEntry.objects.filter(user=1).order_by("-action_time")[:10],
    "log_of_record": lambda: LogEntry.objects.filter(content_type=1, object_id="1").order_by("action_time"),
}


@pytest.mark.django_db
@pytest.mark.parametrize("index", READS)
def test_the_index_is_used(index):
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":  # which reads small tables whole
            cursor.execute("SET LOCAL enable_seqscan = off")
            cursor.execute("SET LOCAL enable_sort = off")
    assert index in READS[index]().explain()
