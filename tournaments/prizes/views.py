"""The public page of the prizes of a tournament."""

from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from federation.money.amounts import amount
from federation.profiles.reading import profile
from federation.web.conditional import briefly_cached
from tournaments.models import Tournament
from tournaments.prizes.forms import SHARING
from tournaments.prizes.prizes import Prize, Winner, sharing_of, won_by_teams, worked_out
from tournaments.public.by_address import of_accepted
from tournaments.public.lines import figures_of, lines_of
from tournaments.public.views import order_of, page, team_order_of
from tournaments.standings.individual import standings
from tournaments.standings.team_standings import standings as team_standings


@require_safe
@of_accepted
@briefly_cached
def tournament_prizes(request: HttpRequest, found: Tournament) -> HttpResponse:
    """Show who takes which prize. At most seven queries.

    ``?sheet`` is for the prize-giving, on paper: the first places come last, and each winner signs.
    """
    prizes, order = _won(found) if found.prizes else ([], "")
    is_sheet = "sheet" in request.GET
    total = sum(winner.amount for prize in prizes for winner in prize.winners)
    context = {
        "prizes": [(each.title, _places(each, is_sheet=is_sheet)) for each in (prizes[::-1] if is_sheet else prizes)],
        "order": order,
        "total": _money(total),
        "sharing": SHARING[sharing_of(found.prizes or {})] if total else "",
        "is_sheet": is_sheet,
    }
    return page(request, "prizes", found, context)


def _won(found: Tournament) -> tuple[list[Prize], str]:
    """Return the prizes, and what decides the ranks."""
    if found.has_teams:
        of_teams = team_standings(found)
        return won_by_teams(found, of_teams), team_order_of(of_teams)
    now = standings(found, with_clubs=True)
    return worked_out(found, now, lines_of(now, figures_of(found), is_go=found.is_go)), order_of(now)


def _places(prize: Prize, *, is_sheet: bool) -> list[tuple[int, Winner, str]]:
    """Return place, winner and amount; the best come last on the sheet. There is no place where there is one winner."""
    is_alone = len(prize.winners) == 1
    places = [(0 if is_alone else place, each, _money(each.amount)) for place, each in enumerate(prize.winners, 1)]
    return places[::-1] if is_sheet else places


def _money(cents: int) -> str:
    return amount(cents, profile().federation.currency) if cents else ""
