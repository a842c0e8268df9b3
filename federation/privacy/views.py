"""Pages about people's data: everything that is kept of a person, and their erasure by two officers."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation.access import may_everywhere, may_watch_looks
from federation.erasure import erasures
from federation.i18n.errors import UserError
from federation.members.data_export import as_json, kept_of
from federation.models import Erasure, Member, Rectification
from federation.privacy import looks, rectifications, retention
from federation.privacy.forms import ErasureForm
from federation.privacy.kept_pages import sections
from federation.structure.rights import Verb
from federation.web.error_messages import show_errors

DONE_SHOWN = 50


def _require(request: HttpRequest, verb: Verb) -> None:
    if not may_everywhere(request.user, verb):
        raise PermissionDenied


@require_safe
def your_data(request: HttpRequest) -> HttpResponse:
    """Show what the site publishes of players, how long it keeps it, and whom to ask for correction or hiding."""
    return render(request, "privacy.html", {"contact": settings.CONTACT, "kept": retention.shown()})


@require_safe
@login_required
def erasures_page(request: HttpRequest) -> HttpResponse:
    """Show the erasures that are asked for, and the latest that are done. Three queries."""
    _require(request, Verb.ERASE_PEOPLE)
    known = Erasure.objects.select_related("member", "asked_by", "approved_by")
    context = {
        "open": known.open(),
        "done": known.exclude(done_at=None).order_by("-done_at")[:DONE_SHOWN],
    }
    return render(request, "federation/privacy/erasures.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def erase(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what an erasure removes and what stays; request it."""
    _require(request, Verb.ERASE_PEOPLE)
    member = get_object_or_404(Member, pk=pk)
    form = ErasureForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            erasures.ask(member, form.cleaned_data["reason"], request.user)
        except UserError as error:
            messages.error(request, error.sentence)
        else:
            messages.success(request, _("The erasure is requested. Another officer approves it after 14 days."))
        return redirect("erasures")
    context = {"member": member, "form": form, "blockers": erasures.blockers(member)}
    return render(request, "federation/privacy/erase.html", context)


@require_POST
@login_required
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Approve an erasure as the second officer, or withdraw it."""
    _require(request, Verb.ERASE_PEOPLE)
    erasure = get_object_or_404(Erasure, pk=pk)
    verbs = {"approve": erasures.approve, "withdraw": erasures.withdraw}
    if (verb := request.POST.get("verb")) not in verbs:
        raise Http404
    try:
        verbs[verb](erasure, request.user)
    except UserError as error:
        messages.error(request, error.sentence)
    else:
        said = {"approve": _("The person is being erased."), "withdraw": _("The request was withdrawn.")}
        messages.success(request, said[verb])
    return redirect("erasures")


@require_safe
@login_required
def rectifications_page(request: HttpRequest) -> HttpResponse:
    """Show what members ask to be corrected, the oldest first, and the latest that are decided. Two queries."""
    _require(request, Verb.CHANGE_IDENTITY)
    known = Rectification.objects.select_related("member", "asked_by", "decided_by")
    waiting = list(known.open())
    if waiting:
        looks.note(request, count=len(waiting), chosen="open")
    context = {
        "open": [(each, getattr(each.member, each.field)) for each in waiting],
        "done": known.exclude(decided_at=None).order_by("-decided_at", "-pk")[:DONE_SHOWN],
    }
    return render(request, "federation/privacy/rectifications.html", context)


@require_POST
@login_required
def decide_rectification(request: HttpRequest, pk: int) -> HttpResponse:
    """Accept a request for correction, or decline it with a reason."""
    _require(request, Verb.CHANGE_IDENTITY)
    asked, verb = get_object_or_404(Rectification, pk=pk), request.POST.get("verb")
    if verb not in {"accept", "decline"}:
        raise Http404
    with show_errors(request):
        if verb == "accept":
            rectifications.accept(asked, request.user)
            messages.success(request, _("The record was corrected."))
        else:
            rectifications.decline(asked, request.user, request.POST.get("reason", "")[:300])
            messages.success(request, _("The request was declined."))
    return redirect("rectifications")


@require_safe
@login_required
def looks_page(request: HttpRequest) -> HttpResponse:
    """Show the privacy officer who viewed how many people, day by day. One query."""
    if not may_watch_looks(request.user):
        raise PermissionDenied
    return render(request, "federation/privacy/looks.html", {"days": looks.days(), "many": looks.MANY})


@require_safe
@login_required
def kept(request: HttpRequest, pk: int) -> HttpResponse:
    """Show everything that is kept of a person, as a page to read."""
    _require(request, Verb.EXPORT_PEOPLE)
    member = get_object_or_404(Member, pk=pk)
    looks.note(request, member=member)
    return render(request, "federation/privacy/kept.html", {"member": member, "sections": sections(kept_of(member))})


@require_safe
@login_required
def kept_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the same as JSON."""
    _require(request, Verb.EXPORT_PEOPLE)
    member = get_object_or_404(Member, pk=pk)
    looks.note(request, member=member)
    headers = {"Content-Disposition": f'attachment; filename="{member.number}.json"'}
    return HttpResponse(as_json(kept_of(member)), content_type="application/json", headers=headers)
