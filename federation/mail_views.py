"""The page on which a user says which mails he wants."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from federation import mails
from federation.forms import MailWishesForm


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """A tick, and the language of the page. Only where mail is set up."""
    if not mails.are_sent():
        raise Http404
    is_sent = request.method == "POST"
    form = MailWishesForm(request.POST if is_sent else None, instance=mails.wishes_of(request.user))
    if is_sent and form.is_valid():
        form.instance.language = get_language()
        form.save()
        messages.success(request, _("Saved."))
        return redirect("account")
    return render(request, "registration/account.html", {"form": form})
