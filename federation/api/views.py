"""The description of the API: for programs, and as a page."""

from importlib.util import find_spec
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponsePermanentRedirect
from django.shortcuts import render
from django.urls import resolve
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from rest_framework.exceptions import NotFound
from rest_framework.request import Request
from rest_framework.response import Response

from federation.api import keyset, reference
from federation.api.endpoint import Endpoint
from federation.api.schema import document
from federation.profiles.reading import profile
from federation.web.conditional import briefly_cached


class Description(Endpoint):
    """The description of the API in OpenAPI 3.1."""

    def get(self, request: Request, **names: Any) -> Response:
        self.asked(request)
        return Response(document())


class Nothing(Endpoint):
    """The answer to an address of the API that does not exist."""

    def dispatch(self, request: HttpRequest, *args: Any, **names: Any) -> HttpResponse:
        """Redirect an address without its last slash to the one with it."""
        address = f"{request.path_info}/"
        if request.method in {"GET", "HEAD"} and resolve(address).url_name != request.resolver_match.url_name:
            return HttpResponsePermanentRedirect(request.get_full_path(force_append_slash=True))
        return super().dispatch(request, *args, **names)

    def get(self, request: Request, **names: Any) -> Response:
        return self.http_method_not_allowed(request)

    def http_method_not_allowed(self, request: Request, *args: Any, **names: Any) -> Response:
        raise NotFound(_("There is nothing at this address. The page /api/ names all addresses."))


@require_safe
@briefly_cached
def page(request: HttpRequest) -> HttpResponse:
    """Show how to use the API, and all its addresses. No query."""
    context = {
        "site": request.build_absolute_uri("/").rstrip("/"),
        "section": "api",
        "groups": reference.groups(document()),
        "limit": settings.API_REQUESTS_A_MINUTE,
        "usual": keyset.USUAL,
        "most": keyset.MOST,
        "has_parquet": find_spec("pyarrow") is not None,
        "data_licence": profile().federation.data_licence,
    }
    return render(request, "federation/api/page.html", context)
