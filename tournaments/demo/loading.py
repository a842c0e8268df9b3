"""The progress of loading the demo, and the page that visitors see until it is loaded."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

SECONDS = 2  # after which the page looks again


def report(percent: int) -> None:
    """Store how much of the demo is loaded. From now on visitors see the page with the progress bar."""
    written = settings.DEMO_PROGRESS.with_suffix(".new")
    written.write_text(str(percent), encoding="utf-8")
    written.replace(settings.DEMO_PROGRESS)  # nobody reads half a number


def finish() -> None:
    settings.DEMO_PROGRESS.unlink(missing_ok=True)


def progress() -> int | None:
    """Return the percentage of the demo that is loaded, or None if it is not being loaded."""
    try:
        return int(settings.DEMO_PROGRESS.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None


def wait_for_demo(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: while the demo is loading, answer every page with its progress and status 503."""

    def middleware(request: HttpRequest) -> HttpResponse:
        percent = progress()
        if percent is None:
            return get_response(request)
        facts = {"percent": percent, "seconds": SECONDS}
        response = render(request, "tournaments/demo_loading.html", facts, status=503)
        response["Retry-After"], response["Cache-Control"] = str(SECONDS), "no-store"
        return response

    return middleware
