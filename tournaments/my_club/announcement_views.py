"""Announcing tournaments: what a club announced, and the form; and the public list of tournaments to come."""

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.access import clubs_of
from federation.i18n.dates import DayInput, long_date
from federation.members.search_filters import unit_choices
from federation.models import Unit
from federation.structure import kinds
from federation.structure.memberships import in_unit
from tournaments.deadlines import announcements
from tournaments.intake.forms import offer_clubs
from tournaments.models import Announcement
from tournaments.review.forms import check_order_of_days

PER_PAGE = 50


class AnnouncementForm(forms.ModelForm):
    class Meta:
        model = Announcement
        fields = ("club", "name", "city", "start", "end", "norms")
        widgets = {"start": DayInput(), "end": DayInput()}

    def clean(self) -> dict[str, object]:
        cleaned = super().clean() or self.cleaned_data
        check_order_of_days(self, cleaned)
        return cleaned


@login_required
def announce(request: HttpRequest) -> HttpResponse:
    """Announce a tournament of one of the user's clubs."""
    clubs = clubs_of(request.user)
    if not clubs.exists():
        raise PermissionDenied
    form = AnnouncementForm(request.POST or None)
    offer_clubs(form, clubs)
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
    """Show the announced tournaments that are not over, the next ones first; ``?league=``: of its clubs.

    Three queries. Raise Http404 if no active club is in a unit of that code.
    """
    today, league = timezone.localdate(), request.GET.get("league", "")
    leagues = unit_choices(today)
    coming = Announcement.objects.filter(end__gte=today).select_related("club")
    if league:
        if league not in dict(leagues):
            raise Http404
        coming = coming.filter(club__in=in_unit(Unit.objects.filter(code=league).values("pk"), today).values("club"))
    context = {
        "section": "tournaments",
        "page": Paginator(coming, PER_PAGE).get_page(request.GET.get("page")),
        "leagues": leagues,
        "leagues_title": kinds.title(),
        "league": league,
    }
    return render(request, "tournaments/announced.html", context)
