"""How far the demo is loaded, and the page that everybody sees until it is there."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

SECONDS = 2  # after which the page looks again


def report(percent: int) -> None:
    """Write how far the demo is loaded; from now on visitors see the page with the progress bar."""
    written = settings.DEMO_PROGRESS.with_suffix(".new")
    written.write_text(str(percent), encoding="utf-8")
    written.replace(settings.DEMO_PROGRESS)  # nobody reads half a number


def finish() -> None:
    settings.DEMO_PROGRESS.unlink(missing_ok=True)


def progress() -> int | None:
    """Return how many percent of the demo are loaded, None where it is not being loaded."""
    try:
        return int(settings.DEMO_PROGRESS.read_text(encoding="utf-8"))
    except FileNotFoundError:
        return None


def wait_for_demo(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Answer every page with the progress of the demo while it is loaded, and with 503, so that machines come again."""

    def middleware(request: HttpRequest) -> HttpResponse:
        percent = progress()
        if percent is None:
            return get_response(request)
        facts = {"percent": percent, "seconds": SECONDS}
        response = render(request, "tournaments/demo_loading.html", facts, status=503)
        response["Retry-After"], response["Cache-Control"] = str(SECONDS), "no-store"
        return response

    return middleware
