"""Pages of offices: one's own, those of a club or a unit with their history, and who may give them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Exists, OuterRef, Q
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from federation import access
from federation.i18n.dates import long_date
from federation.i18n.errors import UserError
from federation.models import Club, Office, Unit
from federation.staff_groups import GROUPS
from federation.structure import offices
from federation.structure.forms import AnnounceForm, AppointForm, LastDayForm
from federation.structure.rights import RIGHTS, Role, Verb
from federation.structure.roles import needed_of_clubs

PER_PAGE = 50
EARLIER_SHOWN = 100


@require_safe
@login_required
def index(request: HttpRequest) -> HttpResponse:
    """Show the user's own offices, and the units and clubs to whose offices they may appoint. Five queries."""
    today, words = timezone.localdate(), request.GET.get("q", "").strip()
    here = Office.objects.on(today).of_accounts().filter(club=OuterRef("pk"), role__in=needed_of_clubs(today))
    clubs = access.clubs_of(request.user, Verb.APPOINT).filter(active=True)
    if words:
        clubs = clubs.filter(Q(number=words) | Q(name__icontains=words) | Q(city__icontains=words))
    own = request.user.offices.filter(Q(end=None) | Q(end__gte=today)).select_related("club", "unit")
    context = {
        "own": own.order_by("start", "pk"),
        "units": access.units_of(request.user, Verb.APPOINT).order_by("code"),
        "page": Paginator(clubs.annotate(is_led=Exists(here)).order_by("key"), PER_PAGE).get_page(
            request.GET.get("page")
        ),
        "words": words,
        "sees_federation": access.may_everywhere(request.user, Verb.APPOINT),
        "today": today,
    }
    return render(request, "federation/structure/index.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def of_club(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the offices of a club; appoint to one."""
    return _of_place(request, get_object_or_404(access.clubs_of(request.user, Verb.APPOINT), pk=pk))


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def of_unit(request: HttpRequest, pk: int) -> HttpResponse:
    """Show the offices of a unit; appoint to one."""
    return _of_place(request, get_object_or_404(access.units_of(request.user, Verb.APPOINT), pk=pk))


@require_safe
@login_required
def of_federation(request: HttpRequest) -> HttpResponse:
    """Show who holds an office of the federation, and the table of rights, to those who give offices everywhere.

    Two queries.
    """
    if not access.may_everywhere(request.user, Verb.APPOINT):
        raise PermissionDenied
    people = User.objects.filter(Q(groups__name__in=GROUPS) | Q(is_superuser=True), is_active=True).distinct()
    found = list(people.order_by("last_name", "username").prefetch_related("groups"))
    context = {
        "administrators": [user for user in found if user.is_superuser],
        "groups": [(name, [user for user in found if name in _groups(user)]) for name in GROUPS],
        "roles": list(Role),
        "rights": [(verb, [RIGHTS.get((verb, role)) for role in Role]) for verb in Verb],
    }
    return render(request, "federation/structure/federation.html", context)


@require_POST
@login_required
def announce(request: HttpRequest, pk: int) -> HttpResponse:
    """Show an office in public, or show it no longer."""
    office = _office(request, pk)
    form = AnnounceForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        offices.announce(office, request.user, public=said["public"], contact=said["contact"])
        messages.success(request, _("Saved."))
    else:
        messages.error(request, _("Write an e-mail address such as name@example.org."))
    return _back(request, office)


@require_POST
@login_required
def end(request: HttpRequest, pk: int) -> HttpResponse:
    """End an office on the day of the form."""
    office = _office(request, pk)
    form = LastDayForm(request.POST)
    if form.is_valid():
        last = form.cleaned_data["last"]
        try:
            offices.end(office, request.user, last)
        except UserError as error:
            messages.error(request, error.sentence)
        else:
            facts = {"who": office.holder, "role": office.get_role_display(), "day": long_date(last)}
            messages.success(request, _("The office of %(who)s (%(role)s) ends on %(day)s.") % facts)
    else:
        messages.error(request, _("Choose the last day of the office."))
    return _back(request, office)


@require_POST
@login_required
def revoke(request: HttpRequest, pk: int) -> HttpResponse:
    """End an office at once, and the sessions of its account."""
    office = _office(request, pk)
    offices.revoke(office, request.user)
    facts = {"who": office.holder, "role": office.get_role_display()}
    messages.success(request, _("%(who)s no longer holds the office (%(role)s) and is logged out everywhere.") % facts)
    return _back(request, office)


def _of_place(request: HttpRequest, place: Club | Unit) -> HttpResponse:
    """Show the offices of a place: those that hold or will hold, and the earlier ones. Constant queries."""
    today = timezone.localdate()
    given = offices.roles_to_give(request.user, place)
    form = AppointForm(request.user, given, request.POST or None)
    if request.method == "POST" and form.is_valid():
        try:
            made = offices.appoint(request.user, place, **form.cleaned_data)
        except UserError as error:
            form.add_error(None, error.sentence)
        else:
            facts = {"who": made.holder, "role": made.get_role_display(), "day": long_date(made.end)}
            messages.success(request, _("%(who)s holds the office (%(role)s) until %(day)s.") % facts)
            return redirect(request.path)
    found = place.offices.select_related("account", "member").order_by("-start", "role", "pk")
    codes, revokes = {role.code for role in given}, access.may_everywhere(request.user, Verb.APPOINT)
    current = [
        (office, revokes or office.role in codes or office.account_id == request.user.pk)
        for office in found.filter(Q(end=None) | Q(end__gte=today))
    ]
    context = {
        "place": place,
        "is_club": isinstance(place, Club),
        "current": current,
        "earlier": found.filter(end__lt=today)[:EARLIER_SHOWN],
        "form": form,
        "gives": bool(given),
        "revokes": revokes,
        "today": today,
    }
    return render(request, "federation/structure/place.html", context)


def _groups(user: User) -> set[str]:
    return {group.name for group in user.groups.all()}


def _office(request: HttpRequest, pk: int) -> Office:
    """Return an office that the user holds, or of a club or a unit where they appoint. Raise `Http404`."""
    clubs, units = (reach(request.user, Verb.APPOINT).values("pk") for reach in (access.clubs_of, access.units_of))
    theirs = Q(account=request.user) | Q(club__in=clubs) | Q(unit__in=units)
    return get_object_or_404(Office.objects.select_related("account", "member", "club", "unit"), theirs, pk=pk)


def _back(request: HttpRequest, office: Office) -> HttpResponse:
    """Redirect to the offices of the club or the unit, or to the user's own."""
    place = office.place
    if place is None or not access.may(request.user, Verb.APPOINT, place):
        return redirect("offices")
    return redirect("club_offices" if isinstance(place, Club) else "unit_offices", place.pk)
