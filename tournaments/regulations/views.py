"""The pages of the federation's rules: an index, a page for each article, templates of files."""

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from federation.profiles.reading import profile
from federation.profiles.words import name_of
from federation.regulations.articles import Article, articles, slug
from federation.regulations.clock_text import described
from tournaments.labels import format_name
from tournaments.models import Discipline
from tournaments.regulations.file_templates import GAMES, TEMPLATES
from tournaments.regulations.programs import LAYOUTS, PROGRAMS


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show the articles, the deadlines of today, the files that clubs may send, and the contacts. At most a query."""
    rules = profile().on(timezone.localdate())
    context = {
        "section": "rules",
        "articles": articles(),
        "deadlines": [(described(clock), slug("clocks", clock)) for clock in rules.clocks.values()],
        "programs": _programs(),
        "layouts": LAYOUTS,
        "columns": GAMES,
        "contacts": [(each.name or name_of("contacts", each.office), each) for each in rules.contact.values()],
        "contact": settings.CONTACT,
        "federation": profile().federation,
    }
    return render(request, "tournaments/regulations/index.html", context)


@require_safe
def article(request: HttpRequest, address: str) -> HttpResponse:
    """Show an article: our summary, from when it holds, and where the federation's text stands. At most a query."""
    known = articles()
    found = next((each for each in known if each.slug == address), None)
    if found is None:
        raise Http404
    systems = dict.fromkeys(getattr(row, "system", "") for row in found.of("pools"))
    context = {"section": "rules", "article": found, "deadlines": _deadlines(found), "systems": systems}
    return render(request, "tournaments/regulations/article.html", context)


@require_safe
def template(request: HttpRequest, name: str) -> HttpResponse:
    """Give a template of a file."""
    if name not in TEMPLATES:
        raise Http404
    answer = HttpResponse(TEMPLATES[name](), content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="{name}"'
    return answer


def _programs() -> list[tuple[object, list[str]]]:
    """Return the programs, those of the federation's own game first, each with the names of its formats."""
    own = profile().federation.discipline
    known = sorted(PROGRAMS, key=lambda program: program.discipline != own)
    shown = [program for program in known if own in {Discipline.CHESS, program.discipline}]
    return [(program, list(dict.fromkeys(map(format_name, program.formats)))) for program in shown]


def _deadlines(found: Article) -> list[object]:
    return [described(row) for row in found.of("clocks")]
