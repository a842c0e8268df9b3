"""Statistics of the federation: how ratings are spread, where the reader stands, and what is counted at night."""

import datetime as dt

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.web.conditional import briefly_cached
from ratings.find_lists import latest_lists, public_lists
from ratings.models import Distribution, RatingList
from ratings.statistics import counting
from ratings.statistics.histogram import svg
from ratings.statistics.pages import SUBJECTS

LISTS = 40  # of a rating type


@require_safe
@briefly_cached
def statistics(request: HttpRequest) -> HttpResponse:
    """Show the statistics of a rating type (``?pool=``); ``?number=`` marks the class of a member. Four queries."""
    lists = list(latest_lists())
    asked = [each for each in lists if each.pool.slug == request.GET.get("pool", "")]
    chosen = (asked or lists or [None])[0]
    number = request.GET.get("number", "").strip()[:13]
    context = {"section": "lists", "lists": lists, "chosen": chosen, "number": number, "subjects": SUBJECTS}
    if chosen:
        stored = Distribution.objects.filter(list=chosen).first()
        classes = stored.classes if stored else None
        mine = _rating_of(chosen, number) if number else None
        label = _("How many members have which rating. The table below has all the numbers.")
        context |= {"classes": classes, "chart": svg(classes or [], label, mine), "mine": mine}
        context["below"] = _percent_below(classes, mine) if mine is not None and classes else None
        context["by_list"] = public_lists().filter(pool=chosen.pool_id, imported=False)[:LISTS]
    return render(request, "ratings/statistics.html", context)


@require_safe
@briefly_cached
def counted(request: HttpRequest, subject: str) -> HttpResponse:
    """Show what was counted last of a subject: members by age or season, games by month or season. One query."""
    if subject not in SUBJECTS:
        raise Http404
    title, page_of = SUBJECTS[subject]
    figures = counting.figures()
    context = {"section": "lists", "subjects": SUBJECTS, "subject": subject, "title": title}
    if figures:
        context |= {"page": page_of(figures), "day": dt.date.fromisoformat(figures["day"])}
    return render(request, "ratings/statistics_counted.html", context)


def _rating_of(rating_list: RatingList, number: str) -> int | None:
    """Return the rating of a member with a rank; None of anyone else, and of hidden members."""
    found = rating_list.ratings.ranked().filter(member__number=number, member__hidden=False, affiliated=True)
    return found.values_list("rating", flat=True).first()


def _percent_below(classes: list[tuple[int, int, int]], rating: int) -> int:
    """Return the percentage of members in lower classes."""
    total = sum(members for _low, _high, members in classes)
    lower = sum(members for _low, high, members in classes if high < rating)
    return round(100 * lower / total)
