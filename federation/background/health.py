"""Whether the site works, for monitors: one word at /health/, then what the apps report."""

import logging
from collections.abc import Callable

from django.db import Error as DatabaseProblem
from django.http import HttpRequest, HttpResponse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from kombu.exceptions import KombuError
from redis.exceptions import RedisError

from federation import hooks
from federation.celery import app
from federation.models import Job

log = logging.getLogger(__name__)

PATH = "/health/"


def answer_monitors(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware, the first: monitors use neither the site's host name nor HTTPS, which later middleware require."""
    return lambda request: health(request) if request.path_info == PATH else get_response(request)


@never_cache
@require_safe
def health(request: HttpRequest) -> HttpResponse:
    """Return "ok", and a line for each thing that the apps report; or 503 with the name of what does not answer."""
    missing, lines = does_not_answer(), []
    try:
        lines = [] if missing else [line for report in hooks.functions("HEALTH") for line in report()]
    except DatabaseProblem as problem:
        log.error("the database does not answer: %s", problem)
        missing = "database"
    answer = "\n".join([missing or "ok", *lines])
    return HttpResponse(answer, content_type="text/plain", status=503 if missing else 200)


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
