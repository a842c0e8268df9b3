"""The page of the season: which clubs have renewed, and the button that reminds the others."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import ngettext
from django.views.decorators.http import require_POST, require_safe

from federation.access import may_everywhere
from federation.accounts import mail
from federation.enrolment import renewal_reminders
from federation.enrolment.renewal import opens_on, season_to_renew
from federation.i18n.errors import UserError
from federation.identity.seasons import season_name
from federation.office.season import standings
from federation.structure.rights import Verb

PER_PAGE = 100


@require_safe
@login_required
def season(request: HttpRequest) -> HttpResponse:
    """Show how many members the clubs have renewed for the season. A constant number of queries."""
    if not may_everywhere(request.user, Verb.SEE_MEMBERS):
        raise PermissionDenied
    year = season_to_renew()
    rows = standings(year)
    late = sum(row.late > 0 for row in rows)
    context = {
        "season_name": season_name(year),
        "before_name": season_name(year - 1),
        "opens": opens_on(year),
        "page": Paginator(rows, PER_PAGE).get_page(request.GET.get("page")),
        "now": sum(row.now for row in rows),
        "before": sum(row.before for row in rows),
        "to_renew": sum(row.late for row in rows),
        "late": late,
        "done": sum(row.before > 0 and not row.late for row in rows),
        "may_ask": late and mail.are_sent() and may_everywhere(request.user, Verb.ENROL),
    }
    return render(request, "federation/office/season.html", context)


@require_POST
@login_required
def ask(request: HttpRequest) -> HttpResponse:
    """Ask the clubs that have not renewed all their members."""
    if not may_everywhere(request.user, Verb.ENROL):
        raise PermissionDenied
    try:
        asked, unreached = renewal_reminders.ask(season_to_renew(), request.user)
    except UserError as error:
        messages.error(request, error.sentence)
        return redirect("office_season")
    sentence = ngettext("%(count)d club is asked by mail.", "%(count)d clubs are asked by mail.", asked)
    messages.success(request, sentence % {"count": asked})
    if unreached:
        missed = ngettext(
            "%(count)d club has no secretary with a mail address.",
            "%(count)d clubs have no secretary with a mail address.",
            unreached,
        )
        messages.warning(request, missed % {"count": unreached})
    return redirect("office_season")
