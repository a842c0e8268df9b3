"""Transfers: a club asks for a member; the clubs and officers concerned answer and decide."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db.models import Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_safe

from federation import access
from federation.desk.forms import ReasonForm, TransferForm
from federation.desk.tabs import desk
from federation.desk.views import club_for
from federation.enrolment import transfers
from federation.i18n.errors import UserError
from federation.members.affiliations import transfer_periods
from federation.models import TransferQuerySet, TransferRequest
from federation.structure.rights import Verb
from federation.web.error_messages import show_errors

SHOWN = 50


@require_safe
@login_required
def transfer_list(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the transfers to and from the club, the latest first."""
    club = club_for(request, pk, Verb.ENROL)
    found = TransferRequest.objects.filter(Q(old_club=club) | Q(new_club=club))
    context = {
        "club": club,
        "desk": desk(request.user, club, "members"),
        "transfers": found.select_related("member", "old_club", "new_club")[:SHOWN],
        "periods": transfer_periods(timezone.localdate()),
    }
    return render(request, "federation/desk/transfers.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def ask(request: HttpRequest, pk: int) -> HttpResponse:
    """Request the transfer of a member of another club: find them, preview, confirm."""
    club = club_for(request, pk, Verb.ENROL)
    outside = transfers.window_on(timezone.localdate()) is None or "outside" in request.GET
    form = TransferForm(request.POST or None, outside=outside, initial={"number": request.GET.get("number", "")})
    plan = None
    if request.method == "POST" and form.is_valid():
        said = form.cleaned_data
        wanted = (said["number"], club)
        try:
            plan = transfers.plan(*wanted, said.get("reason", ""), said.get("effective"))
            if "confirm" in request.POST:
                made = transfers.ask(*wanted, request.user, said.get("reason", ""), said.get("effective"))
                messages.success(request, _("The transfer was requested."))
                return redirect("transfer", made.pk)
        except UserError as error:
            plan = None
            form.add_error(None, error.sentence)
    context = {
        "club": club,
        "desk": desk(request.user, club, "members"),
        "form": form,
        "plan": plan,
        "outside": outside,
        "periods": transfer_periods(timezone.localdate()),
    }
    return render(request, "federation/desk/ask_transfer.html", context)


def _seen_by(request: HttpRequest) -> TransferQuerySet:
    """Return the transfers of the user's clubs, or all for officers who decide them."""
    clubs = access.clubs_of(request.user, Verb.OBJECT_TO_TRANSFER)
    deciding = access.clubs_of(request.user, Verb.DECIDE_TRANSFER)
    concerned = Q(old_club__in=clubs) | Q(new_club__in=clubs) | Q(old_club__in=deciding) | Q(new_club__in=deciding)
    return TransferRequest.objects.filter(concerned)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def transfer(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a transfer with its steps; the clubs answer, an officer decides."""
    rows = TransferRequest.objects.select_related("member", "old_club", "new_club", "asked_by", "decided_by")
    found = get_object_or_404(rows.filter(pk__in=_seen_by(request).values("pk")), pk=pk)
    form = ReasonForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        with show_errors(request):
            _act(request, found, form.cleaned_data["reason"])
            messages.success(request, _("The answer was saved."))
            return redirect("transfer", found.pk)
    decides = all(access.may(request.user, Verb.DECIDE_TRANSFER, club) for club in (found.old_club, found.new_club))
    answers = not decides and access.may(request.user, Verb.OBJECT_TO_TRANSFER, found.old_club)
    asks = not decides and access.may_ask(request.user, Verb.REQUEST_TRANSFER, found.new_club)
    club = found.new_club if asks and not answers else found.old_club
    today = timezone.localdate()
    context = {
        "transfer": found,
        "desk": desk(request.user, None if decides else club, "members"),
        "club": club,
        "form": form,
        "decides": decides and found.is_waiting,
        "answers": answers and found.state == TransferRequest.State.ASKED and not found.is_silent(today),
        "may_withdraw": asks and found.is_waiting,
        "may_undo": decides and found.state == TransferRequest.State.ALLOWED and found.effective > today,
    }
    return render(request, "federation/desk/transfer.html", context)


def _act(request: HttpRequest, found: TransferRequest, reason: str) -> None:
    """Do what the button says. Raise `UserError`, or `PermissionDenied` for users who may not."""
    verb, user = request.POST.get("verb", ""), request.user
    if verb == "object":
        transfers.object_to(found, user, reason)
    elif verb == "agree":
        transfers.agree(found, user)
    elif verb == "withdraw":
        transfers.withdraw(found, user)
    elif verb == "allow":
        transfers.allow(found, user, reason)
    elif verb == "refuse":
        transfers.refuse(found, user, reason)
    elif verb == "undo":
        transfers.undo(found, user, reason)
    else:
        raise UserError(transfers.DECIDED)
