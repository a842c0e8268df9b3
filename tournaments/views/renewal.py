"""The page that shows what a file sent again changes, and the button that brings the event up to date."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from tournaments import access
from tournaments.difference_lines import difference_lines
from tournaments.differences import differences
from tournaments.models import Stage, Tournament
from tournaments.renewal import renew
from tournaments.sentences import Refused


@login_required
def renewal(request: HttpRequest, pk: int, other_pk: int) -> HttpResponse:
    """What ``pk``, read from a later file, says otherwise than ``other_pk``, which is here; POST takes it over."""
    sent, stored = (_mine(request, number) for number in (pk, other_pk))
    is_accepted = stored.stage == Stage.ACCEPTED
    may_renew = access.may_mend(request.user, sent) and (not is_accepted or access.may_decide(request.user))
    if request.method == "POST" and may_renew:
        try:
            found = renew(stored, sent, request.user, request.POST.get("reason", ""))
        except Refused as refused:
            messages.error(request, refused.sentence)
            return redirect(request.path if Tournament.objects.filter(pk=sent.pk).exists() else reverse("room"))
        told = ngettext("Brought up to date: %(count)s change.", "Brought up to date: %(count)s changes.", found.count)
        messages.success(request, told % {"count": found.count})
        return redirect("room_tournament", stored.pk)
    context = {
        "sent": sent,
        "stored": stored,
        "groups": difference_lines(differences(stored, sent)),
        "is_accepted": is_accepted,
        "may_renew": may_renew,
        "reason": _("The file was sent again."),
    }
    return render(request, "tournaments/room/renewal.html", context)


def _mine(request: HttpRequest, pk: int) -> Tournament:
    return get_object_or_404(access.tournaments_of(request.user).select_related("club", "upload"), pk=pk)
