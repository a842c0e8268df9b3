"""Take over a club's own list: send it, say what its columns are, see what it would change, confirm."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods

from federation.desk.forms import DETAILS, LABELS
from federation.desk.tabs import desk
from federation.desk.views import club_for
from federation.files import pending_uploads
from federation.files.spreadsheets import Sheet
from federation.imports import club_lists
from federation.imports.sent_files import sent_file
from federation.models import Club
from federation.structure.rights import Verb
from federation.web.error_messages import show_errors

SHOWN = 100  # rows of a kind that the preview lists


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def club_list(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what the list would change, row by row; carry it out."""
    club = club_for(request, pk, Verb.ENROL)
    context: dict[str, object] = {"club": club, "desk": desk(request.user, club, "members"), "shown": SHOWN}
    if request.method == "POST":
        with show_errors(request):
            token, data = sent_file(request)
            sheet = club_lists.sheet_of(data)
            places = _places(request, sheet, club)
            if "confirm" in request.POST:
                return _taken_over(request, club, sheet, places)
            context |= {"token": token, "columns": _columns(sheet, places)}
            context["plan"] = club_lists.plan(club, sheet, places)
    return render(request, "federation/desk/club_list.html", context)


def _places(request: HttpRequest, sheet: Sheet, club: Club) -> dict[str, int]:
    """Return the places of the columns: as the form says, else as the club had them, else by their headings."""
    said = {name: request.POST.get(f"column-{name}", "") for name in club_lists.COLUMNS}
    if not any(f"column-{name}" in request.POST for name in club_lists.COLUMNS):
        return club_lists.columns_of(club, sheet)
    places = {name: int(place) for name, place in said.items() if place.isdecimal() and len(place) < 4}
    return {name: place for name, place in places.items() if place < len(sheet.header)}


def _columns(sheet: Sheet, places: dict[str, int]) -> list[tuple[str, str, int | None, list[tuple[int, str]]]]:
    """Return for each known column its name, label, place, and the headings to choose from."""
    headings = [(place, header or str(place + 1)) for place, header in enumerate(sheet.header)]
    labels = {name: capfirst(LABELS.get(name) or DETAILS(name).label) for name in club_lists.COLUMNS}
    return [(name, label, places.get(name), headings) for name, label in labels.items()]


def _taken_over(request: HttpRequest, club: Club, sheet: Sheet, places: dict[str, int]) -> HttpResponse:
    act = club_lists.take_over(club, sheet, places, seen=request.POST.get("seen", ""), by=request.user)
    if name := pending_uploads.unsign(request.POST.get("token", ""), str(request.user.pk)):
        pending_uploads.remove(name)
    messages.success(request, _("The list was imported."))
    return redirect("desk_act", club.pk, act.pk)
