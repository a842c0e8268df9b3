"""The players of a tournament that is paired here."""

from collections.abc import Callable

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from federation.models import Member
from federation.web.error_messages import show_errors
from tournaments.formats.report import Result
from tournaments.intake.suggestions import SEARCHED, members_of, search
from tournaments.models import Participant, Tournament
from tournaments.on_site import tournament as on_site
from tournaments.on_site.forms import EntryForm, OutsiderForm, RatingForm
from tournaments.on_site.next_round import absence
from tournaments.on_site.pages import entrants, progress
from tournaments.on_site.views import number_in, of_event
from tournaments.standings.sides import ROUND_ROBIN

PER_PAGE = 100

VERBS: dict[str, Callable[[Participant], None]] = {
    "withdraw": on_site.withdraw,
    "annul": on_site.annul,
    "come_back": on_site.come_back,
    "remove": on_site.remove,
}
BYES = {"H": Result.HALF_BYE, "Z": Result.ZERO_BYE, "": None}


@require_safe
@of_event
def event_players(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Show the players, a search for members, and a form for players who are not members."""
    now = progress(tournament)
    text = request.GET.get("q", "")
    found = search(text, tournament.club)
    entered = entrants(tournament, now.last)
    here = {entrant.participant.member_id for entrant in entered}
    may_join = tournament.is_running and not (tournament.kind == ROUND_ROBIN and now.rounds)
    own = members_of(tournament.club) if may_join and not text else []
    context = {
        "tournament": tournament,
        "now": now,
        "tab": "players",
        "text": text,
        "found": [(member, member.pk in here) for member in found],
        "most": SEARCHED,
        "own": [member for member in own if member.pk not in here],
        "form": OutsiderForm(),
        "page": Paginator(entered, PER_PAGE).get_page(request.GET.get("page")),
        "may_join": may_join,
        "missed": now.last,  # rounds that a late entry has missed
    }
    return render(request, "tournaments/on_site/players.html", context)


@require_POST
@of_event
def add_player(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Add a member, or a player who is not a member."""
    form = EntryForm(request.POST) if "member" in request.POST else OutsiderForm(request.POST)
    if not form.is_valid():
        messages.error(request, " ".join(f"{form[name].label}: {errors[0]}" for name, errors in form.errors.items()))
        return redirect("event_players", tournament.pk)
    cleaned = form.cleaned_data
    with show_errors(request):
        if "member" in request.POST:
            member = get_object_or_404(Member.objects.current(), pk=number_in(request, "member"))
            who = on_site.add_member(tournament, member, cleaned["rating"], half_points=cleaned["half_points"])
        else:
            names = cleaned["last_name"], cleaned["first_name"]
            who = on_site.add_outsider(tournament, *names, cleaned["rating"], half_points=cleaned["half_points"])
        messages.success(request, _("%(player)s was added.") % {"player": who})
    return redirect("event_players", tournament.pk)


@require_POST
@of_event
def add_members(request: HttpRequest, tournament: Tournament) -> HttpResponse:
    """Add the members of the organising club that were ticked."""
    ticked = set(request.POST.getlist("member"))
    with show_errors(request):
        joined = on_site.add_members(
            tournament, [each for each in members_of(tournament.club) if str(each.pk) in ticked]
        )
        sentence = ngettext("%(count)d player was added.", "%(count)d players were added.", len(joined))
        messages.success(request, sentence % {"count": len(joined)})
    return redirect("event_players", tournament.pk)


@of_event
def event_player(request: HttpRequest, tournament: Tournament, participant_pk: int) -> HttpResponse:
    """Show a player: their rating, and the rounds in which they do not play."""
    who = get_object_or_404(tournament.participants.select_related("member"), pk=participant_pk)
    form = RatingForm(request.POST or None, initial={"rating": who.file_rating})
    if request.method == "POST" and form.is_valid():
        with show_errors(request):
            on_site.set_rating(who, form.cleaned_data["rating"])
        return redirect("event_players", tournament.pk)
    now = progress(tournament)
    games, total = on_site.games_of(who) if tournament.kind == ROUND_ROBIN else (0, 0)
    context = {
        "tournament": tournament,
        "participant": who,
        "games": games,
        "total": total,
        "is_early": 2 * games < total,
        "now": now,
        "form": form,
        "is_paired": on_site.is_paired(who),
        "is_withdrawn": on_site.is_withdrawn(who, now.last, tournament.rounds),
        "coming": [(number, absence(who, number)) for number in range(now.last + 1, tournament.rounds + 1)],
    }
    return render(request, "tournaments/on_site/player.html", context)


@require_POST
@of_event
def change_player(request: HttpRequest, tournament: Tournament, participant_pk: int) -> HttpResponse:
    """Withdraw a player, with or without their games; let them return, remove them, or give them a bye."""
    who = get_object_or_404(tournament.participants, pk=participant_pk)
    verb = request.POST.get("verb", "")
    with show_errors(request):
        if verb in VERBS:
            VERBS[verb](who)
        elif verb == "bye" and request.POST.get("letter", "") in BYES:
            on_site.ask_bye(who, number_in(request, "round"), BYES[request.POST.get("letter", "")])
            return redirect("event_player", tournament.pk, who.pk)
        else:
            raise Http404
    return redirect("event_players", tournament.pk)
