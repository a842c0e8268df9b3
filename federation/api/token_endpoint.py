"""Addresses for programs with a token."""

from contextlib import AbstractContextManager

from axes.helpers import get_client_ip_address
from django.http import HttpRequest, HttpResponse
from rest_framework.request import Request
from rest_framework.throttling import SimpleRateThrottle
from rest_framework.views import APIView

from federation.api.authentication import HasScope, TokenAuthentication
from federation.api.endpoint import Endpoint
from federation.api.throttles import ClientThrottle
from federation.database.acts import API, Act, acting
from federation.models import ApiToken


class TokenThrottle(ClientThrottle):
    """Requests with a token, by token. Those with a wrong one count for the address that they come from."""

    scope = "token"

    def get_cache_key(self, request: Request, view: APIView) -> str:
        return f"api-token:{request.auth.pk}" if request.auth else super().get_cache_key(request, view)


class TokenEndpoint(Endpoint):
    """An address that answers to a token with its scope. No cache keeps the answer."""

    scope: ApiToken.Scope
    refusals = (400, 401, 403, 404, 429)
    authentication_classes = (TokenAuthentication,)
    permission_classes = (HasScope,)
    throttle_classes: tuple[type[SimpleRateThrottle], ...] = (TokenThrottle,)

    def acting(self) -> AbstractContextManager[None]:
        """Return the context in which what is written is the act of the token's account."""
        ip = get_client_ip_address(self.request) or ""
        view = self.request.resolver_match.view_name
        return acting(Act(API, view, account=self.request.user.get_username(), hat=str(self.request.auth), ip=ip))

    def cached(self, request: HttpRequest, response: HttpResponse) -> HttpResponse:
        response["Cache-Control"] = "private, no-store"
        return response
