"""Whether the site works, for monitors: /health/ says "ok" or what fails, then the condition of each part."""

import logging
from collections.abc import Callable

from django.db import Error as DatabaseProblem
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from federation import hooks
from federation.background import condition, metrics
from federation.celery import app
from federation.models import Job

log = logging.getLogger(__name__)

PATH = "/health/"


def answer_monitors(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware, the first: monitors use neither the site's host name nor HTTPS, which later middleware require."""
    answers = {PATH: health, metrics.PATH: metrics.metrics}
    return lambda request: answers.get(request.path_info, get_response)(request)


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Return "ok", or 503 with what fails; then a line for each part of the site and what the apps report.

    ``?web``: whether this web server can answer, even if another part fails.
    """
    ill, lines = ([*filter(None, [does_not_answer()])], []) if "web" in request.GET else state()
    answer = "\n".join([", ".join(ill) or "ok", *lines])
    return HttpResponse(answer, content_type="text/plain", status=503 if ill else 200)


def state() -> tuple[list[str], list[str]]:
    """Return the names of the parts that fail, and a line about each part. Without the database there are no lines."""
    missing = does_not_answer()
    if missing == "database":
        return [missing], []
    try:
        parts = condition.parts()
        lines = [f"{part.name} {'ok' if part.is_well else 'ill'}: {part.words}" for part in parts]
        lines += [line for report in hooks.functions("HEALTH") for line in report()]
    except DatabaseProblem as problem:
        log.error("the database does not answer: %s", problem)
        return ["database"], []
    return [*filter(None, [missing]), *(part.name for part in parts if not part.is_well)], lines


def does_not_answer() -> str:
    """Return "database" or "broker" if one does not answer, else "". One query, which takes no lock."""
    try:
        Job.objects.exists()
    except DatabaseProblem as problem:
        log.error("the database does not answer: %s", problem)
        return "database"
    try:
        with app.connection_for_write() as broker:
            broker.connect()
    except (KombuError, RedisError, OSError) as problem:
        log.error("the broker does not answer: %s", problem)
        return "broker"
    return ""
