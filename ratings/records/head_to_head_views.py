"""Two to four members side by side."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from federation.identity.member_numbers import key_of
from federation.members.search_filters import named
from federation.models import Member
from federation.web.conditional import briefly_cached
from ratings.records.head_to_head import MOST, pairs
from ratings.records.side_by_side import side_by_side

CANDIDATES = 12
LONGEST = 200  # letters of a field


@require_safe
@briefly_cached
def head_to_head(request: HttpRequest) -> HttpResponse:
    """Compare the members whose numbers the address gives (``?player=``, repeated). Eight queries by number.

    A name stands for its only bearer; of several a reader chooses. One field may hold all of them, separated by
    semicolons, numbers by commas as well.
    """
    asked = [text for field in request.GET.getlist("player")[:MOST] for text in _separate(field)]
    members, text, candidates = _asked(asked)
    numbers = [member.number for member in members]
    found = pairs(members, timezone.localdate()) if len(members) > 1 else []
    over_time = side_by_side(found, members, request.GET.get("pool", ""))
    context: dict[str, Any] = {
        "section": "players",
        "members": members,
        "text": text,
        "candidates": candidates,
        "pairs": found,
        "over_time": over_time,
        "alone": found[0].meetings if len(found) == 1 else None,  # their score is in the heading of the page
        "asked": "&".join(f"player={number}" for number in numbers),
        "numbers": numbers,
        "may_add": len(members) < MOST,
        "most": MOST,
        "for_search_engines": all(member.is_for_search_engines for member in members),
    }
    return render(request, "ratings/records/head_to_head.html", context)


def _separate(field: str) -> list[str]:
    """Return the names and numbers of a field, a few more than can be compared at most."""
    numbers = field[:LONGEST].replace(",", " ").split()
    parts = numbers if all(map(key_of, numbers)) else field[:LONGEST].split(";")
    return [part.strip()[:60] for part in parts][: 2 * MOST]


def _asked(texts: list[str]) -> tuple[list[Member], str, list[Member]]:
    """Return the members who are meant, and a text that means nobody, or several, with them. At most three queries."""
    keys = {text: key_of(text) for text in texts if text}
    known = Member.objects.select_related("merged_into").filter(key__in=[key for key in keys.values() if key])
    by_key = {member.key: member.merged_into or member for member in known}
    found: dict[int, Member] = {}
    unclear, candidates = "", []
    for text, key in keys.items():
        member = by_key.get(key) if key else None
        if member is None and not unclear:
            others = list(named(Member.objects.current(), text).order_by("search_name", "key")[:CANDIDATES])
            if len(others) != 1:
                unclear, candidates = text, others
                continue
            member = others[0]
        if member and len(found) < MOST:
            found[member.pk] = member
    return list(found.values()), unclear, candidates
