"""The addresses of the site, and a view that answers nothing: what the middleware alone costs."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path

from federation.urls import urlpatterns as site


def empty(request: HttpRequest) -> HttpResponse:
    """The least a view can do."""
    return HttpResponse()


urlpatterns = [path("empty/", empty), *site]
