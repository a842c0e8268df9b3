"""Numbers for Prometheus at /metrics, for those who know METRICS_TOKEN."""

from collections.abc import Iterator

from django.conf import settings
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.utils.crypto import constant_time_compare
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from prometheus_client import CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_LATEST

from federation.background import condition
from federation.models import Job

PATH = "/metrics"
UNITS = {
    "worker": "classement_worker_silent_seconds",
    "sweeper": "classement_sweeper_silent_seconds",
    "disk": "classement_disk_free_bytes",
    "jobs": "classement_oldest_job_seconds",
    "backup": "classement_backup_age_seconds",
    "certificate": "classement_certificate_left_seconds",
}


class Collector:
    """What the database and the disk say now."""

    def collect(self) -> Iterator[Metric]:
        well = GaugeMetricFamily("classement_well", "1 if the part of the site is well, else 0.", labels=["part"])
        for part in condition.parts():
            well.add_metric([part.name], float(part.is_well))
            if part.value is not None:
                yield GaugeMetricFamily(UNITS[part.name], f"As /health/ says of {part.name}.", value=part.value)
        yield well
        counts = GaugeMetricFamily("classement_jobs", "Jobs that are stored, by state.", labels=["state"])
        stored = dict(Job.objects.order_by().values_list("state").annotate(Count("pk")))
        for state in Job.State.values:
            counts.add_metric([state], stored.get(state, 0))
        yield counts


@never_cache
@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    """Return all numbers; 404 without the token, and on a site that has none."""
    said = request.headers.get("Authorization", "").removeprefix("Bearer ")
    if not settings.METRICS_TOKEN or not constant_time_compare(said, settings.METRICS_TOKEN):
        return HttpResponse(status=404)
    registry = CollectorRegistry(auto_describe=False)
    registry.register(Collector())
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)
