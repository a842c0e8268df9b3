"""The home page, and how to check a list."""

from dataclasses import dataclass
from decimal import Decimal

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from federation.identity.age_categories import is_for_search_engines
from ratings.find_lists import latest_lists
from ratings.models import LivingList, Rating, RatingList
from ratings.players.ledger import Line, explain
from ratings.systems.period import Status
from tournaments.models import Tournament

TOP = 10
TOURNAMENTS = 8
EXAMPLE_GAMES = 6


@dataclass(frozen=True)
class Example:
    """The ledger on the home page: its first games, and the sum of the others."""

    rating_list: RatingList
    rating: Rating
    games: list[Line]
    rest: Decimal

    @property
    def member(self) -> object:
        return self.rating.member

    @property
    def has_expected_scores(self) -> bool:
        """Return whether the ledger has expected scores: in go there are none."""
        return any(line.expected is not None for line in self.games)


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the latest list of each pool with its best players, one ledger, and the latest tournaments.

    At most eight queries.
    """
    lists = list(latest_lists())
    best = Rating.objects.filter(list__in=lists, rank__lte=TOP).select_related("member", "club").order_by("rank")
    tops = [(found, [rating for rating in best if rating.list_id == found.pk]) for found in lists]
    context = {
        "lists": tops,
        "next_lists": LivingList.objects.filter(pool__public=True).select_related("pool").order_by("pool__position"),
        "example": _example(*tops[0]) if tops else None,
        "tournaments": Tournament.objects.accepted().standalone().order_by("-end", "-start", "name")[:TOURNAMENTS],
    }
    return render(request, "ratings/home.html", context)


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """Show how anyone can check a list, and checksum and verification of the latest ones. One query."""
    return render(request, "ratings/verify.html", {"lists": latest_lists().select_related("last_check")})


def _example(rating_list: RatingList, best: list[Rating]) -> Example | None:
    """Return the ledger of the best player who has games, an established rating and a public name, and is an adult."""
    for rating in best:
        member = rating.member
        birth_year = member.birth_date and member.birth_date.year
        shown = not member.hidden and is_for_search_engines(birth_year, rating_list.date)
        if shown and rating.period_games and rating.previous_rating is not None and rating.status == Status.ESTABLISHED:
            explanation = explain(rating_list, member)
            games = [line for line in explanation.games if line.moves_rating][:EXAMPLE_GAMES]
            rest = explanation.total - sum((line.change for line in games), Decimal(0))
            return Example(rating_list, rating, games, rest)
    return None
