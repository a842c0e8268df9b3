"""The search of everything."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from federation.search.find import Search
from federation.search.sources import Found, Source, sources
from federation.web.htmx import render_live

LONGEST = 60  # letters of a search
FEW, MANY = 8, 50  # lines of a kind among all kinds, and of the only one
FIRST = 20  # lines of the first kind, which most readers look for


@require_safe
def search(request: HttpRequest) -> HttpResponse:
    """Show what has all the words of ``?q=``, or words like them; ``?kind=`` shows more of one kind.

    Eight queries where there is something of every kind.
    """
    text, kinds = request.GET.get("q", "")[:LONGEST].strip(), sources()
    chosen = next((source for source in kinds if source.kind == request.GET.get("kind")), None)
    context = {"text": text, "chosen": chosen, "sections": _sections(text, kinds, chosen) if text else []}
    context["count"] = sum(len(lines) for _source, lines, _more in context["sections"])
    return render_live(request, "federation/search/search.html", "federation/search/_results.html", context)


@require_safe
def description(request: HttpRequest) -> HttpResponse:
    """Describe the search to browsers (OpenSearch 1.1), so that they offer it in their address bar."""
    answer = render(request, "federation/search/opensearch.xml", {"origin": f"{request.scheme}://{request.get_host()}"})
    answer["Content-Type"] = "application/opensearchdescription+xml"
    return answer


def _sections(text: str, kinds: list[Source], chosen: Source | None) -> list[tuple[Source, list[Found], bool]]:
    """Return each kind of which something was found, its lines, and whether there may be more."""
    wanted, found = [chosen] if chosen else kinds, []
    rows = Search(text).rows([source.kind for source in wanted])
    for source in wanted:
        ids, most = rows[source.kind], MANY if chosen else FIRST if source is kinds[0] else FEW
        lines = source.numbered(text) + (source.lines(ids[:most]) if ids else [])
        if lines:
            found.append((source, lines, not chosen and len(ids) > most))
    return found
