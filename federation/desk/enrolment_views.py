"""Enrol a person: fill in, see whom the federation may know already and what it costs, confirm."""

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from federation.desk.forms import EnrolmentForm
from federation.desk.tabs import desk
from federation.desk.views import club_for
from federation.enrolment import new_members
from federation.enrolment.new_members import Preview, preview
from federation.models import Club, ClubAct
from federation.profiles.reading import profile
from federation.structure.rights import Verb
from federation.web.error_messages import show_errors


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def enrolment(request: HttpRequest, pk: int) -> HttpResponse:
    """Ask for a person, show what enrolling them would do, and enrol them."""
    club = club_for(request, pk, Verb.ENROL)
    form = EnrolmentForm(request.POST or None)
    found = None
    if request.method == "POST" and "back" not in request.POST and form.is_valid():
        found = preview(club, form.person, form.cleaned_data["kind"], timezone.localdate())
        with show_errors(request):
            if act := _confirmed(request, club, form, found):
                return redirect("desk_act", club.pk, act.pk)
    context = {
        "club": club,
        "desk": desk(request.user, club, "members"),
        "form": form,
        "preview": found,
        "currency": profile().federation.currency,
        "why": request.POST.get("another_person", ""),
    }
    return render(request, "federation/desk/enrolment.html", context)


def _confirmed(request: HttpRequest, club: Club, form: EnrolmentForm, found: Preview) -> ClubAct | None:
    """Do what was confirmed; None if the page only asks for the preview. Raise `UserError`."""
    kind, today = form.cleaned_data["kind"], timezone.localdate()
    if member := request.POST.get("member", ""):
        hit = next((each for each in found.hits if str(each.member.pk) == member), None)
        if hit is None:
            raise Http404
        return new_members.enrol_again(club, hit.member, kind, today, request.user)
    if "confirm" not in request.POST:
        return None
    seen, why = request.POST.get("seen", ""), request.POST.get("another_person", "")
    return new_members.enrol(club, form.person, kind, today, seen=seen, by=request.user, another_person=why)
