"""The first page of "My club", which says what waits, the members of a club, and its own data."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.access import club_of, clubs_among, may_everywhere, may_send
from federation.desk import member_rows
from federation.desk.forms import MembersFilter
from federation.desk.tabs import desk, own_clubs
from federation.desk.waiting import waiting_for
from federation.files.spreadsheets import write_csv
from federation.identity.seasons import enrolment_year, season_name, season_year
from federation.models import Club, ClubAct, Office, UnitMembership
from federation.overdue.amounts_due import Owed, owed_by_clubs
from federation.privacy import looks
from federation.profiles.reading import profile
from federation.structure.rights import Verb

PER_PAGE = 60
ACTS_SHOWN = 10


def club_for(request: HttpRequest, pk: int, verb: Verb = Verb.SEE_MEMBERS) -> Club:
    """Return the club if the user may do it there, else answer 404."""
    club = club_of(request.user, verb, pk)
    if club is None:
        raise Http404
    return club


@require_safe
@login_required
def my_club(request: HttpRequest) -> HttpResponse:
    """Show what waits for the user in their clubs, the most urgent first."""
    clubs = own_clubs(request.user)
    season = enrolment_year(timezone.localdate())
    accounts = clubs_among(request.user, Verb.SEE_STATEMENTS, clubs)
    owed = owed_by_clubs([club.pk for club in accounts]) if accounts else {}
    balances = [(club, owed.get(club.pk, Owed(0, 0))) for club in accounts]
    waiting = waiting_for(request.user, clubs, balances)
    context = {
        "clubs": clubs,
        "waiting": waiting,
        "desk": desk(request.user, clubs[0] if len(clubs) == 1 else None, "to_do", len(waiting)),
        "may_send": bool(clubs_among(request.user, Verb.SEND_RESULTS, clubs)) or may_send(request.user),
        "acts_for_all": may_everywhere(request.user, Verb.SEND_RESULTS),
        "accounts": [(club, owed.cents) for club, owed in balances],
        "currency": profile().federation.currency,
        "season_name": season_name(season),
        "acts": ClubAct.objects.filter(club__in=clubs).select_related("club")[:5],
    }
    return render(request, "federation/desk/to_do.html", context)


@require_safe
@login_required
def members(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the members of the club in a season, by name, with filters."""
    club = club_for(request, pk)
    seasons = member_rows.seasons_of(club)
    season = _season(request, seasons)
    rows = member_rows.rows_of(club, season)
    asked = request.GET.dict() | {"season": season}
    form = MembersFilter(asked, seasons, _choices(rows))
    page = Paginator(member_rows.chosen(rows, request.GET.dict()), PER_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "desk": desk(request.user, club, "members"),
        "form": form,
        "page": page,
        "all": len(rows),
        "season": season,
        "season_name": season_name(season),
        "is_narrowed": any(request.GET.get(name) for name in ("q", "category", "kind", "fee_class", "lacks")),
        "currency": profile().federation.currency,
        "query": request.GET.urlencode(),
    }
    return render(request, "federation/desk/members.html", context)


def _season(request: HttpRequest, seasons: list[tuple[int, str]]) -> int:
    asked = request.GET.get("season", "")
    known = {year for year, _name in seasons}
    return (
        int(asked)
        if asked.isdecimal() and len(asked) < 5 and int(asked) in known
        else season_year(timezone.localdate())
    )


def _choices(rows: list[member_rows.Row]) -> dict[str, list[tuple[str, str]]]:
    """Return the choices of the filters."""
    return {
        "category": [(each, each) for each in sorted({row.category for row in rows} - {""})],
        "kind": sorted({(row.affiliation.kind, row.kind) for row in rows}),
        "fee_class": sorted({(row.fee_class, row.fee_class_name) for row in rows if row.fee_class}),
    }


@require_safe
@login_required
def members_csv(request: HttpRequest, pk: int) -> HttpResponse:
    """Return the list as a file: years of birth, whole dates (``?birth_dates=1``) to users who may see them."""
    club = club_for(request, pk)
    season = _season(request, member_rows.seasons_of(club))
    wants_dates = request.GET.get("birth_dates") == "1"
    if wants_dates:
        club = club_for(request, pk, Verb.SEE_BIRTH_DATES)
    rows = member_rows.chosen(member_rows.rows_of(club, season), request.GET.dict())
    if wants_dates:
        looks.note(request, count=len(rows), chosen=f"{club.number} {request.GET.urlencode()}")
    lines = (member_rows.cells(row, with_births=wants_dates) for row in rows)
    answer = HttpResponse(
        write_csv(member_rows.header(with_births=wants_dates), lines), content_type="text/csv; charset=utf-8"
    )
    answer["Content-Disposition"] = f'attachment; filename="{club.number}-{season}-members.csv"'
    return answer


@require_safe
@login_required
def club_data(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the club's own data: address, offices and recent actions."""
    club = club_for(request, pk)
    today = timezone.localdate()
    offices = Office.objects.on(today).filter(club=club).select_related("account", "member").order_by("role", "start")
    units = UnitMembership.objects.on(today).filter(club=club).select_related("unit")
    context = {
        "club": club,
        "desk": desk(request.user, club, "club"),
        "offices": offices,
        "units": [each.unit for each in units],
        "acts": ClubAct.objects.filter(club=club).select_related("by")[:ACTS_SHOWN],
        "title": _("Club data"),
        "may_send": bool(clubs_among(request.user, Verb.SEND_RESULTS, [club])),
    }
    return render(request, "federation/desk/club_data.html", context)
