"""The page of a tournament that is being checked: what was read, what blocks it, and a button for each fix."""

from collections.abc import Callable
from functools import partial

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.access import clubs_of, units_of
from federation.models import Member
from federation.privacy import looks
from federation.web import dry_run
from federation.web.error_messages import show_errors
from tournaments import access
from tournaments.deadlines import fide, overrides
from tournaments.formats.report import Result
from tournaments.intake import receive
from tournaments.intake.forms import RoundsForm
from tournaments.intake.suggestions import SEARCHED, search, suggestions
from tournaments.labels import submitted
from tournaments.models import Pace, Pairing, Participant, Stage, Tournament
from tournaments.on_site.views import number_in
from tournaments.public import downloads
from tournaments.review import decisions, edits
from tournaments.review.findings import Fix
from tournaments.review.forms import MemberForm, ResultsForm, SettingsForm
from tournaments.review.overview import overview
from tournaments.review.problems import label
from tournaments.standings.crosstables import crosstable
from tournaments.updates.apply import rounds_to_come

LINES = 100  # rows of the table on one page

PARTICIPANT_VERBS: dict[str, Callable[[Participant, User], object]] = {
    Fix.CONFIRM: edits.confirm_member,
    Fix.FOLLOW: edits.follow_merger,
    Fix.OUTSIDER: lambda participant, _by: edits.mark_outsider(participant),
    Fix.IRREGULAR: lambda participant, _by: edits.mark_irregular(participant),
    Fix.ANNUL: lambda participant, _by: edits.annul(participant),
    "count": lambda participant, _by: edits.annul(participant, annulled=False),
    "regular": lambda participant, _by: edits.mark_irregular(participant, irregular=False),
    "forget": lambda participant, _by: edits.forget_choice(participant),
}
PAIRING_VERBS: dict[str, Callable[[Pairing], object]] = {
    Fix.COUNT_ONCE: edits.count_once,
    "restore": lambda pairing: edits.restore_results(pairing.tournament, [pairing.pk]),
}
CHOICES: dict[str, Callable[[Tournament, User], object]] = {  # what a file leaves open
    Fix.STANDARD: lambda tournament, by: edits.choose_pace(tournament, Pace.STANDARD, by),
    Fix.RAPID: lambda tournament, by: edits.choose_pace(tournament, Pace.RAPID, by),
    Fix.BLITZ: lambda tournament, by: edits.choose_pace(tournament, Pace.BLITZ, by),
    Fix.LAST_DAY: lambda tournament, _by: edits.date_rounds(tournament, spread=False),
    Fix.SPREAD: lambda tournament, _by: edits.date_rounds(tournament, spread=True),
    Fix.FIDE_RATINGS: lambda tournament, _by: edits.choose_ratings(tournament, national=False),
    Fix.NATIONAL_RATINGS: lambda tournament, _by: edits.choose_ratings(tournament, national=True),
}
TOURNAMENT_VERBS: dict[str, Callable[[Tournament], object]] = {
    Fix.NOT_DUPLICATE: edits.allow_duplicate,
    Fix.COUNT_LATER: edits.count_later,
    Fix.COUNT_EARLIER: edits.count_earlier,
    "duplicate": lambda tournament: edits.allow_duplicate(tournament, allowed=False),
    "match_again": edits.match_again,
    "outsiders": edits.mark_outsiders,
    "no_outsiders": edits.forget_outsiders,
    "as_in_file": edits.restore_settings,
}


@require_safe
@login_required
def my_club_tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """Show findings and decisions with their buttons, and the crosstable beside what the file claims."""
    tournament = _mine(request, pk)
    table = crosstable(tournament)
    context = {
        **overview(tournament, request.user),
        "table": table,
        "rows": Paginator(table.rows, LINES).get_page(request.GET.get("page")),
        "may_order": access.may_order(request.user, tournament),
        "may_correct": tournament.stage == Stage.ACCEPTED and access.may_decide(request.user),
        "shelf": downloads.shelf(tournament, downloads.for_fide(tournament).values()),
        "fide": fide.progress(fide.record_now(tournament)) if fide.is_offered() else None,
        "rounds_here": rounds_to_come(tournament),
        "rounds_form": RoundsForm(),
        "back": request.path,
    }
    return render(request, "tournaments/my_club/tournament.html", context)


