"""The addresses of the federation that receive messages."""

from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_POST

from federation.access import may_everywhere
from federation.models import Webhook
from federation.structure.rights import Verb
from federation.webhooks import pages
from federation.webhooks.forms import WebhookForm


@login_required
def webhooks(request: HttpRequest) -> HttpResponse:
    """Show the webhooks of the federation, and add one: its secret is shown only this once."""
    _require_right(request)
    return _page(request, *pages.add(request, None))


@require_POST
@login_required
def change(request: HttpRequest, webhook_pk: int) -> HttpResponse:
    """Give a webhook a new secret, send it a test message, or remove it."""
    _require_right(request)
    secret = pages.change(request, get_object_or_404(Webhook, pk=webhook_pk, club=None))
    return _page(request, WebhookForm(), secret) if secret else redirect("office_webhooks")


def _require_right(request: HttpRequest) -> None:
    if not may_everywhere(request.user, Verb.DECIDE_RESULTS):
        raise PermissionDenied


def _page(request: HttpRequest, form: WebhookForm, secret: str) -> HttpResponse:
    context = pages.context(form, secret, "office_webhooks", "office_change_webhook")
    response = render(request, "federation/office/webhooks.html", context)
    add_never_cache_headers(response)
    return response
