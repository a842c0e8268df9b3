"""The addresses of a club that receive messages."""

import uuid

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation.desk.forms import WebhookForm
from federation.desk.tabs import desk
from federation.desk.views import club_for
from federation.models import Club
from federation.structure.rights import Verb
from federation.webhooks import webhooks as club_webhooks


@login_required
def webhooks(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the webhooks of the club, and add one: its secret is shown this once."""
    club = club_for(request, pk, Verb.SEND_RESULTS)
    form, secret = WebhookForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            _made, secret = club_webhooks.add(club, request.user, said["address"], said["events"])
            form = WebhookForm()
        except club_webhooks.Refused as refused:
            form.add_error("address", refused.sentence)
    return _page(request, club, form, secret)


@require_POST
@login_required
def change(request: HttpRequest, pk: int, webhook_pk: int) -> HttpResponse:
    """Give a webhook a new secret, send it a test message, or remove it."""
    club = club_for(request, pk, Verb.SEND_RESULTS)
    found = get_object_or_404(club.webhooks, pk=webhook_pk)
    verb = request.POST.get("verb")
    if verb == "turn":
        return _page(request, club, WebhookForm(), club_webhooks.turn(found))
    if verb == "test":
        body = {"type": "test", "timestamp": timezone.now().isoformat(), "data": {}}
        club_webhooks.queue(found, f"msg_{uuid.uuid4().hex}", body)
        messages.success(request, _("A test message is on its way to %(address)s.") % {"address": found.address})
    elif verb == "remove":
        found.delete()
        messages.success(request, _("%(address)s gets no more messages.") % {"address": found.address})
    return redirect("desk_webhooks", club.pk)


def _page(request: HttpRequest, club: Club, form: WebhookForm, secret: str) -> HttpResponse:
    context = {
        "desk": desk(request.user, club, "club"),
        "club": club,
        "form": form,
        "secret": secret,
        "webhooks": club.webhooks.all(),
    }
    response = render(request, "federation/desk/webhooks.html", context)
    add_never_cache_headers(response)
    return response
