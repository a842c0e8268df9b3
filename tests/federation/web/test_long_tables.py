"""Growing tables are read by an index on both databases."""

import datetime as dt
from collections.abc import Callable

import pytest
from django.contrib.admin.models import LogEntry
from django.db import connection
from django.db.models import QuerySet
from django.utils import timezone

from federation.models import Affiliation, Club, ComparedPlayer, Job
from tests import cast

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


@pytest.mark.django_db
@pytest.mark.parametrize("order", ["ASC", "DESC"])
@pytest.mark.parametrize("kind", ["year", "month", "day"])
def test_the_years_of_affiliations_are_those_of_django_without_asking_every_row(kind, order, django_assert_num_queries):
    for matricule, day in ((10001, "2024-09-01"), (10002, "2025-02-28"), (10004, "2025-02-03"), (10005, "2025-02-03")):
        Affiliation.objects.create(member=cast.member(matricule, affiliated=False), start=day)
    begun = Affiliation.objects.filter(start__gt="2020-01-01")
    with django_assert_num_queries(1) as queries:
        found = begun.dates("start", kind, order)
    assert found == list(QuerySet.dates(begun, "start", kind, order))
    assert "trunc" not in queries[0]["sql"].lower()