@require_POST
@login_required
def fix(request: HttpRequest, pk: int) -> HttpResponse:
    """Apply one fix: ``verb``, and the participant, pairing or member that it is about."""
    tournament = _fixable(request, pk)
    verb = request.POST.get("verb", "")
    if verb in {Fix.COUNT_LATER, Fix.COUNT_EARLIER} and not access.may_decide(request.user):
        raise PermissionDenied
    with show_errors(request):
        if verb == Fix.CHOOSE:
            member = get_object_or_404(Member.objects.current(), pk=number_in(request, "member"))
            edits.choose_member(_participant(request, tournament), member, request.user)
        elif verb in PARTICIPANT_VERBS:
            PARTICIPANT_VERBS[verb](_participant(request, tournament), request.user)
        elif verb in PAIRING_VERBS:
            PAIRING_VERBS[verb](get_object_or_404(tournament.pairings, pk=number_in(request, "pairing")))
        elif verb in CHOICES:
            CHOICES[verb](tournament, request.user)
        elif verb in TOURNAMENT_VERBS:
            TOURNAMENT_VERBS[verb](tournament)
        else:
            raise Http404
        return redirect(f"{back_to(request, tournament)}#next")  # jump to the next finding
    return redirect(back_to(request, tournament))


@require_safe
@login_required
def rating_impact(request: HttpRequest, pk: int) -> HttpResponse:
    """Show whose rating would change if the federation accepted the tournament as it is."""
    tournament = get_object_or_404(access.tournaments_of(request.user).filter(stage__in=decisions.OPEN), pk=pk)
    accept = partial(decisions.accept, tournament, request.user)
    with show_errors(request):
        found = dry_run.impact_of(accept, request.user)
        return render(request, "tournaments/my_club/rating_impact.html", {"tournament": tournament, "foreseen": found})
    return redirect("my_club_tournament", pk)


@require_POST
@login_required
def decide(request: HttpRequest, pk: int) -> HttpResponse:
    """Submit or reopen the tournament; accept, reject or admit it, if the user may decide."""
    tournament = _mine(request, pk)
    verb = request.POST.get("verb", "")
    if verb in {"accept", "reject", "admit"} and not access.may_decide(request.user):
        raise PermissionDenied
    if verb in {"forward", "return_to_club"} and not access.may_forward(request.user, tournament):
        raise PermissionDenied
    with show_errors(request):
        if verb == "submit":
            decisions.submit(tournament, request.user)
            messages.success(request, submitted(tournament))
        elif verb == "reopen":
            decisions.reopen(tournament, request.user)
            messages.info(request, _("It can be changed again; submit it when it is ready."))
        elif verb == "forward":
            decisions.forward(tournament, request.user)
            messages.success(request, _("Passed on to the federation."))
        elif verb == "return_to_club":
            decisions.return_to_club(tournament, request.user, request.POST.get("reason", ""))
            messages.success(request, _("Returned to the club."))
        elif verb == "admit":
            clock, waive = request.POST.get("clock", ""), bool(request.POST.get("waive_fine"))
            made = overrides.admit(tournament, clock, request.user, request.POST.get("reason", ""), waive_fine=waive)
            messages.success(request, _("Admitted.") if made.is_in_force else _("A second officer has to agree."))
        elif verb == "accept":
            decisions.accept(tournament, request.user, request.POST.get("seen"))
            messages.success(request, _("Accepted."))
        elif verb == "reject":
            decisions.reject(tournament, request.user, request.POST.get("reason", ""), request.POST.get("seen"))
            messages.success(request, _("Rejected."))
        else:
            raise Http404
    return redirect(back_to(request, tournament))


