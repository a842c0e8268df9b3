"""The units above the clubs: all of them, and one with its people, clubs, members by age, lists and tournaments."""

import datetime as dt
from collections import Counter
from collections.abc import Sequence
from urllib.parse import urlencode

from django.db.models import Q
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.identity.age_categories import category
from federation.models import Affiliation, Sex, Unit
from federation.structure import forwarding, kinds
from federation.structure.memberships import clubs_of, with_league
from ratings.find_lists import latest_lists
from ratings.lists.club_strengths import BEST
from ratings.models import RatingList
from ratings.players.club_ratings import with_strength
from ratings.players.tables import ClubTable
from ratings.public.filters import age_choices
from tournaments.models import Announcement, Tournament

TOURNAMENTS = 10


@require_safe
def index(request: HttpRequest) -> HttpResponse:
    """Show all units, each below the one that it is a part of. One query."""
    units = list(Unit.objects.order_by("code"))
    below: dict[int | None, list[Unit]] = {unit.pk: [] for unit in units} | {None: []}
    for unit in units:
        below[unit.parent_id].append(unit)
    context = {"section": "clubs", "title": kinds.title(), "units": _in_order(below, None, 0)}
    return render(request, "ratings/units.html", context)


@require_safe
def detail(request: HttpRequest, code: str) -> HttpResponse:
    """Show a unit with its clubs of today, its strength, and the tournaments to come of both. Nine queries."""
    (unit, parts), today = _with_parts(code), timezone.localdate()
    clubs = clubs_of(unit, today)
    rows = with_league(with_strength(clubs.active()).with_members(today), today).order_by("key")
    len(rows)  # all of them stand on the page: once they are read, the table need not count them
    lists = list(latest_lists())
    hidden = () if parts else ("league",)  # which would say the same of each club
    theirs = Q(unit=unit) | Q(club__in=clubs.values("pk"))
    context = {
        "section": "clubs",
        "unit": unit,
        "parts": parts,
        "offices": unit.offices.shown(today),
        "table": ClubTable(rows, _("Clubs"), pool=lists[0].pool if lists else None, exclude=hidden).configure(
            request.GET, per_page=200
        ),
        "ages": _members_by_age(unit),
        "groups": _young_groups(unit, today),
        "lists": lists,
        "strength": _strength(unit, lists),
        "announced": Announcement.objects.filter(theirs, end__gte=today).select_related("club", "unit")[:TOURNAMENTS],
        "tournaments": Tournament.objects.accepted().filter(theirs).order_by("-end", "-start")[:TOURNAMENTS],
        "forwards": forwarding.forwards(unit, today),
        "days": forwarding.days(today),
    }
    return render(request, "ratings/unit.html", context)


def _with_parts(code: str) -> tuple[Unit, list[Unit]]:
    """Return a unit and those right below it. Raise Http404 if there is none. One query."""
    found = Unit.objects.filter(Q(code=code) | Q(parent__code=code)).select_related("parent").order_by("code")
    units = {unit.code: unit for unit in found}
    if code not in units:
        raise Http404
    return units.pop(code), list(units.values())


def _young_groups(unit: Unit, today: dt.date) -> list[tuple[str, list[tuple[str, str]]]]:
    """Return the youth categories of girls and of all, each with the query of a list that shows the unit's own."""
    young = [(name, shown) for name, shown in age_choices(today) if name.startswith("U")]
    girls = {"league": unit.code, "sex": Sex.FEMALE.value}
    groups = [(_("Girls"), girls), (_("Girls and boys"), {"league": unit.code})]
    return [(title, [(shown, urlencode(query | {"age": name})) for name, shown in young]) for title, query in groups]


def _in_order(below: dict[int | None, list[Unit]], parent: int | None, depth: int) -> list[tuple[Unit, int]]:
    """Return the units of a tree, each with its depth."""
    found = []
    for unit in below[parent]:
        found += [(unit, depth), *_in_order(below, unit.pk, depth + 1)]
    return found


def _strength(unit: Unit, lists: Sequence[RatingList]) -> int | None:
    """Return the mean rating of the best eight members of the clubs in the latest list; None for fewer. One query."""
    if not lists:
        return None
    keys = clubs_of(unit, timezone.localdate()).values("key")
    ranked = lists[0].ratings.ranked().filter(affiliated=True, club_key__in=keys)
    best = list(ranked.values_list("rating", flat=True)[:BEST])
    return round(sum(best) / BEST) if len(best) == BEST else None


def _members_by_age(unit: Unit) -> list[tuple[str, int]]:
    """Return how many members of today are of each age category, without those that have none. One query."""
    today = timezone.localdate()
    theirs = Affiliation.objects.on(today).filter(club__in=clubs_of(unit, today).values("pk")).order_by()
    born = theirs.filter(member__merged_into=None).values_list("member__birth_date__year", flat=True)
    counts = Counter(category(year, today) for year in born)
    return [(shown, counts[name]) for name, shown in (*age_choices(today), ("", _("age unknown"))) if counts[name]]
