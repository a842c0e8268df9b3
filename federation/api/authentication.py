"""Requests of programs with a token: Authorization: Bearer cl_..."""

from typing import Any

from django.contrib.auth.models import User
from django.utils.translation import gettext as _
from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication
from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.views import APIView

from federation.api import tokens
from federation.models import ApiToken

BEARER = "Bearer"


class TokenAuthentication(BaseAuthentication):
    """The token of the header is the authority (`request.auth`), its account the user."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        kind, _space, text = request.headers.get("Authorization", "").partition(" ")
        if kind.lower() != BEARER.lower():
            return None
        token = tokens.find(text.strip())
        if token is None:
            raise AuthenticationFailed(_("This token is unknown or revoked, or its owner has no office any more."))
        tokens.note_use(token)
        return token.account, token

    def authenticate_header(self, request: Request) -> str:
        return BEARER


class HasScope(BasePermission):
    """The token has the scope of the view."""

    def has_permission(self, request: Request, view: APIView) -> bool:
        if request.auth is None:
            raise NotAuthenticated(
                _("Send a token in the header Authorization, after “Bearer”. The page of your club makes one.")
            )
        if view.scope not in request.auth.scopes:
            raise PermissionDenied(_("This token does not have the permission “%(scope)s”.") % {"scope": view.scope})
        return True


class TokenScheme(OpenApiAuthenticationExtension):
    """What the description says of tokens."""

    target_class = TokenAuthentication
    name = "token"

    def get_security_requirement(self, auto_schema: Any) -> dict[str, list[str]]:
        return {self.name: [auto_schema.view.scope]}

    def get_security_definition(self, auto_schema: Any) -> dict[str, str]:
        return {"type": "http", "scheme": "bearer"}
