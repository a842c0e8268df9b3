"""Whether a tournament is to be FIDE rated: the club says so, the office records the registration and the report.

A page shows what FIDE would refuse in the report, before it is sent.
"""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.i18n.dates import DayInput
from federation.i18n.errors import filled
from federation.profiles.reading import profile
from federation.web.concurrent_edits import SharedForm
from tournaments import access
from tournaments.deadlines import fide
from tournaments.formats.trf import fide_check
from tournaments.models import Announcement, Discipline, Pace, Tournament
from tournaments.public.trf_facts import ratings_of
from tournaments.standings import report as reports
from tournaments.standings.report import Audience

OF_OFFICE = ("fide_rated", "fide_registered_on", "fide_event", "fide_sent_on")
OF_CLUB = ("fide_rated",)
NAMED = ("club", "unit", "fide_registered_by", "fide_sent_by")


class FideForm(SharedForm):
    """What a club, or the office, says of FIDE."""

    class Meta:
        widgets = {"fide_registered_on": DayInput(), "fide_sent_on": DayInput()}

    def clean(self) -> dict[str, Any]:
        """Refuse days to come, and a number of FIDE without the day of the registration."""
        cleaned = super().clean()
        for name in {"fide_registered_on", "fide_sent_on"} & set(cleaned):
            if cleaned[name] and cleaned[name] > timezone.localdate():
                self.add_error(name, _("This day is still to come."))
        if cleaned.get("fide_event") and not cleaned.get("fide_registered_on"):
            self.add_error("fide_registered_on", _("Give the day on which FIDE registered the tournament."))
        return cleaned


@login_required
@transaction.atomic
def fide_of_announcement(request: HttpRequest, pk: int) -> HttpResponse:
    """Show and change what an announcement of the user's club or unit says of FIDE."""
    mine = access.announced_by(request.user).filter(withdrawn_at=None).select_for_update(of=("self",))
    return _page(request, get_object_or_404(mine.select_related(*NAMED), pk=pk), "change_announcement")


@login_required
@transaction.atomic
def fide_of_tournament(request: HttpRequest, pk: int) -> HttpResponse:
    """Show and change what a tournament of the user says of FIDE. If its announcement says it, lead there."""
    mine = access.tournaments_of(request.user).select_for_update(of=("self",)).select_related(*NAMED)
    tournament = get_object_or_404(mine, pk=pk)
    if isinstance(found := fide.record_now(tournament), Announcement):
        return redirect("fide_of_announcement", found.pk)
    return _page(request, tournament, "my_club_tournament")


def _page(request: HttpRequest, record: fide.Record, back: str) -> HttpResponse:
    """Show the form: to the office with all fields, to a club with its own one until FIDE has the registration."""
    if not fide.is_offered():
        raise Http404
    fields = OF_OFFICE if access.may_decide(request.user) else () if record.fide_registered_on else OF_CLUB
    form = forms.modelform_factory(type(record), FideForm, fields)(request.POST or None, instance=record)
    if request.method == "POST" and fields and form.is_valid():
        fide.record(form.instance, request.user)
        messages.success(request, _("Saved."))
        return redirect(back, record.pk)
    model = Announcement if isinstance(record, Announcement) else Tournament
    stored = model.objects.get(pk=record.pk) if form.is_bound else record  # an invalid form has changed the object
    context = {"form": form if fields else None, "back": back, "record": stored, "fide": fide.progress(stored)}
    return render(request, "tournaments/my_club/fide.html", context)


@require_safe
@login_required
def check_for_fide(request: HttpRequest, pk: int) -> HttpResponse:
    """Show what FIDE would refuse in the report of a tournament of the user, and what it may ask about."""
    tournament = get_object_or_404(access.tournaments_of(request.user), pk=pk)
    if tournament.discipline != Discipline.CHESS or not fide.is_offered():
        raise Http404
    participants, pairings = reports.load(tournament)
    rows = {each.number: each.pk for each in participants}
    arbiters = reports.arbiters_for(tournament, Audience.FEDERATION)
    report = reports.report_of(tournament, participants, pairings, Audience.FEDERATION, arbiters)
    ratings, _national = ratings_of(tournament, participants, ())
    country, today = profile().federation.country, timezone.localdate()
    found = [*fide_check.check(report, federation=country, today=today, ratings=ratings)]
    record = fide.record_now(tournament)
    if record.fide_sent_on:
        found = [each for each in found if each.code != "too_old"]
    if record.fide_rated and not record.fide_event:
        found.insert(0, fide_check.Finding("event_number", {}))
    lines = [(each.refused, _sentence(each), rows.get(each.player or 0)) for each in found]
    context = {
        "tournament": tournament,
        "groups": [
            (_("FIDE would refuse this"), [line for line in lines if line[0]]),
            (_("To be checked"), [line for line in lines if not line[0]]),
        ],
        "is_clean": not lines,
        "may_fix": access.may_fix(request.user, tournament),
    }
    return render(request, "tournaments/my_club/fide_check.html", context)


def _sentence(finding: fide_check.Finding) -> str:
    facts = dict(finding.facts)
    if pace := facts.get("pace"):
        facts["pace"] = Pace(pace).label
    return filled(fide_check.SENTENCES[finding.code], facts)
