"""The home page, and how to check a list."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ratings.models import Rating
from ratings.published import latest_lists
from tournaments.models import Tournament

TOP = 10
TOURNAMENTS = 8


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """The latest list of each pool with its best players, and the latest tournaments. Three queries."""
    lists = list(latest_lists())
    best = Rating.objects.filter(list__in=lists, rank__lte=TOP).select_related("member", "club")
    rows = list(best.order_by("rank", "member_id"))
    context = {
        "lists": [(found, [row for row in rows if row.list_id == found.pk]) for found in lists],
        "tournaments": Tournament.objects.accepted().order_by("-end", "-start", "name")[:TOURNAMENTS],
    }
    return render(request, "ratings/home.html", context)


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """How anyone checks a list, and the digests of the latest ones. One query."""
    return render(request, "ratings/verify.html", {"lists": latest_lists()})
