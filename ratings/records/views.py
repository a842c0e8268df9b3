"""A member's pages: the overview, games, tournaments, opponents, record and calculations."""

import datetime as dt
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.i18n.dates import long_date
from federation.identity.activity import active_since
from federation.identity.age_categories import category, shown
from federation.members.affiliations import intervals
from federation.members.former_numbers import for_page_of
from federation.models import Member
from federation.web.conditional import briefly_cached
from ratings.figures import in_words
from ratings.models import LivingRating, RatingList, RatingPool
from ratings.players.member_ratings import History, histories, history_in, of_today
from ratings.players.merged_views import member_of, moved
from ratings.players.tables import HistoryTable
from ratings.public.reliability import Trust, rules_on, trust
from ratings.records import structured_data
from ratings.records.career import Latest, Part, line_of, parts_of, points_of
from ratings.records.chart import svg
from ratings.records.filters import GameFilter
from ratings.records.games import Game, games_of
from ratings.records.milestones import games_to_go, milestones
from ratings.records.ranks import places
from ratings.records.record import events_of, opponents_of, record_of
from ratings.records.tables import EventTable, GameTable, LatestTable, OpponentTable
from tournaments.models import Pairing, Participant, Tournament

LATEST = 6  # tournaments of the overview
GAMES, OPPONENTS, EVENTS = 100, 100, 100  # rows of a page
RECENT = 12  # lists; earlier ones are collapsed
PERIODS = (1, 3, 5)  # years


@dataclass(frozen=True)
class PoolLine:
    """A member in one pool, as the overview shows it."""

    pool: RatingPool
    history: History | None  # None: no list has a line for them yet
    today: LivingRating | None
    trust: Trust | None

    @property
    def last_played(self) -> dt.date | None:
        """Return the day of the last rated game."""
        days = [each.last_played for each in (self.history and self.history.current, self.today) if each]
        return max((day for day in days if day), default=None)


@require_safe
@briefly_cached
def overview(request: HttpRequest, number: str) -> HttpResponse:
    """Show who a member is, the rating with its history, and the latest tournaments. Eight queries at most.

    ``?against=`` redirects to the head-to-head page, ``?pool=`` and ``?years=`` choose what the chart draws.
    """
    member = member_of(number)
    if elsewhere := moved(request, number, member, "player"):
        return elsewhere
    if against := request.GET.get("against", "")[:60].strip():
        query = request.GET.copy()
        query.clear()
        query.setlist("player", [member.number, against])
        return HttpResponseRedirect(f"{reverse('head_to_head')}?{query.urlencode()}")
    found, today = histories(member), of_today([member.pk]).get(member.pk, {})
    lines = _pool_lines(found, today)
    main = _main(lines, request.GET.get("pool", ""))
    parts = parts_of(member, found, today)
    current = main.history.current if main and main.history else None
    affiliated = intervals(member.affiliations.select_related("club").order_by("start"))[::-1]
    last_played = max((each.last_played for each in lines if each.last_played), default=None)
    who = _who(member, affiliated)
    context = {
        **who,
        "tab": "overview",
        "lines": lines,
        "main": main,
        "places": places(current, member) if current else [],
        "latest": _latest(parts, found, today),
        "last_played": last_played,
        "is_active": bool(last_played and last_played >= (active_since(timezone.localdate()) or dt.date.min)),
        "intervals": affiliated,
        "former_numbers": for_page_of(member),
        "structured": structured_data.profile(request, member, who["club"], has_card=main is not None),
        "short": request.build_absolute_uri(reverse("player_short", args=[member.number])),
        **_chart(request, member, main, lines, parts),
    }
    return render(request, "ratings/records/overview.html", context)


@require_safe
@briefly_cached
def games(request: HttpRequest, number: str) -> HttpResponse:
    """Show the games of a member in a pool, with filters. Seven queries at most."""
    found = _tab(request, number, "player_games")
    if isinstance(found, HttpResponse):
        return found
    _member, pool, played, context = found
    chosen = GameFilter(request.GET, played)
    table = GameTable(chosen.games, pool) if pool else None
    if table:
        table.configure(request.GET, GAMES)
        rows = table.page.object_list.data
        table.people, table.names = _people(rows), _names(rows)
    context |= {"filter": chosen, "table": table, "score": record_of(chosen.games, pool).together if pool else None}
    return render(request, "ratings/records/games.html", context)


