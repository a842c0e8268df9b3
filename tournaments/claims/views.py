"""The pages of claims: what anyone may know, the form, and one claim with the buttons of who looks at it."""

import datetime as dt
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_POST, require_safe

from federation.evidence import papers
from federation.evidence.paper_response import paper_response
from federation.i18n.errors import UserError
from federation.profiles.reading import profile
from federation.regulations.articles import slug
from federation.web import dry_run
from federation.web.error_messages import show_errors
from tournaments.claims import access, admissible, claims, decide, limits, wording
from tournaments.claims.access import Side
from tournaments.claims.forms import ClaimForm
from tournaments.corrections import evidence as of_corrections
from tournaments.models import Claim, ClaimEvidence, ClaimMute, Tournament

PER_PAGE = 50
ANSWERED = gettext_lazy("Your answer was sent to the rating officer.")
DONE = {
    "agree": ANSWERED,
    "disagree": ANSWERED,
    "withdraw": gettext_lazy("The claim was withdrawn."),
    "admit": gettext_lazy("The claim was accepted. The organiser is asked."),
    "refuse": gettext_lazy("The claim was refused. The players see why."),
    "correct": gettext_lazy("The game was corrected. The players see why."),
    "mute": gettext_lazy("The rating officer was asked for a pause."),
    "agree_to_mute": gettext_lazy("The claims of this member are paused for 30 days."),
}
LONGEST_ID = 18  # digits


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show how many claims there are and where they stand, never whose; to a user those that wait for them, too.

    Four queries, three more for a user.
    """
    shown = Claim.objects.public().select_related("tournament", "correction").order_by("-raised_at", "-pk")
    page = Paginator(shown, PER_PAGE).get_page(request.GET.get("page"))
    mine: list[Claim] = []
    if request.user.is_authenticated:
        order = ("state", "answer_until", "decide_until", "pk")
        mine = list(access.waiting(request.user).select_related("tournament").order_by(*order)[:PER_PAGE])
        if not mine:
            mine = list(access.claims_of(request.user).select_related("tournament").distinct()[:PER_PAGE])
    context = {
        "section": "tournaments",
        "page": page,
        "open": Claim.objects.public().open().count(),
        "mine": [(claim, wording.standing(claim)) for claim in mine],
        "lines": [(claim, wording.standing(claim)) for claim in page],
    }
    return render(request, "tournaments/claims/index.html", context)


@login_required
def new(request: HttpRequest) -> HttpResponse:
    """Raise a claim about ``?game=``, or about a tournament (``?tournament=``)."""
    tournament, game = _subject(request)
    if not access.claimants(request.user, tournament).exists():
        context = {"section": "tournaments", "tournament": tournament}
        return render(request, "tournaments/claims/not_yours.html", context, status=403)
    form = ClaimForm(request.user, tournament, request.POST or None, request.FILES or None, initial={"game": game})
    if request.method == "POST" and form.is_valid():
        try:
            made = form.save()
        except UserError as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, _("The claim was raised. This page shows where it stands."))
            return redirect("claim", made.pk)
    context = {"section": "tournaments", "tournament": tournament, "form": form, "used": _used(form)}
    last = None if request.method == "POST" else _last_day(form, tournament)
    context["ended"] = last if last and last < timezone.localdate() else None
    return render(request, "tournaments/claims/new.html", context)


@require_safe
@login_required
def claim(request: HttpRequest, pk: int) -> HttpResponse:
    """Show a claim to those concerned. ``?foresee``: to the officer, what the correction would do to the ratings."""
    found = _mine(request, pk)
    side = access.side(request.user, found)
    context = {
        "section": "tournaments",
        "claim": found,
        "standing": wording.standing(found),
        "side": side,
        "is_known": side != Side.PLAYER,
        "game": wording.game(found.pairing) if found.pairing else "",
        "wanted": wording.wanted(found),
        "may_answer": access.may_answer(request.user, found),
        "may_decide": side == Side.OFFICER and found.is_open,
        "rule": slug("claims", profile().on(found.raised_at.date()).claims),
        "accepted_papers": papers.ACCEPTED,
        "correction_evidence": of_corrections.visible_to(request.user).filter(decision=found.correction_id)
        if found.correction_id
        else (),
        "mute": ClaimMute.objects.filter(club=found.tournament.club_id, member=found.member_id).first(),
    }
    if context["may_decide"] and found.state == Claim.State.OFFICER:
        context["is_prepared"] = bool(decide.prepared(found))
        if "foresee" in request.GET and context["is_prepared"]:
            with show_errors(request):
                change = partial(decide.correct_as_claimed, found, request.user, str(found))
                context["foreseen"] = dry_run.impact_of(change, request.user)
    return render(request, "tournaments/claims/claim.html", context)


@require_POST
@login_required
def act(request: HttpRequest, pk: int) -> HttpResponse:
    """Answer, decide or withdraw a claim: ``verb``."""
    found = _mine(request, pk)
    verb, reason = request.POST.get("verb", ""), request.POST.get("reason", "")
    _require_right(request, found, verb)
    with show_errors(request):
        match verb:
            case "agree" | "disagree":
                remark, files = request.POST.get("remark", ""), request.FILES.getlist("evidence")
                claims.answer(found, request.user, agrees=verb == "agree", remark=remark, evidence=files)
            case "withdraw":
                claims.withdraw(found, request.user)
            case "admit":
                claims.admit(found, request.user)
            case "refuse":
                decide.refuse(found, request.user, reason)
            case "correct":
                decide.correct_as_claimed(found, request.user, reason)
            case "mute":
                claims.ask_to_mute(found, request.user)
            case "agree_to_mute":
                claims.agree_to_mute(found, request.user)
        messages.success(request, DONE[verb])
    return redirect("claim", found.pk)


@require_safe
@login_required
def evidence(request: HttpRequest, pk: int, evidence_pk: int) -> HttpResponse:
    """Give a file of evidence, to be saved, to everybody who sees the text of the claim."""
    found = _mine(request, pk)
    if access.side(request.user, found) == Side.PLAYER:
        raise Http404
    file = get_object_or_404(ClaimEvidence, claim=found, pk=evidence_pk)
    return paper_response(file.file, file.name)


OF_SIDE = {
    Side.OFFICER: {"admit", "refuse", "correct", "agree_to_mute"},
    Side.ORGANISER: {"agree", "disagree", "mute"},
    Side.CLAIMANT: {"withdraw"},
    Side.PLAYER: set(),
}
VERBS = set[str]().union(*OF_SIDE.values())


def _require_right(request: HttpRequest, found: Claim, verb: str) -> None:
    """Raise `Http404` for an unknown verb, `PermissionDenied` for one that is not the user's."""
    if verb not in VERBS:
        raise Http404
    answers = verb in OF_SIDE[Side.ORGANISER] and access.may_answer(request.user, found)
    if not answers and verb not in OF_SIDE[access.side(request.user, found)]:
        raise PermissionDenied


