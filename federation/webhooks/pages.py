"""What the pages of a club's and of the federation's webhooks share: adding one, changing one, and their list."""

from typing import Any

from django.contrib import messages
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from federation.models import Club, Webhook
from federation.webhooks import webhooks
from federation.webhooks.forms import WebhookForm


def add(request: HttpRequest, club: Club | None) -> tuple[WebhookForm, str]:
    """Add the webhook of a form that was sent. Return the form to show and the secret, shown only this once."""
    form = WebhookForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        try:
            _made, secret = webhooks.add(club, request.user, said["address"], said["events"])
        except webhooks.Refused as refused:
            form.add_error("address", refused.sentence)
        else:
            return WebhookForm(), secret
    return form, ""


def change(request: HttpRequest, webhook: Webhook) -> str:
    """Give a webhook a new secret, send it a test message, or remove it. Return the secret if it has a new one."""
    verb, address = request.POST.get("verb"), {"address": webhook.address}
    if verb == "turn":
        return webhooks.turn(webhook)
    if verb == "test":
        webhooks.test(webhook)
        messages.success(request, _("A test message is on its way to %(address)s.") % address)
    elif verb == "remove":
        webhook.delete()
        messages.success(request, _("%(address)s gets no more messages.") % address)
    return ""


def context(form: WebhookForm, secret: str, page: str, changing: str, club: Club | None = None) -> dict[str, Any]:
    """Return what the page of the club's webhooks shows, of the federation's without one. One query.

    ``page`` and ``changing`` name the addresses of the page and of the changes.
    """
    of = [club.pk] if club else []
    rows = [(each, reverse(changing, args=[*of, each.pk])) for each in Webhook.objects.filter(club=club)]
    return {"form": form, "secret": secret, "webhooks": rows, "page": reverse(page, args=of)}
