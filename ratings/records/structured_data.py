"""What search engines read about a member, as JSON-LD (schema.org). Never of minors or hidden members."""

from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from federation.api.structured_data import breadcrumb, organization, script
from federation.models import Club, Member


def profile(request: HttpRequest, member: Member, club: Club | None, *, has_card: bool) -> SafeString:
    """Return the script element of a member's page; "" for members who are kept from search engines."""
    if not member.is_for_search_engines:
        return mark_safe("")

    def address(name: str, *arguments: object) -> str:
        return request.build_absolute_uri(reverse(name, args=arguments))

    here = address("player", member.number)
    person: dict[str, Any] = {
        "@type": "Person",
        "name": member.public_name,
        "url": here,
        "identifier": member.number,
        "memberOf": [organization(settings.FEDERATION_NAME, address("home"))],
    }
    if club:
        person["memberOf"].append(organization(club.name, address("club", club.number)))
    if member.fide_id:
        person["sameAs"] = [f"https://ratings.fide.com/profile/{member.fide_id}"]
    if has_card:
        person["image"] = address("player_card", member.number)
    steps = [(_("Players"), address("players")), (member.public_name, here)]
    return script({"@type": "ProfilePage", "mainEntity": person, "breadcrumb": breadcrumb(steps)})