@require_safe
@briefly_cached
def tournaments(request: HttpRequest, number: str) -> HttpResponse:
    """Show the tournaments of a member in a pool with score, performance and change, and the others. Six queries."""
    found = _tab(request, number, "player_tournaments")
    if isinstance(found, HttpResponse):
        return found
    member, pool, played, context = found
    events = events_of(played)
    table = EventTable(events, pool, _("Tournaments")).configure(request.GET, EVENTS) if pool else None
    context |= {"table": table, "others": _others(member, [each.event.pk for each in events])}
    return render(request, "ratings/records/tournaments.html", context)


@require_safe
@briefly_cached
def opponents(request: HttpRequest, number: str) -> HttpResponse:
    """Show the opponents of a member, with score and expectation. Six queries."""
    found = _tab(request, number, "player_opponents")
    if isinstance(found, HttpResponse):
        return found
    member, pool, played, context = found
    table = None
    if pool:
        table = OpponentTable(opponents_of(played), member, pool).configure(request.GET, OPPONENTS)
        table.people = Member.objects.in_bulk([row.member for row in table.page.object_list.data])
    return render(request, "ratings/records/opponents.html", context | {"table": table})


@require_safe
@briefly_cached
def record(request: HttpRequest, number: str) -> HttpResponse:
    """Show what all games of a member in a pool say together. Eight queries at most."""
    found = _tab(request, number, "player_record")
    if isinstance(found, HttpResponse):
        return found
    member, pool, played, context = found
    if pool:
        made, history = record_of(played, pool), history_in(member, pool)
        context |= {
            "record": made,
            "people": _people(made.best_wins),
            "history": history,
            "milestones": milestones(history),
            "to_go": games_to_go(pool, history, sum(game.counts and not game.is_official for game in played)),
        }
    return render(request, "ratings/records/record.html", context)


@require_safe
@briefly_cached
def calculations(request: HttpRequest, number: str) -> HttpResponse:
    """Show the ratings of a member list by list, each with its calculation, in every pool. Five queries."""
    member = member_of(number)
    if elsewhere := moved(request, number, member, "player_calculations"):
        return elsewhere
    found, today = histories(member), of_today([member.pk]).get(member.pk, {})
    tables = [(each, today.get(each.pool.pk), *_tables(each, number)) for each in found]
    context = {**_who(member, _affiliations(member)), "tab": "calculations", "tables": tables}
    return render(request, "ratings/records/calculations.html", context)


def _tab(
    request: HttpRequest, number: str, route: str
) -> HttpResponse | tuple[Member, RatingPool | None, list[Game], dict[str, Any]]:
    """Return the member, the chosen pool, their games in it and the context of a tab. Five queries."""
    member = member_of(number)
    if elsewhere := moved(request, number, member, route):
        return elsewhere
    pools = list(_pools_of(member))
    slug = request.GET.get("pool", "")
    pool = next((each for each in pools if each.slug == slug), None if slug else next(iter(pools), None))
    if slug and pool is None:
        raise Http404
    tab = {"tab": route.removeprefix("player_"), "pools": pools, "pool": pool}
    context = {**_who(member, _affiliations(member)), **tab}
    return member, pool, games_of(member, pool) if pool else [], context


def _pools_of(member: Member) -> QuerySet[RatingPool]:
    """Return the public pools with a line of the member, in a published list or today."""
    listed = member.ratings.filter(list__pool=OuterRef("pk"), list__state=RatingList.State.PUBLISHED)
    return RatingPool.objects.filter(
        Exists(listed) | Exists(member.living_ratings.filter(list=OuterRef("pk"))), public=True
    )


def _affiliations(member: Member) -> list[Any]:
    return intervals(member.affiliations.on(timezone.localdate()).select_related("club"))[::-1]


def _who(member: Member, affiliated: Sequence[Any]) -> dict[str, Any]:
    """Return what every page of a member shows about them. Adults have no age category."""
    today = timezone.localdate()
    age = category(member.birth_date and member.birth_date.year, today)
    club = next((each.club for each in affiliated if each.club and (each.end is None or each.end >= today)), None)
    return {
        "section": "players",
        "member": member,
        "club": club,
        "category": age,
        "category_name": shown(age, today),
    }


def _pool_lines(found: Iterable[History], today: dict[int, LivingRating]) -> list[PoolLine]:
    """Return the pools of a member in their order; with the rules of a pool, a query, where its ratings have an RD."""
    of_pools = {each.pool.pk: each for each in found}
    pools = {each.pool.pk: each.pool for each in of_pools.values()} | {pk: each.list.pool for pk, each in today.items()}
    ordered = sorted(pools.values(), key=lambda pool: (pool.position, pool.slug))
    pairs = [(pool, of_pools.get(pool.pk)) for pool in ordered]
    return [PoolLine(pool, history, today.get(pool.pk), _trust(history)) for pool, history in pairs]


