"""The page on which a reader's own browser recalculates a list. The program is in static/js/recalculate."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from ratings.find_lists import find_list
from ratings.public import pages

SCRIPTS = [
    f"js/recalculate/{name}.js" for name in ("bundle", "digests", "frbe", "fqe", "ffg", "fics", "checks")
]  # in this order

# The checks of checks.js: code -> what is right if it passes.
CHECKS = {
    "files": _("The files are those that the package names."),
    "digests": _("The checksums of the list, of the rules and of the previous list are right."),
    "counts": _("No player and no game was left out."),
    "games": _("The games match their checksum."),
    "list": _("The ratings match their checksum."),
    "previous": _("The previous list matches its checksum."),
    "entries": _("The calculations match their checksum."),
    "standings": _("Everybody starts from the previous list."),
    "reasons": _("Games that do not count say why."),
    "calculation": _("The list was calculated again."),
    "lines": _("Every recalculated rating is the published one."),
    "changes": _("The points of every game are the published ones."),
    "sums": _("Every member's calculation adds up to the change in their rating."),
    "ranks": _("The ranks follow the ratings."),
}


@require_safe
def recalculate(request: HttpRequest, slug: str, month: str) -> HttpResponse:
    """Offer to recalculate a list that has a verification package. One query."""
    rating_list = find_list(slug, month, request.GET.get("revision", ""))
    if not rating_list.has_bundle:
        raise Http404
    context = {
        "section": "lists",
        "list": rating_list,
        "title": pages.list_title(rating_list),
        "query": f"?revision={rating_list.revision}" if request.GET.get("revision") else "",
        "checks": CHECKS.items(),
        "scripts": SCRIPTS,
    }
    return render(request, "ratings/recalculate.html", context)
