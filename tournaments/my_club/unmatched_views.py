"""One page for all unmatched players of a tournament: choose, see the effect, confirm."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext

from federation.privacy import looks
from federation.web.error_messages import show_errors
from tournaments import access
from tournaments.errors import Refused
from tournaments.my_club.tournament_views import back_to
from tournaments.review import identify
from tournaments.review.identify import Others, Plan
from tournaments.review.unmatched import Table, unmatched

LINE = "player-"  # before the id of a participant: the name of the field of a line
OTHERS = [
    (Others.OPEN, gettext_lazy("Leave them open")),
    (Others.OUTSIDERS, gettext_lazy("Mark them as non-members")),
    (Others.NEW, gettext_lazy("Create members where the file says enough, leave the rest open")),
    (
        Others.NEW_OR_OUTSIDERS,
        gettext_lazy("Create members where the file says enough, mark the rest as non-members"),
    ),
]


@login_required
def unmatched_players(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the table with the best suggestions chosen; preview or carry out what was chosen."""
    tournament = get_object_or_404(access.tournaments_of(request.user).select_related("club"), pk=pk)
    if not access.may_fix(request.user, tournament):
        raise PermissionDenied
    others, choices = _others(request), _choices(request)
    if "confirm" in request.POST:
        with show_errors(request):
            plan = identify.decide_all(tournament, choices, others, request.POST.get("seen", ""), request.user)
            messages.success(request, _done(plan))
            return redirect(back_to(request, tournament))
    table = unmatched(tournament)
    for line in table.lines:
        if not (line.is_decided and "confirm" in request.POST):  # refused: others may have decided meanwhile
            line.chosen = choices.get(line.participant.pk, line.chosen)
    looks.note(request, count=sum(bool(line.participant.file_birth_date) for line in table.lines), chosen=str(pk))
    context = {
        "tournament": tournament,
        "table": table,
        "others": others,
        "ways": OTHERS,
        "back": back_to(request, tournament),
        **_effect(request, table, others),
    }
    return render(request, "tournaments/my_club/unmatched.html", context)


def _effect(request: HttpRequest, table: Table, others: Others) -> dict[str, object]:
    """Return what the choices that the page shows would do, or why they cannot be carried out."""
    shown = {line.participant.pk: line.chosen for line in table.lines}
    try:
        return {"effect": identify.effect(table.tournament, shown, others, table.digest, request.user)}
    except Refused as refused:
        return {"refused": refused.sentence}


def _choices(request: HttpRequest) -> dict[int, str]:
    names = (name for name in request.POST if name.startswith(LINE) and name.removeprefix(LINE).isdecimal())
    return {int(name.removeprefix(LINE)): request.POST[name] for name in names}


def _others(request: HttpRequest) -> Others:
    found = request.POST.get("others", "")
    return Others(found) if found in list(Others) else Others.OPEN


def _done(plan: Plan) -> str:
    """Return what was decided, with its numbers."""
    said = [
        ngettext("%(count)s player matched", "%(count)s players matched", len(plan.matched))
        % {"count": len(plan.matched)},
        ngettext("%(count)s non-member", "%(count)s non-members", len(plan.outsiders)) % {"count": len(plan.outsiders)},
        ngettext("%(count)s new member", "%(count)s new members", len(plan.new)) % {"count": len(plan.new)},
    ]
    return _("Saved: %(what)s.") % {"what": ", ".join(said)}
