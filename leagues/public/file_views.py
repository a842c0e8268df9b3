"""Files of a season: a series as TRF, results as a table, the whole season as JSON."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.web.conditional import briefly_cached
from leagues.files import season_files, series_report
from leagues.public.views import public_seasons, series_of
from tournaments.formats.common.unwritable import DoesNotFit

SERIES = {"trf16.trf": "trf16", "trf26.trf": "trf26"}
SEASON = {
    "results.csv": (season_files.results, "text/csv; charset=utf-8"),
    "season.json": (season_files.bundle, "application/json"),
}


@require_safe
@briefly_cached
def series_file(request: HttpRequest, slug: str, code: str, name: str) -> HttpResponse:
    """Return a whole series as TRF."""
    if name not in SERIES:
        raise Http404
    try:
        data = series_report.write(series_of(slug, code), SERIES[name])
    except DoesNotFit:
        return HttpResponse(_("This series does not fit into the format."), status=404, content_type="text/plain")
    return _answer(data, "text/plain; charset=utf-8", f"{slug}-{code}-{name}")


@require_safe
@briefly_cached
def season_file(request: HttpRequest, slug: str, name: str) -> HttpResponse:
    """Return the results of a season, or everything behind its tables."""
    if name not in SEASON:
        raise Http404
    write, kind = SEASON[name]
    return _answer(write(get_object_or_404(public_seasons(), slug=slug)), kind, f"{slug}-{name}")


def _answer(data: bytes, kind: str, name: str) -> HttpResponse:
    answer = HttpResponse(data, content_type=kind)
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer
