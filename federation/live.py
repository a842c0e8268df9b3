"""Pages with a form whose results htmx refines as one types. Without scripts the same address gives the whole page."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.cache import patch_vary_headers
from django_htmx.http import push_url


def render_live(request: HttpRequest, page: str, results: str, context: dict[str, Any]) -> HttpResponse:
    """The template ``results`` alone where htmx asks for it, else the whole ``page``.

    The results come with the address that the browser shows from then on: without the fields that were left empty.
    """
    partial = request.htmx and not request.htmx.history_restore_request
    response = render(request, results if partial else page, {**context, "partial": partial})
    patch_vary_headers(response, ["HX-Request"])
    return push_url(response, request.path + without_empty(request.GET)) if partial else response


def without_empty(parameters: QueryDict) -> str:
    """The query as an address has it, without the fields that were left empty: "?sex=F"; "" where none is left."""
    filled = QueryDict(mutable=True)
    for name, values in parameters.lists():
        if any(values):
            filled.setlist(name, values)
    return f"?{filled.urlencode()}" if filled else ""
