"""A running season taken over from another system, and its tables beside those of that system."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_safe

from federation.imports.sent_files import sent_file
from federation.web.error_messages import show_errors
from leagues.files import belgian_report, comparison, storing, takeover, team_files
from leagues.models import Season, Series
from leagues.office.preparation_views import SECTION, season_of
from tournaments.formats.common.unwritable import DoesNotFit

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
            sent = {"token": token, "chosen": request.POST.get("series", ""), "name": _file_name(request)}
            if sent["chosen"]:
                data = team_files.as_table(_series(season, sent["chosen"]), sent["name"], data)
            rated = _rounds(request)
            context |= {**sent, "plan": takeover.plan(season, data), "rated": rated}
            if "confirm" in request.POST:
                found = storing.store(season, data, request.user, rated)
                messages.success(request, _("Matches imported: %(count)s.") % {"count": len(found.matches)})
                return redirect("league_compare", slug)
    context["series"] = Series.objects.filter(division__season=season).select_related("division")
    context["rounds"] = belgian_report.rounds(season)
    return render(request, "leagues/office/takeover.html", context)


def _file_name(request: HttpRequest) -> str:
    """Return the name of the file that was sent now or a step before."""
    file = request.FILES.get("file")
    return (file.name if isinstance(file, UploadedFile) else None) or request.POST.get("name", "")


def _series(season: Season, pk: str) -> Series:
    rows = Series.objects.filter(division__season=season).select_related("division__season")
    return get_object_or_404(rows, pk=int(pk) if pk.isdecimal() and len(pk) < 19 else 0)


@require_safe
@login_required
def round_report(request: HttpRequest, slug: str, number: int) -> HttpResponse:
    """Return the closed matches of a round as a report for the Belgian rating office."""
    season = season_of(request, slug)
    if number not in belgian_report.rounds(season):
        raise Http404
    try:
        data = belgian_report.write(season, number)
    except DoesNotFit as problem:
        messages.error(request, _(problem.template) % problem.facts)
        return redirect("league_take_over", slug)
    answer = HttpResponse(data, content_type="application/octet-stream")
    answer["Content-Disposition"] = f'attachment; filename="{belgian_report.file_name(season, number)}"'
    return answer


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
            context["chosen"] = chosen = request.POST.get("series", "")
            if chosen:
                data = team_files.as_standings(_series(season, chosen), _file_name(request), data)
            found = comparison.compare(season, data)
            context["found"] = found
            context["differences"] = [(each, WHAT[each.what]) for each in found.differences]
    context["series"] = Series.objects.filter(division__season=season).select_related("division")
    return render(request, "leagues/office/compare.html", context)
