"""The simulator: a member's next ratings with games that were not played."""

from typing import Any

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.views.decorators.http import require_safe

from federation.identity.member_numbers import key_of
from federation.models import Member
from federation.web.htmx import render_live
from ratings.figures import in_words
from ratings.find_lists import latest_lists
from ratings.models import RatingPool
from ratings.players.merged_views import member_of, moved
from ratings.simulator.answers import answers, next_goal, opponent_name, strengths
from ratings.simulator.forms import MOST_GAMES, GoalForm, OptionsForm, Row, Sheet, candidates, read_sheet
from ratings.simulator.simulate import Basis, bases
from tournaments.models import Discipline, Pace

CHESS_RESULTS = (("1", "1"), ("h", "½"), ("0", "0"))
GO_RESULTS = (("1", "1"), ("0", "0"))
PLAYED = (Discipline.CHESS, Discipline.GO)  # with one opponent
KEPT = ("goal", "n", "r", "since", "d")  # parts of the query that are kept


@require_safe
def simulator(request: HttpRequest, number: str) -> HttpResponse:
    """Show the games entered, the next rating in every pool with its ledger, and what a goal takes.

    An address that asks for a change (one more game, another result) redirects to the changed one.
    """
    member = member_of(number)
    if elsewhere := moved(request, number, member, "simulator"):
        return elsewhere
    pools = list(RatingPool.objects.filter(public=True, discipline__in=PLAYED))
    discipline = _discipline(request.GET, member, pools)
    sheet = read_sheet(request.GET, member, discipline)
    address = _address(request, sheet)
    if sheet.acted and not request.htmx:
        return redirect(address)
    since = request.GET.getlist("since")[-1:] != ["0"]
    mine = [pool for pool in pools if pool.discipline == discipline]
    found = bases(member, [game.opponent for game in sheet.games], mine, timezone.localdate(), since=since)
    simulations = [basis.rate(sheet.games) for basis in found]
    query = request.GET if "goal" in request.GET else {"goal": next_goal(simulations)}
    form = GoalForm(query, discipline=discipline)
    context = {
        "section": "players",
        "member": member,
        "disciplines": list({pool.discipline: pool.get_discipline_display() for pool in pools}.items()),
        "discipline": discipline,
        "sheet": sheet,
        "games": _as_shown(sheet.rows, found[0] if found else None),
        "results": CHESS_RESULTS if discipline == Discipline.CHESS else GO_RESULTS,
        "since": since,
        "has_games_since": not since or any(len(each.archive.pairings) for each in found),
        "candidates": _candidates(sheet.text, member, discipline),
        "options": OptionsForm(initial=sheet.options) if discipline == Discipline.GO else None,
        "form": form,
        "goal": form.goal_text,
        "answers": answers(simulations, sheet.games, form.asked()),
        "limit": MOST_GAMES,
    }
    page, part = "ratings/simulator/page.html", "ratings/simulator/_simulator.html"
    response = render_live(request, page, part, context, address)
    response["X-Robots-Tag"] = "noindex"
    return response


@require_safe
def opponents(request: HttpRequest, number: str) -> HttpResponse:
    """Suggest members while someone types an opponent. Five queries."""
    member = get_object_or_404(Member.objects.current(), key=key_of(number))
    discipline = request.GET.get("d", "")
    found = _candidates(request.GET.get("opponent", ""), member, discipline)
    context = {"candidates": found, "member": member, "discipline": discipline}
    return render(request, "ratings/simulator/_candidates.html", context)


def _discipline(query: QueryDict, member: Member, pools: list[RatingPool]) -> str:
    """Return the requested discipline, else that of the first pool in which the member has a rating, else of the first
    pool.
    """
    known = {pool.discipline for pool in pools}
    if query.get("d") in known:
        return query["d"]
    if len(known) > 1:
        rated = set(member.ratings.filter(list__in=latest_lists()).values_list("list__pool", flat=True))
        pools = [pool for pool in pools if pool.pk in rated] or pools
    return pools[0].discipline if pools else Discipline.CHESS


def _candidates(text: str, member: Member, discipline: str) -> list[tuple[Member, str]]:
    found = candidates(text, member, discipline)
    if not found:
        return []
    return strengths(found, [each for each in latest_lists() if each.pool.discipline == discipline])


def _as_shown(rows: list[Row], basis: Basis | None) -> list[dict[str, Any]]:
    """Return the games entered, with the names of the opponents and their ratings in the first pool."""
    shown: list[dict[str, Any]] = []
    for row in rows:
        opponent = row.game.opponent if row.game else None
        known = opponent is not None and basis is not None
        shown.append(
            {
                "row": row,
                "name": opponent_name(opponent) if opponent else "",
                "rating": in_words(basis.rating_of(opponent), basis.pool) if known else "",
                "pace": Pace(row.game.pace).label if row.game else "",
            }
        )
    return shown


def _address(request: HttpRequest, sheet: Sheet) -> str:
    """Return the address of this state: the games and the options, without the requested change."""
    query = QueryDict(mutable=True)
    query.setlist("g", [row.word for row in sheet.rows])
    if sheet.text:
        query["opponent"] = sheet.text
    for name in KEPT:
        if name in request.GET:
            query[name] = request.GET.getlist(name)[-1]
    return f"{request.path}?{query.urlencode()}" if query else request.path
