"""A file sent again: the page that shows what it changes, its later rounds, and where an updated tournament went."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation.web import dry_run
from tournaments import access
from tournaments.duplicates.differences import differences
from tournaments.errors import Refused
from tournaments.intake import receive
from tournaments.intake.forms import RoundsForm
from tournaments.models import Pairing, Participant, Stage, Tournament
from tournaments.updates.apply import apply_update, describe_changes, receive_rounds
from tournaments.updates.difference_text import difference_lines

GONE = (Tournament.DoesNotExist, Participant.DoesNotExist, Pairing.DoesNotExist)  # meanwhile


@login_required
def update_from(request: HttpRequest, pk: int, other_pk: int) -> HttpResponse:
    """Show how ``pk``, read from a later file, differs from the tournament ``other_pk``; POST updates the latter."""
    sent = get_object_or_404(_of_mine(request), pk=pk)
    stored = get_object_or_404(_of_mine(request), pk=other_pk)
    is_accepted = stored.stage == Stage.ACCEPTED
    may_renew = access.may_fix(request.user, sent) and (not is_accepted or access.may_decide(request.user))
    foreseen = ""
    if request.method == "POST" and may_renew:
        bring = partial(apply_update, stored, sent, request.user, request.POST.get("reason", ""))
        try:
            if "look" not in request.POST:
                messages.success(request, describe_changes(bring()))
                return redirect("my_club_tournament", stored.pk)
            foreseen = dry_run.impact_of(bring, request.user)
        except Refused as refused:
            messages.error(request, refused.sentence)
            return redirect(request.path)
    found = differences(stored, sent)
    context = {
        "sent": sent,
        "stored": stored,
        "groups": difference_lines(found),
        "is_one_file": found.is_one_file,
        "is_accepted": is_accepted,
        "may_renew": may_renew,
        "reason": request.POST.get("reason", _("The file was sent again.")),
        "foreseen": foreseen,
    }
    return render(request, "tournaments/my_club/update.html", context)


@require_POST
@login_required
def add_rounds(request: HttpRequest, pk: int) -> HttpResponse:
    """Read later rounds from the stored file of a tournament."""
    tournament = get_object_or_404(_of_mine(request).exclude(upload=None), pk=pk)
    form = RoundsForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(sentence for found in form.errors.values() for sentence in found))
        return redirect("my_club_tournament", pk)
    upload, _is_new = receive_rounds(tournament.upload, form.rounds, request.user)
    if not upload.is_to_read:
        messages.info(request, _("These rounds have already been added from the file."))
    else:
        receive.read_later(upload, request.user)
        messages.success(request, _("Received: %(names)s.") % {"names": upload.name})
    if access.uploads_of(request.user).filter(pk=upload.pk).exists():  # whose page leads to the tournaments
        return redirect(reverse("upload", args=[upload.receipt]) + "?sent")
    return redirect("my_club_tournament", pk)


def follow(page: Callable[..., HttpResponse]) -> Callable[..., HttpResponse]:
    """Return the page of a tournament (``pk``) so that it redirects if ``pk`` updated another tournament and is gone.

    What was sent to such a page is not done; a message says so. 404 if none of the user's tournaments was updated from
    it.
    """

    @wraps(page)
    def followed(request: HttpRequest, pk: int, **rest: Any) -> HttpResponse:
        try:
            return page(request, pk=pk, **rest)
        except (Http404, *GONE) as gone:
            renewed = access.successor(request.user, pk, rest.get("other_pk", pk))
            if renewed is None:
                raise Http404 from gone
        messages.info(request, _("That tournament was updated from a file; it continues here."))
        if request.method == "POST":
            messages.warning(request, _("What you sent was meant for its old page and was not saved."))
        return redirect("my_club_tournament", renewed)

    return followed


def _of_mine(request: HttpRequest) -> QuerySet[Tournament]:
    return access.tournaments_of(request.user).select_related("club", "upload")
