"""Photos of a match sheet: sent by a captain, seen by both sides and the officers."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.files.uploadedfile import UploadedFile
from django.http import FileResponse, Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST, require_safe

from federation.evidence import papers
from federation.web.error_messages import show_errors
from leagues import access
from leagues.captain.views import for_a_side
from leagues.matches import photos
from leagues.models import Match, SheetPhoto


@require_POST
@for_a_side
def send_photo(request: HttpRequest, match: Match, side: str) -> HttpResponse:
    """Keep a photo of the sheet."""
    file = request.FILES.get("photo")
    with show_errors(request):
        if not isinstance(file, UploadedFile):
            raise papers.NotTaken(papers.NOT_A_PAPER)
        photos.keep(match.pk, side, file, request.user)
        messages.success(request, _("The photo of the match sheet is kept."))
    return redirect("captain_match", match.pk, side)


@require_safe
@login_required
def photo(request: HttpRequest, pk: int) -> HttpResponse:
    """Return a photo as a download, to both sides and the officers only."""
    rows = SheetPhoto.objects.select_related(
        "match__home", "match__away", "match__series__division__season__competition"
    )
    found = get_object_or_404(rows, pk=pk)
    if not access.sides_of(request.user, found.match) and not access.may_rule(request.user, found.match):
        raise Http404
    with found.file.open("rb") as opened:
        kind = papers.kind_of(opened.read(16))
    answer = FileResponse(found.file.open("rb"), as_attachment=True, filename=f"match-{found.match_id}.{kind}")
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cache-Control"] = "private, no-store"
    return answer
