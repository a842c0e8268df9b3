"""What is shared of a member: a picture, a short address and its QR code."""

import qrcode
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import redirect
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe
from qrcode.image.svg import SvgPathImage

from federation.models import Appearance
from federation.web.conditional import briefly_cached
from ratings.players.member_ratings import histories, of_today
from ratings.players.merged_views import member_of, moved
from ratings.records.card import card_of, in_the_colours_of, png


@require_safe
@briefly_cached
def card(request: HttpRequest, number: str) -> HttpResponse:
    """Draw the card of a member. Raise Http404 for minors, hidden and unrated members. Seven queries."""
    member = member_of(number)
    if elsewhere := moved(request, number, member, "player_card"):
        return elsewhere
    found, today = histories(member), of_today([member.pk]).get(member.pk, {})
    current = next((each.current for each in found if each.current.rating is not None), None)
    living = today.get(current.list.pool_id) if current else next(iter(today.values()), None)
    is_rated = current is not None or (living is not None and living.rating is not None)
    if not (member.is_for_search_engines and is_rated):
        raise Http404
    affiliated = member.affiliations.on(timezone.localdate()).select_related("club").first()
    club = affiliated.club.name if affiliated and affiliated.club else ""
    drawn = in_the_colours_of(card_of(member, club, current, living), Appearance.objects.in_force().first())
    return HttpResponse(png(drawn), content_type="image/png")


@require_safe
def short(request: HttpRequest, number: str) -> HttpResponseRedirect:
    """Redirect from the short address to the page of the member."""
    return redirect("player", number)


@require_safe
@briefly_cached
def qr(request: HttpRequest, number: str) -> HttpResponse:
    """Draw the QR code of the short address. Raise Http404 for minors and hidden members. One query."""
    member = member_of(number)
    if elsewhere := moved(request, number, member, "player_qr"):
        return elsewhere
    if not member.is_for_search_engines:
        raise Http404
    address = request.build_absolute_uri(reverse("player_short", args=[member.number]))
    drawn = qrcode.make(address, image_factory=SvgPathImage)
    kept_as = {"Content-Disposition": f'attachment; filename="{member.number}.svg"'}
    return HttpResponse(drawn.to_string(), content_type="image/svg+xml", headers=kept_as)
