"""Errors of the API as problem details (RFC 9457): what is wrong and where, in a sentence."""

from http import HTTPStatus
from typing import Any

from django.core.exceptions import PermissionDenied
from django.http import Http404
from django.utils.translation import gettext as _
from rest_framework import exceptions, serializers, status
from rest_framework.response import Response
from rest_framework.views import set_rollback

TYPE = "application/problem+json"


class Problem(serializers.Serializer):
    """What every error says."""

    title = serializers.CharField(help_text="The name of the status.")
    status = serializers.IntegerField(help_text="The status, as in the first line of the answer.")
    detail = serializers.CharField(help_text="What is wrong, in the language of Accept-Language.")


class BadParameter(exceptions.APIException):
    """A parameter of the address, or a field of what was sent, is wrong."""

    status_code = status.HTTP_400_BAD_REQUEST


def answer(problem: Exception, context: dict[str, Any]) -> Response | None:
    """Return the answer to an exception of a view, None if it is a fault of the site (`EXCEPTION_HANDLER`)."""
    if isinstance(problem, Http404):
        problem = exceptions.NotFound(_("There is nothing at this address."))
    elif isinstance(problem, PermissionDenied):
        problem = exceptions.PermissionDenied()
    if not isinstance(problem, exceptions.APIException):
        return None
    headers = {}
    if header := getattr(problem, "auth_header", None):
        headers["WWW-Authenticate"] = header
    if wait := getattr(problem, "wait", None):
        headers["Retry-After"] = str(int(wait))
    set_rollback()
    code = problem.status_code
    said = {"title": HTTPStatus(code).phrase, "status": code, "detail": sentence(problem.detail)}
    return Response(said, status=code, headers=headers, content_type=TYPE)


def sentence(detail: Any) -> str:
    """Return the first error, with the name of its parameter where it has one."""
    if isinstance(detail, dict):
        name, errors = next(iter(detail.items()))
        said = sentence(errors)
        return said if name == "non_field_errors" else _("“%(name)s”: %(error)s") % {"name": name, "error": said}
    if isinstance(detail, list):
        return sentence(detail[0]) if detail else ""
    return str(detail)
