"""The public log: its page, its files, and the text and salt behind the commitment of a correction."""

import json
import re
from pathlib import Path
from typing import Any

from django.conf import settings
from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe

from ratings.models import LogEntry
from ratings.public_log import files
from ratings.public_log.append import commitment
from ratings.public_log.tables import LogTable
from tournaments.models import Correction

FILE = re.compile(r"checkpoint|key|tile/(\d|entries)/(x\d{3}/)*\d{3}(\.p/\d+)?|(witnessed|countersigned)/[0-9a-f]+/\w+")
MONITOR = Path(__file__).with_name("monitor.py")
PER_PAGE = 50
OPENED = {"result", "game", "game_gone", "date", "start", "end", "stage", "kind", "pace"}  # entries that name nobody


@require_safe
def log(request: HttpRequest) -> HttpResponse:
    """Show what the log is, its checkpoint and its entries, the latest first. Three queries."""
    table = LogTable(LogEntry.objects.all(), _("Entries of the public log")).configure(request.GET, PER_PAGE)
    context = {
        "section": "lists",
        "table": table,
        "checkpoint": files.latest(),
        "key": files.key(),
        "witnesses": files.countersignatures(),
        "site": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "ratings/public_log.html", context)


@require_safe
def file(request: HttpRequest, path: str) -> HttpResponse | FileResponse:
    """Return a file of the log as it is on disk. No query."""
    found = MONITOR if path == "monitor.py" else settings.LOG_ROOT / path
    if (path != "monitor.py" and not FILE.fullmatch(path)) or not found.is_file():
        raise Http404
    response = FileResponse(
        found.open("rb"), content_type="application/octet-stream" if "tile/" in path else "text/plain"
    )
    is_full = path.startswith("tile/") and ".p/" not in path
    response["Cache-Control"] = "public, max-age=31536000, immutable" if is_full else "public, no-cache"
    response["Access-Control-Allow-Origin"] = "*"
    return response


@require_safe
def entry(request: HttpRequest, number: int) -> JsonResponse:
    """Show an entry and, if it is a correction that is shown, the text and salt of its commitment. Two queries."""
    found = get_object_or_404(LogEntry, pk=number)
    facts: dict[str, Any] = {"number": number, "entry": json.loads(found.content)}
    if found.kind == LogEntry.Kind.CORRECTION:
        correction = Correction.objects.filter(pk=found.subject).first()
        if correction is None or not found.salt:  # it named a person who was erased
            return JsonResponse(facts)
        facts["matches"] = commitment(found.salt, correction) == facts["entry"]["commitment"]
        if correction.field in OPENED:
            names = ("field", "before", "after", "reason")
            facts["opening"] = {"salt": found.salt, **{name: getattr(correction, name) for name in names}}
    return JsonResponse(facts)