def _trust(history: History | None) -> Trust | None:
    if history is None or not history.pool.has_deviations:
        return None
    return trust(history.current, rules_on(history.current.list), timezone.localdate())


def _chart(
    request: HttpRequest, member: Member, main: PoolLine | None, lines: Sequence[PoolLine], parts: Sequence[Part]
) -> dict[str, Any]:
    """Return the chart: all pools on the scale of the main one, or the chosen one alone."""
    if main is None or main.history is None:
        return {}
    years = request.GET.get("years", "")
    if years and years not in map(str, PERIODS):
        raise Http404
    since = timezone.localdate() - dt.timedelta(days=366 * int(years)) if years else None
    alone = request.GET.get("pool") == main.pool.slug
    drawn = [each for each in lines if each is main or not (alone or main.pool.has_grades or each.pool.has_grades)]
    drawn.sort(key=lambda each: each is not main)
    points = points_of(main.history, parts, main.today, since)
    label = _("%(name)s: the rating after each tournament. Each point is a link; the calculations have all values.")
    return {
        "chart": svg(
            [line_of(each.history, each.pool, each.today, since) for each in drawn],
            [point for point in points if since is None or point.day >= since],
            label % {"name": member.public_name},
            _still(main),
        ),
        "drawn": drawn,
        "years": years,
        "periods": PERIODS,
        "alone": alone,
    }


def _main(lines: Sequence[PoolLine], slug: str) -> PoolLine | None:
    """Return the pool that the address asks for, by default the first one. Raise Http404 if the member is not in it."""
    if not slug:
        return lines[0] if lines else None
    for each in lines:
        if each.pool.slug == slug:
            return each
    raise Http404


def _still(main: PoolLine) -> tuple[str, str]:
    """Return what the chart says before a point is touched: the rating of today, else the published one."""
    if main.today and main.today.rating is not None:
        facts = {"rating": in_words(main.today.rating, main.pool), "pool": main.pool.name}
        return _("%(pool)s %(rating)s today") % facts, _("not official")
    current = main.history.current if main.history else None
    if current is None:
        return "", ""
    facts = {"rating": in_words(current.rating, main.pool), "pool": main.pool.name}
    day = _("list of %(day)s") % {"day": long_date(current.list.date)}
    return _("%(pool)s %(rating)s") % facts, day


def _latest(parts: Sequence[Part], found: Sequence[History], today: dict[int, LivingRating]) -> LatestTable | None:
    """Return the table of the latest tournaments, with the changes of each in all pools."""
    ratings = {rating.list_id: rating for each in found for rating in each.ratings}
    pools = {each.pool.pk: each.pool for each in found} | {pk: each.list.pool for pk, each in today.items()}
    of_events: dict[int, Latest] = {}
    for part in parts:
        latest = of_events.setdefault(part.pk, Latest(part.name, part.pk, part.address, part.day))
        latest.add(part, ratings.get(part.list_id) if part.list_id is not None else today.get(part.pool_id))
    return LatestTable(list(of_events.values())[:LATEST], pools) if of_events else None


def _tables(history: History, number: str) -> tuple[HistoryTable, HistoryTable | None]:
    """Return the table of the latest lists, and that of earlier lists, which is collapsed."""
    recent, before = history.ratings[:RECENT], history.ratings[RECENT:]
    facts = {"pool": history.pool.name}
    caption = (_("%(pool)s: the latest lists") if before else _("%(pool)s: all lists")) % facts
    table = HistoryTable(history, recent, number, caption)
    return table, HistoryTable(history, before, number, _("%(pool)s: earlier lists") % facts) if before else None


def _others(member: Member, ids: Sequence[int]) -> QuerySet[Tournament]:
    """Return the accepted tournaments of a member that the pool does not rate, the latest first."""
    records = Member.objects.filter(Q(pk=member.pk) | Q(merged_into=member)).values("pk")
    seats = Participant.objects.filter(member__in=records).values("tournament")
    return Tournament.objects.accepted().filter(pk__in=seats).exclude(pk__in=ids).order_by("-end", "-start", "name")


def _people(played: Iterable[Game]) -> dict[int, Member]:
    ids = {game.opponent for game in played if game.opponent}
    return Member.objects.in_bulk(ids) if ids else {}


def _names(played: Iterable[Game]) -> dict[int, str]:
    """Return the names of the opponents who are not members, by id of the game. One query, or none."""
    ids = {game.pairing: game for game in played if game.opponent is None}
    pairings = Pairing.objects.select_related("white", "black").in_bulk(ids) if ids else {}
    found = {}
    for pk, pairing in pairings.items():
        seat = pairing.black if ids[pk].is_white else pairing.white
        found[pk] = seat.file_name if seat and seat.member_id is None else ""
    return found
