"""Renew the members of a club, and the receipt of each act with its undoing."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation.desk.forms import kind_choices
from federation.desk.tabs import desk
from federation.desk.views import club_for
from federation.enrolment import endings, receipts
from federation.enrolment.renewal import Case, case_of, opens_on, renew, season_to_renew
from federation.i18n.errors import UserError
from federation.identity.seasons import bounds, season_name
from federation.models import Affiliation, ClubAct, Member
from federation.profiles.reading import profile
from federation.structure.rights import Verb
from federation.web.error_messages import show_errors

KIND = "kind-"  # before the id of a member: the name of the field of a line


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def renewal(request: HttpRequest, pk: int) -> HttpResponse:
    """Show whom the club can renew and at what cost; renew the chosen ones."""
    club = club_for(request, pk, Verb.ENROL)
    season = season_to_renew()
    chosen = {int(each) for each in request.POST.getlist("member") if each.isdecimal() and len(each) < 19}
    if "confirm" in request.POST:
        with show_errors(request):
            seen = request.POST.get("seen", "")
            act = renew(club, season, chosen, seen=seen, by=request.user, kinds=_kinds(request))
            return redirect("desk_act", club.pk, act.pk)
    case = case_of(club, season, _kinds(request))
    is_asked_again = request.method == "POST"
    ticked = {line.member.pk for line in case.lines if not is_asked_again or line.member.pk in chosen}
    context = {
        "club": club,
        "desk": desk(request.user, club, "members"),
        "case": case,
        "season_name": season_name(season),
        "opens": opens_on(season),
        "is_open": timezone.localdate() >= opens_on(season),
        "days": bounds(season),
        "ticked": ticked,
        "kinds": kind_choices(bounds(season)[0]),
        "done": len(case.renewed),
        "whole": len(case.renewed) + len(case.lines),
        "currency": profile().federation.currency,
        **_sum(case, ticked),
    }
    return render(request, "federation/desk/renewal.html", context)


def _sum(case: Case, ticked: set[int]) -> dict[str, object]:
    """Return how many are chosen and what they cost, by fee class."""
    some = case._replace(lines=[line for line in case.lines if line.member.pk in ticked])
    return {"count": len(some.lines), "sums": some.sums, "total": some.total, "unpriced": some.unpriced}


def _kinds(request: HttpRequest) -> dict[int, str]:
    names = (name for name in request.POST if name.startswith(KIND) and name.removeprefix(KIND).isdecimal())
    return {int(name.removeprefix(KIND)): request.POST[name] for name in names if len(name) < 25}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def act(request: HttpRequest, pk: int, act_pk: int) -> HttpResponse:
    """Show the receipt of an act; undo it as long as nothing depends on it."""
    club = club_for(request, pk, Verb.ENROL)
    found = get_object_or_404(ClubAct.objects.select_related("by", "undone_by"), pk=act_pk, club=club)
    if request.method == "POST":
        with show_errors(request):
            _undo(found, request)
            messages.success(request, _("This was undone."))
        return redirect("desk_act", club.pk, found.pk)
    ids = found.made.get("affiliations", [])
    rows = Affiliation.objects.filter(pk__in=ids).select_related("member").order_by("member__search_name")
    context = {
        "club": club,
        "desk": desk(request.user, club, "members"),
        "act": found,
        "rows": rows,
        "member": Member.objects.filter(pk=found.made.get("member")).first(),
        "can_be_undone": receipts.can_be_undone(found) or _is_resignation(found),
        "until": receipts.ends_on(found),
        "currency": profile().federation.currency,
        "season_name": season_name(found.made["season"]) if "season" in found.made else "",
    }
    return render(request, "federation/desk/act.html", context)


def _is_resignation(act: ClubAct) -> bool:
    return act.kind == ClubAct.Kind.RESIGNATION and not act.undone_at


def _undo(act: ClubAct, request: HttpRequest) -> None:
    """Undo the act. Raise `UserError`."""
    if act.kind == ClubAct.Kind.RESIGNATION:
        endings.take_back(act, request.user)
    elif receipts.can_be_undone(act):
        receipts.undo(act, request.user)
    else:
        raise UserError(receipts.TOO_LATE, day=timezone.localdate(act.at))