@require_POST
@login_required
def discard(request: HttpRequest, pk: int) -> HttpResponse:
    """Delete a tournament of a file that was sent by mistake."""
    tournament = _mine(request, pk)
    with show_errors(request):
        receive.discard(tournament)
        messages.info(request, _("“%(name)s” was deleted.") % {"name": tournament.name})
        return redirect("my_club_tournaments")
    return redirect("my_club_tournament", tournament.pk)


@login_required
def participant(request: HttpRequest, pk: int, participant_pk: int) -> HttpResponse:
    """Ask who a participant is: suggestions, a search, a new member."""
    tournament = _fixable(request, pk)
    who = get_object_or_404(tournament.participants.select_related("member"), pk=participant_pk)
    who.tournament = tournament
    if who.file_birth_date:
        looks.note(request, member=who.member)
    form = MemberForm(who, request.POST or None)
    if request.method == "POST" and form.is_valid():
        with show_errors(request):
            member = edits.create_member(who, form.cleaned_data, request.user)
            messages.success(request, _("New member: %(member)s.") % {"member": member})
            return redirect("my_club_tournament", tournament.pk)
    text = request.GET.get("q", "")
    context = {
        "tournament": tournament,
        "participant": who,
        "name": label(who),
        "suggested": [suggestion.member for suggestion in suggestions([who], tournament)[who.pk]],
        "text": text,
        "found": search(text, tournament.club),
        "most": SEARCHED,
        "form": form,
        "back": reverse("my_club_tournament", args=[tournament.pk]),
    }
    return render(request, "tournaments/my_club/participant.html", context)


@login_required
def settings(request: HttpRequest, pk: int) -> HttpResponse:
    """Change the settings of the tournament: name, days, club, pace ..."""
    tournament = _fixable(request, pk)
    decides = access.may_decide(request.user)
    form = SettingsForm(
        clubs_of(request.user), units_of(request.user), request.POST or None, instance=tournament, decides=decides
    )
    if request.method == "POST" and form.is_valid():
        with show_errors(request):
            edits.change_settings(tournament, form.changes())
        return redirect("my_club_tournament", tournament.pk)
    if form.is_bound:  # an invalid form has changed the object
        tournament = _fixable(request, pk)
    return render(request, "tournaments/my_club/settings.html", {"tournament": tournament, "form": form})


@login_required
def results(request: HttpRequest, pk: int) -> HttpResponse:
    tournament = _fixable(request, pk)
    people = ("white__member", "black__member")
    pending = tournament.pairings.filter(white_result=Result.PENDING, black__isnull=False).select_related(*people)
    form = ResultsForm(list(pending.order_by("round", "board", "pk")), request.POST or None)
    if request.method == "POST" and form.is_valid():
        with show_errors(request):
            edits.set_results(tournament, form.results())
            if form.overtaken:
                sentence = _("Someone else has meanwhile entered results, which were kept; games: %(count)s.")
                messages.warning(request, sentence % {"count": form.overtaken})
        return redirect("my_club_tournament", tournament.pk)
    return render(request, "tournaments/my_club/results.html", {"tournament": tournament, "form": form})


def _of_mine(request: HttpRequest) -> QuerySet[Tournament]:
    return access.tournaments_of(request.user).select_related("club", "unit", "forwarder", "upload", "tie_breaks")


def _mine(request: HttpRequest, pk: int) -> Tournament:
    return get_object_or_404(_of_mine(request), pk=pk)


def _fixable(request: HttpRequest, pk: int) -> Tournament:
    tournament = _mine(request, pk)
    if not access.may_fix(request.user, tournament):
        raise PermissionDenied
    return tournament


def _participant(request: HttpRequest, tournament: Tournament) -> Participant:
    return get_object_or_404(tournament.participants.select_related("member"), pk=number_in(request, "participant"))


def back_to(request: HttpRequest, tournament: Tournament) -> str:
    """Return the address of the page that had the button or the link; it may be in the admin."""
    back = request.POST.get("back") or request.GET.get("back", "")
    if back.startswith("/") and url_has_allowed_host_and_scheme(back, allowed_hosts=None):
        return back
    return reverse("my_club_tournament", args=[tournament.pk])
