"""A running season taken over from another system, and its tables beside those of that system."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods

from federation.imports.sent_files import sent_file
from federation.web.error_messages import show_errors
from leagues.files import comparison, takeover
from leagues.office.preparation_views import SECTION, season_of

WHAT = {
    "team": gettext_lazy("team"),
    "place": gettext_lazy("place"),
    "match_points": gettext_lazy("match points"),
    "board_points": gettext_lazy("board points"),
}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def take_over(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what a table of results would store, and store it."""
    season = season_of(request, slug)
    context: dict[str, object] = {"section": SECTION, "season": season, "tab": "takeover"}
    if request.method == "POST":
        with show_errors(request):
            token, data = sent_file(request)
            rated = _rounds(request)
            if "confirm" in request.POST:
                found = takeover.store(season, data, request.user, rated)
                messages.success(request, _("Matches imported: %(count)s.") % {"count": len(found.matches)})
                return redirect("league_compare", slug)
            context |= {"token": token, "plan": takeover.plan(season, data)}
    return render(request, "leagues/office/takeover.html", context)


def _rounds(request: HttpRequest) -> set[int]:
    return {int(each) for each in request.POST.getlist("rated") if each.isdecimal() and len(each) < 4}


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def compare(request: HttpRequest, slug: str) -> HttpResponse:
    """Show where the tables of another system differ from those of this site. Nothing is stored."""
    season = season_of(request, slug)
    context: dict[str, object] = {"section": SECTION, "season": season, "tab": "takeover"}
    if request.method == "POST":
        with show_errors(request):
            _token, data = sent_file(request)
            found = comparison.compare(season, data)
            context["found"] = found
            context["differences"] = [(each, WHAT[each.what]) for each in found.differences]
    return render(request, "leagues/office/compare.html", context)
