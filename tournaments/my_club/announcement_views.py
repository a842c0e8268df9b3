"""Announcing tournaments: the form for clubs, units and the federation itself; the public list of those to come."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy
from django.views.decorators.http import require_safe

from federation.access import clubs_of, may_everywhere, units_of
from federation.i18n.dates import DayInput, long_date
from federation.members.search_filters import unit_choices
from federation.models import Club, Unit
from federation.structure import kinds
from federation.structure.federation_unit import code, federation_unit
from federation.structure.memberships import in_unit
from federation.structure.rights import Verb
from tournaments.deadlines import announcements
from tournaments.intake.forms import offer_organisers, organiser_of
from tournaments.models import Announcement
from tournaments.review.forms import check_order_of_days

PER_PAGE = 50


class AnnouncementForm(forms.ModelForm):
    """A tournament to come of one of these clubs or units; ``for_federation``: or of the federation itself."""

    by_federation = forms.BooleanField(label=lazy("The federation itself organises it"), required=False)

    class Meta:
        model = Announcement
        fields = ("club", "unit", "name", "city", "start", "end", "norms")
        widgets = {"start": DayInput(), "end": DayInput()}
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
        cleaned = super().clean() or self.cleaned_data
        check_order_of_days(self, cleaned)
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
        made = announcements.announce(form.instance, request.user)
        limit = announcements.deadline(made.start, norms=made.norms)
        messages.success(request, _("“%(name)s” was announced.") % {"name": made.name})
        if limit and timezone.localdate() > limit.due:
            sentence = _("The last day for announcing it was %(day)s.")
            messages.warning(request, sentence % {"day": long_date(limit.due)})
        return redirect("announced")
    today = timezone.localdate()
    rules = [announcements.deadline(today, norms=norms) for norms in (False, True)]
    context = {"form": form, "rules": list({rule.slug: rule for rule in rules if rule}.values())}
    return render(request, "tournaments/my_club/announce.html", context)


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
