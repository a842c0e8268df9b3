"""What clubs ask officers to decide: transfers, deaths, people who might be known already."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.db.models import BigIntegerField
from django.db.models.fields.json import KT
from django.db.models.functions import Cast
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation.access import may_everywhere
from federation.enrolment import endings
from federation.models import ClubAct, DeathReport, Member, TransferRequest
from federation.structure.rights import Verb
from federation.web.error_messages import show_errors

SHOWN = 50


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def decisions(request: HttpRequest) -> HttpResponse:
    """Show what waits for an officer of the federation; confirm or reject the report of a death. Five queries."""
    if not (may_everywhere(request.user, Verb.DECIDE_TRANSFER) and may_everywhere(request.user, Verb.CHANGE_IDENTITY)):
        raise PermissionDenied
    if request.method == "POST":
        number = request.POST.get("report", "")
        pk = int(number) if number.isdecimal() and len(number) < 19 else 0
        report = get_object_or_404(DeathReport, pk=pk)
        with show_errors(request):
            endings.decide_death(report, request.user, confirmed=request.POST.get("verb") == "confirm")
            messages.success(request, _("The report was decided."))
        return redirect("desk_decisions")
    transfers = TransferRequest.objects.waiting().select_related("member", "old_club", "new_club")
    deaths = DeathReport.objects.filter(decided_on=None).select_related("member", "club", "reported_by")
    context = {
        "transfers": transfers.order_by("effective", "pk")[:SHOWN],
        "deaths": deaths.order_by("reported_on", "pk")[:SHOWN],
        "doubts": _doubts(),
    }
    return render(request, "federation/desk/decisions.html", context)


def _doubts() -> list[tuple[ClubAct, Member]]:
    """Return the latest enrolments of people who may be known, each with the new member, if not merged since."""
    doubtful = ClubAct.objects.exclude(doubt="").filter(undone_at=None)
    enrolled = doubtful.annotate(enrolled=Cast(KT("made__member"), BigIntegerField()))
    acts = enrolled.filter(enrolled__in=Member.objects.current().values("pk")).select_related("club")[:SHOWN]
    members = Member.objects.in_bulk([act.made["member"] for act in acts])
    return [(act, members[act.made["member"]]) for act in acts]
