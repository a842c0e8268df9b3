"""Clubs that did not pay in time: the treasurer reminds them, and decides on what the profile proposes."""

from collections.abc import Collection

from django.contrib import messages
from django.db.models import Count
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.http import require_http_methods

from federation.enrolment.renewal import season_to_renew, unrenewed
from federation.i18n.errors import UserError
from federation.identity.seasons import season_name
from federation.overdue import measures, reminders
from federation.overdue.amounts_due import Deadline, deadline, overdue
from federation.profiles.reading import profile
from federation.regulations import articles
from federation.treasury.access import for_treasurers


@require_http_methods(["GET", "HEAD", "POST"])
@for_treasurers
def overdue_clubs(request: HttpRequest) -> HttpResponse:
    """List the clubs that did not pay in time with what the profile proposes; do it for the chosen ones."""
    due = deadline()
    if request.method == "POST":
        if due is None or not (chosen := _chosen(request)):
            messages.error(request, _("Choose at least one club."))
        elif request.POST.get("verb") == "foresee_suspension":
            return _foresee_suspension(request, due, chosen)
        else:
            try:
                messages.success(request, _do(request, due, chosen))
            except UserError as error:
                messages.error(request, error.sentence)
        return redirect("overdue_clubs")
    rows = overdue(due) if due else []
    context = {
        "due": due,
        "article": articles.name(due.rules.article) if due else "",
        "rows": rows,
        "surcharges": any(each.surcharge for each in rows),
        "suspends": due is not None and due.rules.suspends,
        "suspended": any(each.suspended for each in rows),
        "currency": profile().federation.currency,
    }
    return render(request, "federation/treasury/overdue.html", context)


def _foresee_suspension(request: HttpRequest, due: Deadline, chosen: Collection[int]) -> HttpResponse:
    """Show which clubs would be suspended, and how many members they could then not renew. Nothing is written."""
    season = season_to_renew()
    waiting = unrenewed(season).filter(club__in=chosen).order_by().values_list("club")
    counted = dict(waiting.annotate(count=Count("pk")))
    rows = [each for each in overdue(due, chosen) if each.cents > 0 and each.suspended is None]
    context = {
        "rows": [(each, counted.get(each.club.pk, 0)) for each in rows],
        "left_out": len(chosen) - len(rows),
        "season_name": season_name(season),
        "article": articles.name(due.rules.article),
        "currency": profile().federation.currency,
    }
    return render(request, "federation/treasury/suspension.html", context)


def _chosen(request: HttpRequest) -> dict[int, int]:
    """Return the ticked clubs (ids) with the surcharge, or what they owe, in cents, as the page showed it."""
    found = (value.partition(":")[::2] for value in request.POST.getlist("club"))
    return {int(club): int(cents) for club, cents in found if _is_number(club) and _is_number(cents)}


def _is_number(text: str) -> bool:
    return text.isascii() and text.isdecimal() and len(text) < 19


def _do(request: HttpRequest, due: Deadline, chosen: dict[int, int]) -> str:
    """Do what the button says. Return a sentence about what was done."""
    verb = request.POST.get("verb", "")
    if verb == "surcharge":
        count = len(measures.surcharge(due, chosen, request.user))
        sentence = ngettext("%(count)d surcharge was charged.", "%(count)d surcharges were charged.", count)
    elif verb == "suspend":
        count = len(measures.suspend(due, chosen, request.user))
        sentence = ngettext("%(count)d club is suspended.", "%(count)d clubs are suspended.", count)
        if count < len(chosen):
            changed = _("The others now owe a different amount, or are already suspended.")
            return f"{sentence % {'count': count}} {changed}"
    elif verb == "lift":
        count = measures.lift(chosen)
        sentence = ngettext("%(count)d suspension was lifted.", "%(count)d suspensions were lifted.", count)
    else:
        count, unreached = reminders.remind(due, chosen, request.user)
        sentence = ngettext("%(count)d club is reminded by mail.", "%(count)d clubs are reminded by mail.", count)
        if unreached:
            missed = ngettext(
                "%(count)d club has no account with a mail address.",
                "%(count)d clubs have no account with a mail address.",
                unreached,
            )
            return f"{sentence % {'count': count}} {missed % {'count': unreached}}"
    return sentence % {"count": count}
