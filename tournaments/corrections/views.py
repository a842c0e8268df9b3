"""The public page of corrections, and the files for those whom one concerns."""

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.evidence.paper_response import paper_response
from federation.hooks import functions
from federation.web.htmx import render_live
from tournaments.corrections import evidence
from tournaments.corrections.filters import CorrectionFilter
from tournaments.corrections.public_corrections import public_corrections
from tournaments.corrections.tables import CorrectionTable
from tournaments.models import Correction

PER_PAGE = 50


@require_safe
def corrections(request: HttpRequest) -> HttpResponse:
    """Show the corrections of all tournaments, the latest first. At most six queries.

    ``?list=12``: only those that this rating list takes in.
    """
    rating_list, shown = "", public_corrections()
    if number := request.GET.get("list", ""):
        rating_list, shown = _of_list(number, shown)
    narrowed = CorrectionFilter(request.GET or None, queryset=shown)
    table = CorrectionTable(narrowed.qs, caption=_("Corrections")).configure(request.GET, PER_PAGE)
    context = {
        "section": "tournaments",
        "filter": narrowed,
        "rating_list": rating_list,
        "narrowed": any(value for name, value in request.GET.items() if name not in {"page", "list"}),
        "table": table,
    }
    return render_live(request, "tournaments/corrections.html", "tournaments/_corrections_results.html", context)


@require_safe
@login_required
def evidence_file(request: HttpRequest, pk: int) -> HttpResponse:
    """Give a file of a correction, to be saved, to the staff, the organiser and the players of the games."""
    found = get_object_or_404(evidence.visible_to(request.user), pk=pk)
    return paper_response(found.file, found.name)


def _of_list(number: str, shown: QuerySet[Correction]) -> tuple[str, QuerySet[Correction]]:
    """Return the title of a list and the corrections that it takes in. Raise Http404 if there is no such list."""
    for corrections_of in functions("CORRECTIONS_OF_LIST"):
        if found := corrections_of(number):
            title, ids = found
            return title, shown.filter(pk__in=ids)
    raise Http404
