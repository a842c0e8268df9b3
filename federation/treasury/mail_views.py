"""The mailing of statements: how many mails it is, and one button."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation.accounts import mail
from federation.identity.seasons import enrolment_year, season_name
from federation.treasury import statement_mails
from federation.treasury.access import for_treasurers
from federation.web.error_messages import show_errors

SHOWN = 50


@require_http_methods(["GET", "HEAD", "POST"])
@for_treasurers
def statement_mailing(request: HttpRequest) -> HttpResponse:
    """Show how many mails the statements of the season are, and whom they do not reach; queue them. A constant number
    of queries.
    """
    season = enrolment_year(timezone.localdate())
    if request.method == "POST":
        seen = request.POST.get("seen", "")
        with show_errors(request):
            statement_mails.queue(season, int(seen) if seen.isdecimal() and len(seen) < 10 else -1, request.user)
            messages.success(request, _("The mails are on their way."))
        return redirect("statement_mailing")
    found = statement_mails.plan(season)
    context = {
        "season_name": season_name(season),
        "plan": found,
        "unreached": found.unreached[:SHOWN],
        "more": max(0, len(found.unreached) - SHOWN),
        "interrupted": statement_mails.interrupted()[:SHOWN],
        "sends_mails": mail.are_sent(),
    }
    return render(request, "federation/treasury/statement_mailing.html", context)
