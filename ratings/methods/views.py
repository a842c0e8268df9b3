"""The pages of the four methods."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from federation.web.conditional import briefly_cached
from ratings.methods.documents import METHODS, SECTIONS
from ratings.methods.examples import EXAMPLES
from ratings.methods.pages import PAGES
from ratings.methods.rules_by_date import articles_of, groups, in_use, profile_steps
from ratings.models import RatingPool


@require_safe
@briefly_cached
def index(request: HttpRequest) -> HttpResponse:
    """Show the methods, each with the rating types that use it. One query."""
    pools = list(RatingPool.objects.filter(public=True))
    rows = [(method, [pool for pool in pools if pool.system == key]) for key, method in METHODS.items()]
    return render(request, "ratings/methods/index.html", {"section": "lists", "rows": rows})


@require_safe
@briefly_cached
def method(request: HttpRequest, system: str) -> HttpResponse:
    """Show a method: its document, its rules by date, and a calculator. Three queries."""
    if system not in METHODS:
        raise Http404
    found, used = METHODS[system], in_use(system, timezone.localdate())
    ruled = next((each for each in used if each.rules), None)
    context = {
        "section": "lists",
        "method": found,
        "methods": METHODS.values(),
        "sections": SECTIONS.items(),
        "names": SECTIONS,
        "rules": found.rules,
        "examples": EXAMPLES[system](),
        "in_use": used,
        "pool": ruled and ruled.pool,
        "articles": articles_of(system),
        "official": groups(system),
        "profiles": profile_steps(system),
        **PAGES[system](request.GET, ruled.rules if ruled else found.rules, found.rules),
    }
    return render(request, found.template, context)
