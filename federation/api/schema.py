"""The description of the API in OpenAPI 3.1, made from its endpoints: parameters, answers, examples, errors."""

from functools import lru_cache
from typing import Any

from django.utils.translation import get_language
from django.utils.translation import gettext_lazy as _
from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.utils import OpenApiExample, OpenApiParameter, OpenApiResponse
from rest_framework.serializers import Serializer

from federation.api import problems

OK, NOT_MODIFIED = 200, 304
STATUSES = {
    400: "A parameter is wrong; “detail” says which.",
    401: "There is no token, or it is not valid (any more).",
    403: "The token does not allow this.",
    404: "There is nothing at this address.",
    413: "The file is too large.",
    429: "Too many requests; the header Retry-After says how many seconds to wait.",
}
# What replaces the placeholders of addresses.
NAMES = {
    "id": (_("The id, as the list of tournaments has it."), {"type": "integer", "minimum": 1}, 62),
    "receipt": (_("The number of the receipt."), {"type": "string", "pattern": "^[0-9a-f]{12}$"}, "3f9c21ab77d0"),
    "number": (_("The number of the member or the club."), {"type": "string", "pattern": "^[0-9A-Za-z]+$"}, "10001"),
    "slug": (_("The rating type."), {"type": "string", "pattern": "^[-a-zA-Z0-9_]+$"}, "elo"),
    "month": (
        _("The day of the list: 2026-07 is 1 July, or 2026-07-15; latest is the latest list."),
        {"type": "string", "pattern": "^(latest|today|[0-9]{4}-[0-9]{2}(-[0-9]{2})?)$"},
        "latest",
    ),
}


class EndpointSchema(AutoSchema):
    """What the documentation says of an `endpoint.Endpoint`."""

    def is_excluded(self) -> bool:
        return self.view.title is None

    def get_operation_id(self) -> str:
        name = type(self.view).__name__
        return name[0].lower() + name[1:]

    def get_tags(self) -> list[str]:
        return [str(self.view.tag)]

    def get_summary(self) -> str:
        return str(self.view.title)

    def get_description(self) -> str:
        return str(self.view.explanation)

    def get_override_parameters(self) -> list[OpenApiParameter | type[Serializer]]:
        names = [
            OpenApiParameter(name, schema | {"examples": [example]}, OpenApiParameter.PATH, description=text)
            for name, (text, schema, example) in NAMES.items()
            if f"{{{name}}}" in self.path
        ]
        has_query = self.method == "GET" and self.view.query().fields
        return [*names, self.view.query] if has_query else names

    def get_request_serializer(self) -> Any:
        return self.view.body if self.method == "POST" else None

    def get_response_serializers(self) -> dict[Any, Any]:
        found: dict[Any, Any] = {self.view.success: self._success()}
        if self.method == "GET" and self.view.success == OK:
            found[NOT_MODIFIED] = OpenApiResponse(description="Nothing has changed since the ETag.")
        for status in self.view.refusals:
            found[status, problems.TYPE] = OpenApiResponse(problems.Problem, description=STATUSES[status])
        return found

    def _success(self) -> OpenApiResponse:
        if not self.view.is_paged:
            examples = [OpenApiExample("example", self.view.example)] if self.view.example else []
            return OpenApiResponse(self.view.answer, description=str(self.view.title), examples=examples)
        row = self.resolve_serializer(self.view.answer, "response").ref
        page = {
            "type": "object",
            "required": ["next", "results"],
            "properties": {
                "next": {"type": ["string", "null"], "format": "uri", "description": "The next page."},
                "results": {"type": "array", "items": row},
            },
            "additionalProperties": False,
        }
        examples = [OpenApiExample("example", {"next": None, "results": [self.view.example]})]
        return OpenApiResponse(page, description=str(self.view.title), examples=examples)


def document() -> dict[str, Any]:
    """Return the description in the reader's language. Made once per process."""
    return _document(get_language() or "")


@lru_cache(maxsize=8)
def _document(language: str) -> dict[str, Any]:
    made: dict[str, Any] = SchemaGenerator().get_schema(request=None, public=True)
    return made
