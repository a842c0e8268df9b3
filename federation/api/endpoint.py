"""What all addresses of the API share: parameters, pages, languages, caches, limits."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import translation
from django.utils.cache import get_conditional_response, patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from django.utils.translation.trans_real import parse_accept_lang_header
from rest_framework import serializers
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from federation.api import keyset
from federation.api.problems import BadParameter, sentence
from federation.api.schema import EndpointSchema
from federation.api.throttles import ClientThrottle
from federation.web.conditional import BRIEFLY

ENGLISH = "en"


class Text(serializers.RegexField):
    """A parameter of a few words."""

    def __init__(self, **options: Any) -> None:
        super().__init__(r"^[^\x00]*[^\s\x00][^\x00]*$", **{"max_length": 60, **options})


class NoQuery(serializers.Serializer):
    """The parameters of an address that takes none."""


class PageQuery(serializers.Serializer):
    """The parameters of an address that answers page by page."""

    limit = serializers.IntegerField(
        required=False, min_value=1, max_value=keyset.MOST, default=keyset.USUAL, help_text="Rows of a page."
    )
    cursor = serializers.RegexField(
        r"^[A-Za-z0-9_=-]+$",
        required=False,
        default="",
        max_length=keyset.LONGEST,
        help_text="Where the page begins: the one in “next” of the page before.",
    )


class Endpoint(APIView):
    """An address that anyone may read. A subclass finds what it answers; `answer` says what that looks like."""

    # For the documentation: without a title the address is not in it.
    title: Any = None
    explanation: Any = ""
    tag: Any = ""
    example: Any = None  # of an answer, or of a row of it
    success = 200
    refusals: Sequence[int] = (400, 404, 429)

    query: type[serializers.Serializer] = NoQuery
    body: type[serializers.Serializer] | None = None
    answer: type[serializers.Serializer]
    is_paged = False
    schema = EndpointSchema()
    authentication_classes: Sequence[Any] = ()
    permission_classes: Sequence[Any] = ()
    throttle_classes = (ClientThrottle,)
    renderer_classes = (JSONRenderer,)
    metadata_class = None

    def find(self, asked: dict[str, Any], **names: str) -> Any:
        """Return what is answered. Raise Http404 if there is nothing."""
        raise NotImplementedError

    def get(self, request: Request, **names: Any) -> Response:
        found = self.find(self.asked(request), **names)
        return Response(self.answer(found, context={"request": request, "view": self}).data)

    def asked(self, request: Request) -> dict[str, Any]:
        """Return the parameters of the address. Raise `BadParameter` for unknown, repeated and wrong ones."""
        form = self.query(data=request.query_params.dict())
        for name, values in request.query_params.lists():
            if name not in form.fields:
                known = ", ".join(form.fields) or pgettext("of several", "none")
                raise BadParameter(
                    _("There is no parameter “%(name)s”. Known: %(known)s.") % {"name": name[:60], "known": known}
                )
            if len(values) > 1:
                raise BadParameter(_("“%(name)s” is given twice.") % {"name": name})
        if not form.is_valid():
            raise BadParameter(sentence(form.errors))
        return dict(form.validated_data)

    def dispatch(self, request: HttpRequest, *args: Any, **names: Any) -> HttpResponse:
        translation.activate(_language(request.headers.get("Accept-Language", "")))
        request.LANGUAGE_CODE = translation.get_language()
        response = super().dispatch(request, *args, **names).render()
        response["Access-Control-Allow-Origin"] = "*"  # the scripts of other sites may show what anyone may read
        response["Access-Control-Expose-Headers"] = "ETag, Retry-After"
        response["X-Robots-Tag"] = "noindex"
        return self.cached(request, response)

    def cached(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        """Return the answer with its ETag, or "not modified"."""
        if response.status_code != 200:
            response["Cache-Control"] = "no-store"
            return response
        response["ETag"] = f'"{sha256(response.content).hexdigest()}"'
        response["Cache-Control"] = BRIEFLY
        patch_vary_headers(response, ["Accept-Language"])
        return get_conditional_response(request, etag=response["ETag"], response=response) or response


class PagedEndpoint(Endpoint):
    """An address that answers rows page by page: `find` returns all of them, `keys` is their order."""

    query = PageQuery
    keys: tuple[keyset.Key, ...]
    is_paged = True

    def page(self, rows: Any, asked: dict[str, Any]) -> tuple[list[Any], str]:
        """Return the rows of the page, and the cursor of the next one."""
        return keyset.page(rows, self.keys, asked["cursor"], asked["limit"])

    def prepared(self, rows: list[Any]) -> Sequence[Any]:
        """Return the rows of a page with all that the answer says of them."""
        return rows

    def get(self, request: Request, **names: Any) -> Response:
        asked = self.asked(request)
        found, cursor = self.page(self.find(asked, **names), asked)
        answer = self.answer(self.prepared(found), many=True, context={"request": request, "view": self})
        return Response({"next": keyset.address(request, cursor), "results": answer.data})


def _language(accepted: str) -> str:
    """Return the language that the client prefers among those of the site, else English, else the site's own."""
    for code, _weight in parse_accept_lang_header(accepted):
        try:
            return translation.get_supported_language_variant(code)
        except LookupError:
            continue
    return ENGLISH if ENGLISH in dict(settings.LANGUAGES) else settings.LANGUAGE_CODE
