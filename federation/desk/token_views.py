"""The tokens with which programs act for a club."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation.api import tokens as api_tokens
from federation.desk.forms import TokenForm
from federation.desk.tabs import desk
from federation.desk.views import club_for
from federation.structure.rights import Verb


@login_required
def tokens(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the tokens of the club, and make one: its text is shown only this once."""
    club = club_for(request, pk, Verb.SEND_RESULTS)
    form, text = TokenForm(request.POST or None), ""
    if request.method == "POST" and form.is_valid():
        _made, text = api_tokens.make(club, request.user, form.cleaned_data["name"], form.cleaned_data["scopes"])
        form = TokenForm()
    context = {
        "desk": desk(request.user, club, "club"),
        "club": club,
        "form": form,
        "text": text,
        "tokens": club.api_tokens.valid().select_related("account"),
    }
    response = render(request, "federation/desk/tokens.html", context)
    add_never_cache_headers(response)
    return response


@require_POST
@login_required
def revoke(request: HttpRequest, pk: int, token_pk: int) -> HttpResponse:
    """Revoke a token of the club."""
    club = club_for(request, pk, Verb.SEND_RESULTS)
    found = get_object_or_404(club.api_tokens.valid(), pk=token_pk)
    api_tokens.revoke(found, request.user)
    messages.success(request, _("“%(name)s” no longer gives access.") % {"name": found.name})
    return redirect("desk_tokens", club.pk)
