"""The files of a tournament: for anyone, and with birth dates for its club and the federation."""

import base64
import hashlib

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, render
from django.utils.cache import get_conditional_response
from django.views.decorators.http import require_safe

from federation.access import may
from federation.privacy import looks
from federation.structure.rights import Verb
from tournaments import access
from tournaments.formats.common.unwritable import DoesNotFit
from tournaments.models import Tournament
from tournaments.public import downloads
from tournaments.public.by_address import of_accepted
from tournaments.public.downloads import Offer
from tournaments.standings.report import Audience

ASK_AGAIN = "public, no-cache"  # cache it, and ask each time whether it is current


@require_safe
@of_accepted
def tournament_file(request: HttpRequest, found: Tournament, name: str) -> HttpResponse:
    """Return a file of an accepted tournament, without birth dates. Three queries, up to five more for TRF."""
    offer = downloads.offers(found).get(name)
    if offer is None:
        raise Http404
    return _answer(request, found, offer, Audience.ANYONE, ASK_AGAIN)


@require_safe
@login_required
def my_club_file(request: HttpRequest, pk: int, name: str) -> HttpResponse:
    """Return the report for FIDE to the tournament's organiser and the federation, with birth dates for those who may
    see them.
    """
    found = get_object_or_404(access.tournaments_of(request.user).select_related("tie_breaks", "club", "unit"), pk=pk)
    offer = downloads.for_fide(found).get(name)
    if offer is None:
        raise Http404
    sees_births = may(request.user, Verb.SEE_BIRTH_DATES, found.organiser)
    audience = Audience.FEDERATION if sees_births else Audience.ANYONE
    if sees_births:
        looks.note(request, count=found.participants.count(), chosen=f"{pk} {name}")
    return _answer(request, found, offer, audience, "private, no-store")


def _answer(request: HttpRequest, found: Tournament, offer: Offer, audience: Audience, caching: str) -> HttpResponse:
    """Return the file, or "not modified"; if the tournament does not fit the format, a page that says why."""
    try:
        data = downloads.written(found, offer, audience)
    except DoesNotFit as problem:
        context = {"section": "tournaments", "tournament": found, "file": offer, "why": offer.sentence(problem)}
        return render(request, "tournaments/no_file.html", context, status=409)
    digest = hashlib.sha256(data)
    etag = f'"{digest.hexdigest()}"'
    response = get_conditional_response(request, etag=etag) or HttpResponse(data, content_type=offer.content_type)
    response["ETag"] = etag
    response["Cache-Control"] = caching
    if response.status_code == 200:
        response["Repr-Digest"] = f"sha-256=:{base64.b64encode(digest.digest()).decode()}:"  # RFC 9530
        response["Content-Disposition"] = f'attachment; filename="tournament-{found.pk}-{offer.name}"'
        response["X-Content-Type-Options"] = "nosniff"
    return response
