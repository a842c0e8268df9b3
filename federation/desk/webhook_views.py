"""The addresses of a club that receive messages."""

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import add_never_cache_headers
from django.views.decorators.http import require_POST

from federation.desk.tabs import desk
from federation.desk.views import club_for
from federation.models import Club
from federation.structure.rights import Verb
from federation.webhooks import pages
from federation.webhooks.forms import WebhookForm


@login_required
def webhooks(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the webhooks of the club, and add one: its secret is shown only this once."""
    club = club_for(request, pk, Verb.SEND_RESULTS)
    return _page(request, club, *pages.add(request, club))


@require_POST
@login_required
def change(request: HttpRequest, pk: int, webhook_pk: int) -> HttpResponse:
    """Give a webhook a new secret, send it a test message, or remove it."""
    club = club_for(request, pk, Verb.SEND_RESULTS)
    secret = pages.change(request, get_object_or_404(club.webhooks, pk=webhook_pk))
    return _page(request, club, WebhookForm(), secret) if secret else redirect("desk_webhooks", club.pk)


def _page(request: HttpRequest, club: Club, form: WebhookForm, secret: str) -> HttpResponse:
    context = pages.context(form, secret, "desk_webhooks", "desk_change_webhook", club)
    context |= {"desk": desk(request.user, club, "club"), "club": club}
    response = render(request, "federation/desk/webhooks.html", context)
    add_never_cache_headers(response)
    return response
