"""Announcing tournaments, changing and withdrawing that; the public list of those to come."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_POST, require_safe

from federation.access import clubs_of, may_everywhere, units_of
from federation.i18n.dates import DayInput, long_date
from federation.members.search_filters import unit_choices
from federation.models import Club, Unit
from federation.structure import kinds
from federation.structure.federation_unit import code, federation_unit
from federation.structure.memberships import in_unit
from federation.structure.rights import Verb
from federation.web.concurrent_edits import SharedForm
from tournaments import access
from tournaments.deadlines import announcements, fide
from tournaments.errors import Refused
from tournaments.intake.forms import offer_organisers, organiser_of
from tournaments.models import Announcement
from tournaments.review.forms import check_order_of_days

PER_PAGE = 50


def _field(field: models.Field, **options: Any) -> forms.Field:
    """Return the form field of a model field: addresses of web sites begin with https unless they say otherwise."""
    if isinstance(field, models.URLField):
        options["assume_scheme"] = "https"
    return field.formfield(**options)


class ChangeForm(SharedForm):
    """What an announcement says, apart from its organiser."""

    class Meta:
        model = Announcement
        fields = ("name", "city", "start", "end", "discipline", "pace", "website", "norms", "fide_rated")
        widgets = {"start": DayInput(), "end": DayInput()}
        formfield_callback = _field

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not fide.is_offered() or self.instance.fide_registered_on:  # then the office alone changes it
            del self.fields["fide_rated"]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        check_order_of_days(self, cleaned)
        return cleaned


class AnnouncementForm(ChangeForm):
    """A tournament to come of one of these clubs or units; ``for_federation``: or of the federation itself."""

    by_federation = forms.BooleanField(label=lazy("The federation itself organises it"), required=False)

    class Meta(ChangeForm.Meta):
        fields = ("club", "unit", *ChangeForm.Meta.fields)
        labels = {"unit": lazy("Organiser that is not a club")}

    field_order = ("club", "unit", "by_federation")

    def __init__(
        self, clubs: QuerySet[Club], units: QuerySet[Unit], *args: Any, for_federation: bool, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        offer_organisers(self, clubs, units)
        if not for_federation or units.filter(code=code()).exists():  # then it is among the units
            del self.fields["by_federation"]
        for name in {"club", "unit"} & set(self.fields) if "by_federation" in self.fields else ():
            self.fields[name].required = False

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if not cleaned.get("by_federation"):
            organiser_of(self, cleaned)
        elif not self.errors:
            cleaned |= {"club": None, "unit": federation_unit()}
        return cleaned


@login_required
def announce(request: HttpRequest) -> HttpResponse:
    """Announce a tournament of one of the user's clubs and units, or of the federation if they act for it."""
    clubs, units = clubs_of(request.user), units_of(request.user)
    for_federation = may_everywhere(request.user, Verb.SEND_RESULTS)
    if not (for_federation or clubs.exists() or units.exists()):
        raise PermissionDenied
    form = AnnouncementForm(clubs, units, request.POST or None, for_federation=for_federation)
    if request.method == "POST" and form.is_valid():
        try:
            made = announcements.announce(form.instance, request.user)
        except Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, _("“%(name)s” was announced.") % {"name": made.name})
            _warn_if_late(request, made)
            return redirect("announced")
    return render(request, "tournaments/my_club/announce.html", {"form": form, "rules": _rules()})


@login_required
@transaction.atomic
def change_announcement(request: HttpRequest, pk: int) -> HttpResponse:
    """Change what the user's club or unit announced. Raise Http404 if another one did, or it cannot be changed."""
    mine = access.announced_by(request.user).select_for_update(of=("self",)).select_related("club", "unit")
    found = get_object_or_404(mine, pk=pk)
    form = ChangeForm(request.POST or None, instance=found)
    if request.method == "POST" and form.is_valid():
        try:
            made = announcements.change(form.instance)
        except Refused as refused:
            form.add_error(None, refused.sentence)
        else:
            messages.success(request, _("“%(name)s” was changed.") % {"name": made.name})
            _warn_if_late(request, made)
            return redirect("announced")
    stored = mine.get(pk=pk)
    progress = fide.progress(stored) if fide.is_offered() else None
    context = {"form": form, "announcement": stored, "rules": _rules(), "fide": progress}
    return render(request, "tournaments/my_club/change_announcement.html", context)


@require_POST
@login_required
def withdraw_announcement(request: HttpRequest, pk: int) -> HttpResponse:
    """Withdraw what the user's club or unit announced, with a public reason."""
    found = get_object_or_404(access.announced_by(request.user), pk=pk)
    try:
        announcements.withdraw(found, request.user, request.POST.get("reason", ""))
    except Refused as refused:
        messages.error(request, refused.sentence)
        return redirect("change_announcement", found.pk)
    messages.success(request, _("“%(name)s” was withdrawn.") % {"name": found.name})
    return redirect("announced")


def _rules() -> list[announcements.Deadline]:
    """Return the deadlines of today for announcing tournaments, each once."""
    today = timezone.localdate()
    rules = [announcements.deadline(today, norms=norms) for norms in (False, True)]
    return list({rule.slug: rule for rule in rules if rule}.values())


def _warn_if_late(request: HttpRequest, announcement: Announcement) -> None:
    limit = announcements.deadline(announcement.start, norms=announcement.norms)
    if limit and timezone.localdate(announcement.known_since) > limit.due:
        sentence = _("The last day for announcing it was %(day)s.")
        messages.warning(request, sentence % {"day": long_date(limit.due)})


@require_safe
def announced(request: HttpRequest) -> HttpResponse:
    """Show the announced tournaments that are not over, the next ones first; ``?league=``: of its clubs, and of
    the unit itself and those below.

    Three queries. Raise Http404 if no active club is in a unit of that code.
    """
    today, league = timezone.localdate(), request.GET.get("league", "")
    leagues = unit_choices(today)
    coming = Announcement.objects.filter(end__gte=today).select_related("club", "unit")
    if league:
        if league not in dict(leagues):
            raise Http404
        chosen = Unit.objects.filter(code=league).values("pk")
        clubs, units = in_unit(chosen, today).values("club"), Unit.objects.within(chosen).values("pk")
        coming = coming.filter(Q(club__in=clubs) | Q(unit__in=units))
    context = {
        "section": "tournaments",
        "page": Paginator(coming, PER_PAGE).get_page(request.GET.get("page")),
        "leagues": leagues,
        "leagues_title": kinds.title(),
        "league": league,
    }
    return render(request, "tournaments/announced.html", context)
