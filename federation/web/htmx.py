"""Pages with a form whose results htmx updates while people type. Without scripts the same address gives the whole
page.
"""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django.utils.http import urlencode
from django_htmx.http import push_url


def asks_for_results(request: HttpRequest) -> bool:
    """Return whether htmx asks for the results only."""
    return bool(request.htmx and not request.htmx.history_restore_request)


def render_live(
    request: HttpRequest, page: str, results: str, context: dict[str, Any], address: str = ""
) -> HttpResponse:
    """Render the template ``results`` if htmx asks for it, else the whole ``page``.

    The results carry the ``address`` that the browser shows from then on: by default the requested one, without
    empty fields.
    """
    partial = asks_for_results(request)
    response = render(request, results if partial else page, {**context, "partial": partial})
    patch_vary_headers(response, ["HX-Request"])
    return push_url(response, address or request.path + without_empty(request.GET)) if partial else response


def without_empty(parameters: QueryDict, **changes: str) -> str:
    """Return the query with some parameters changed, without empty ones: "?sex=F"; "" for none."""
    lists = dict(parameters.lists()) | {name: [value] for name, value in changes.items()}
    filled = {name: values for name, values in lists.items() if any(values)}
    return f"?{urlencode(filled, doseq=True)}" if filled else ""