def _mine(request: HttpRequest, pk: int) -> Claim:
    people = ("pairing__white__member", "pairing__black__member", "tournament__club", "member", "correction")
    shown = access.claims_of(request.user).filter(pk=pk).select_related(*people)
    return get_object_or_404(shown.prefetch_related("evidence").distinct())


def _subject(request: HttpRequest) -> tuple[Tournament, int | None]:
    """Return the tournament, and the game (id) if the address names one. Raise `Http404`."""
    game, tournament = (_id(request.GET.get(name, "")) for name in ("game", "tournament"))
    accepted = Tournament.objects.accepted()
    if game is not None:
        return get_object_or_404(accepted.filter(pairings=game)), game
    return get_object_or_404(accepted, pk=tournament), None


def _id(text: str) -> int | None:
    return int(text) if text.isdecimal() and len(text) <= LONGEST_ID else None


def _last_day(form: ClaimForm, tournament: Tournament) -> dt.date | None:
    """Return until when the first list with the tournament lets the only member of the form raise a claim."""
    only = form.fields["member"].queryset[:2]
    return admissible.last_day(tournament, None, only[0]) if len(only) == 1 else None


def _used(form: ClaimForm) -> limits.Used | None:
    """Return what the only member of the form has used of the limits; None if the user chooses among several."""
    only = form.fields["member"].queryset[:2]
    return limits.used(only[0]) if len(only) == 1 else None
