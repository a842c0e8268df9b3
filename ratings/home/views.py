"""The home page."""

import datetime as dt
from itertools import groupby

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_safe

from federation.hooks import functions
from federation.structure import kinds
from ratings.find_lists import latest_lists
from ratings.home.example import example
from ratings.home.pages import Tab, best, climbers, tabs
from ratings.models import RatingList
from ratings.pools.creation import day_after
from tournaments.models import Announcement, Tournament

LIVE, TOURNAMENTS, ANNOUNCED, CORRECTIONS = 4, 6, 4, 3


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show what is new: tournaments, the best and those who gained most, the next lists, corrections. Eight queries.

    ``?pool=go``: of another list; ``?top=women``: only these players. Raise Http404 if there is none of that name.
    """
    today = timezone.localdate()
    lists = list(latest_lists().select_related("pool__living"))
    chosen, tab, choices = _asked(request, lists)
    ranked = best(chosen, tab) if chosen and tab else []
    is_first = chosen and tab and chosen is lists[0] and not tab.code
    context = {
        "units_title": kinds.title(),
        "lists": lists,
        "list": chosen,
        "tab": tab,
        "tabs": choices,
        "best": ranked,
        "climbers": climbers(chosen) if chosen else [],
        "example": example(ranked) if is_first else None,
        "next_lists": _next_lists(lists, today),
        "live": Tournament.objects.shown().with_last_round().order_by("-start", "name", "pk")[:LIVE],
        "tournaments": Tournament.objects.accepted().standalone().order_by("-end", "-start", "name")[:TOURNAMENTS],
        "announced": Announcement.objects.standing().filter(end__gte=today).select_related("club", "unit")[:ANNOUNCED],
        "corrections": [line for latest in functions("LATEST_CORRECTIONS") for line in latest(CORRECTIONS)],
        "revised": [each for each in lists if each.revision],
    }
    return render(request, "ratings/home.html", context)


def _asked(request: HttpRequest, lists: list[RatingList]) -> tuple[RatingList | None, Tab | None, list[Tab]]:
    """Return the list and the tab of the address, and all tabs of the list."""
    slug, code = request.GET.get("pool", ""), request.GET.get("top", "")
    chosen = next((each for each in lists if not slug or each.pool.slug == slug), None)
    choices = tabs(chosen.date) if chosen else []
    tab = next((each for each in choices if each.code == code), None)
    if (slug and chosen is None) or (code and tab is None):
        raise Http404
    return chosen, tab, choices


def _next_lists(lists: list[RatingList], today: dt.date) -> list[tuple[dt.date, int, list[RatingList]]]:
    """Return the days of the next lists, how many days away they are, and the latest lists of their pools.

    Days to come are first, then those that are over.
    """
    due = sorted((_next_day(each), place) for place, each in enumerate(lists) if each.pool.months)
    days = [
        (day, (day - today).days, [lists[place] for _day, place in found])
        for day, found in groupby(due, key=lambda each: each[0])
    ]
    return sorted(days, key=lambda found: (found[1] <= 0, found[0]))


def _next_day(latest: RatingList) -> dt.date:
    return latest.pool.living.date if hasattr(latest.pool, "living") else day_after(latest.pool, latest.date)
