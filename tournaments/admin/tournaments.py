"""Tournaments in the admin: the findings and buttons of the club's page, decisions, corrections."""

import json
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from operator import attrgetter
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.forms import ModelForm
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from federation.audit.history_pages import HistoryAdmin
from federation.database.paginator import LongPaginator
from federation.hooks import functions
from federation.i18n.errors import UserError
from federation.web import dry_run
from federation.web.admin_filters import FoldedRelated
from federation.web.error_messages import show_errors
from tournaments import access
from tournaments.admin.filters import FormatFilter, StageFilter
from tournaments.claims import decide
from tournaments.corrections.correct import WITHOUT_EFFECT
from tournaments.corrections.forms import CorrectionForm
from tournaments.corrections.text import correction_lines
from tournaments.labels import format_name, kind_name
from tournaments.models import Claim, Correction, CorrectionEvidence, Stage, Tournament
from tournaments.review import decisions, edits
from tournaments.review.forms import DaysForm
from tournaments.review.overview import overview
from tournaments.review.problems import findings, review_data

LONGEST_ID = 18  # digits


@admin.register(Tournament)
class TournamentAdmin(HistoryAdmin):
    """Tournaments are checked, fixed, decided and corrected here."""

    form = DaysForm
    EDITABLE = edits.SETTINGS
    SHOWN = ("stage_name", "format_name", "rounds", "time_control", "kind_name", "upload", "created_at")
    DECIDED = ("submitted_at", "submitted_by", "decided_at", "decided_by", "rejection", "duplicate_allowed")

    list_display = ("name", "stage_name", "end", "organiser_name", "players", "pace", "format_name", "created_at")
    list_filter = (StageFilter, "pace", "discipline", ("format", FormatFilter), ("club", FoldedRelated))
    list_select_related = ("club", "unit")
    paginator = LongPaginator
    show_full_result_count = False
    search_fields = ("name", "city", "club__name", "unit__name")
    date_hierarchy = "end"
    ordering = ("-created_at", "-pk")
    fieldsets = ((None, {"fields": EDITABLE}), (lazy("Status"), {"fields": (*SHOWN, *DECIDED)}))
    actions = ("submit_selected", "accept_selected", "reject_selected")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Tournament]:
        """Add the number of players and everything that a page names."""
        people = ("club", "unit", "upload", "submitted_by", "decided_by")
        return super().get_queryset(request).select_related(*people).with_players()

    @admin.display(description=lazy("players"), ordering="players")
    def players(self, tournament: Tournament) -> int:
        return tournament.players

    @admin.display(description=lazy("organiser"), ordering=Coalesce("club__name", "unit__name"))
    def organiser_name(self, tournament: Tournament) -> str:
        return str(tournament.organiser or "–")

    @admin.display(description=lazy("format"), ordering="format")
    def format_name(self, tournament: Tournament) -> str:
        return format_name(tournament.format)

    @admin.display(description=lazy("stage"), ordering="stage")
    def stage_name(self, tournament: Tournament) -> str:
        """Return the stage; a tournament that is being played here says so instead."""
        return _("being played") if tournament.is_running else tournament.get_stage_display()

    @admin.display(description=lazy("kind"))
    def kind_name(self, tournament: Tournament) -> str:
        return kind_name(tournament.kind)

    def has_change_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        """Refuse accepted tournaments: they are changed only by corrections."""
        is_fixed = obj is not None and obj.stage == Stage.ACCEPTED
        return not is_fixed and super().has_change_permission(request, obj)

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: tournaments come from files or are entered on the club's pages."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Tournament | None = None) -> bool:
        """Allow one tournament at a time, and never one that was accepted."""
        return obj is not None and obj.stage != Stage.ACCEPTED and super().has_delete_permission(request, obj)

    def get_readonly_fields(self, request: HttpRequest, obj: Tournament | None = None) -> tuple[str, ...]:
        return (*self.SHOWN, *self.DECIDED)

    def save_model(self, request: HttpRequest, obj: Tournament, form: ModelForm, change: bool) -> None:
        edits.change_settings(obj, {name: form.cleaned_data[name] for name in form.changed_data})

    def get_deleted_objects(self, objs: Any, request: HttpRequest) -> tuple[list[str], dict[str, int], set, list]:
        """Count the rows that go along: named one by one they would fill pages."""
        deleted, counts, lacking, protected = super().get_deleted_objects(objs, request)
        return deleted[:1], counts, lacking, protected

    def delete_model(self, request: HttpRequest, obj: Tournament) -> None:
        edits.delete(obj)

    def view_on_site(self, obj: Tournament) -> str | None:
        """Return the address of the public page, once there is one."""
        return obj.page() if obj.is_public else None

    def get_urls(self) -> list[URLPattern]:
        """Add the form of corrections to the admin's pages."""
        view = self.admin_site.admin_view(self.correct_view)
        return [path("<int:pk>/correct/", view, name="tournaments_tournament_correct"), *super().get_urls()]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show findings with their buttons above the form; redirect if the tournament updated another one."""
        tournament = self.get_object(request, object_id)
        is_number = object_id.isdecimal() and len(object_id) <= LONGEST_ID
        renewed = access.successor(request.user, int(object_id)) if tournament is None and is_number else None
        if renewed is not None:
            return redirect("admin:tournaments_tournament_change", renewed)
        if tournament is not None and request.method == "GET" and self.has_view_permission(request, tournament):
            extra_context = {**(extra_context or {}), **_state(request, tournament)}
        with_form = partial(super().change_view, request, object_id, form_url, extra_context)
        return self._unless_refused(with_form, request, object_id)

    def delete_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        return self._unless_refused(partial(super().delete_view, request, object_id, extra_context), request, object_id)

    def _unless_refused(self, page: Callable[[], HttpResponse], request: HttpRequest, object_id: str) -> HttpResponse:
        """Return the answer of ``page``; if a colleague decided or deleted meanwhile, go to the page that says so."""
        with show_errors(request), suppress(Tournament.DoesNotExist):  # its own page says so
            return page()
        return redirect("admin:tournaments_tournament_change", object_id)

    def correct_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        tournament = get_object_or_404(Tournament, pk=pk)
        if not access.may_decide(request.user):
            raise PermissionDenied
        form = CorrectionForm(tournament, request.POST or None, request.FILES or None)
        foreseen = ""
        if form.is_search:
            form.forget_errors()
        elif request.method == "POST" and form.is_valid():
            correct = partial(form.save, request.user)
            try:
                if not form.is_preview:
                    return _after_correction(request, tournament, _with_claim(request, tournament, correct))
                foreseen = dry_run.impact_of(correct, request.user)
            except UserError as refused:
                form.add_error(None, refused.sentence)
        context = {**self.admin_site.each_context(request), "opts": self.opts, "title": _("Correct"), "form": form}
        context |= {"original": tournament, "corrections": correction_lines(tournament), "foreseen": foreseen}
        context["evidence"] = CorrectionEvidence.objects.filter(decision__tournament=tournament)
        return TemplateResponse(request, "admin/tournaments/tournament/correct.html", context)

    @admin.action(description=lazy("Submit"), permissions=["change"])
    def submit_selected(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> HttpResponse | None:
        """Submit the chosen tournaments that nothing blocks, after a confirmation."""
        return self._decide(request, queryset, "submit_selected")

    @admin.action(description=lazy("Accept"), permissions=["change"])
    def accept_selected(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> HttpResponse | None:
        """Accept the chosen tournaments that nothing blocks, after a confirmation."""
        return self._decide(request, queryset, "accept_selected")

    @admin.action(description=lazy("Reject"), permissions=["change"])
    def reject_selected(self, request: HttpRequest, queryset: QuerySet[Tournament]) -> HttpResponse | None:
        """Reject the chosen tournaments, all for one reason."""
        return self._decide(request, queryset, "reject_selected")

    def _decide(self, request: HttpRequest, queryset: QuerySet[Tournament], action: str) -> HttpResponse | None:
        """Ask for a confirmation; then decide and say what came of it."""
        if "confirmed" in request.POST:
            with show_errors(request):
                _carry_out(request, [tournament.pk for tournament in queryset], action)
            return None
        chosen = list(queryset)
        looked_at = review_data([each for each in chosen if each.stage in decisions.OPEN])
        blocks = attrgetter("blocks_club" if action == "submit_selected" else "blocks")
        blocking = {data.tournament.pk: sum(map(blocks, findings(data))) for data in looked_at}
        seen = dict.fromkeys((each.pk for each in chosen), "") | {data.tournament.pk: data.digest for data in looked_at}
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": self.get_action(action)[2],
            "action": action,
            "lines": [(each, blocking.get(each.pk, 0)) for each in chosen],
            "seen": json.dumps(seen),  # in one field, because the number of fields is limited
        }
        return TemplateResponse(request, "admin/tournaments/tournament/decide.html", context)


Correct = Callable[[], list[Correction]]


@transaction.atomic
def _with_claim(
    request: HttpRequest, tournament: Tournament, correct: Callable[[], list[Correction]]
) -> list[Correction]:
    """Make a correction; if the address names a claim about the tournament (``?claim=``), it decides the claim."""
    made, number = correct(), request.GET.get("claim", "")
    if number.isdecimal() and len(number) <= LONGEST_ID:
        for claim in Claim.objects.filter(pk=int(number), tournament=tournament):
            decide.close_with(claim, made[0], request.user)
    return made


def _after_correction(request: HttpRequest, tournament: Tournament, made: list[Correction]) -> HttpResponse:
    """Lead on to the page that revises the lists, if the correction may have changed one and the user may do that."""
    changes_ratings = not {correction.field for correction in made} <= WITHOUT_EFFECT
    pages = [page(request.user) for page in functions("REVISIONS_PAGE")] if changes_ratings else []
    messages.success(request, _("Corrected.") if changes_ratings else _("Corrected. No rating is affected."))
    return redirect(*[page for page in pages if page] or ("admin:tournaments_tournament_change", tournament.pk))


def _state(request: HttpRequest, tournament: Tournament) -> dict[str, object]:
    """Return the context of the club's templates; in the admin only those who decide may fix things."""
    found = overview(tournament, request.user)
    return {**found, "may_fix": found["may_decide"] and found["may_fix"], "back": request.path}


def _seen(text: str) -> dict[int, str]:
    """Return the digests that the page showed, by id; nothing if the form sends something else."""
    with suppress(ValueError, AttributeError):
        return {int(pk): str(digest) for pk, digest in json.loads(text).items()}
    return {}


def _carry_out(request: HttpRequest, ids: list[int], action: str) -> None:
    seen = _seen(request.POST.get("seen", ""))
    if action == "reject_selected":
        decision = decisions.reject_many(ids, request.user, request.POST.get("reason", ""), seen)
        done = _("Rejected: %(count)s.")
    elif action == "accept_selected":
        decision, done = decisions.accept_many(ids, request.user, seen), _("Accepted: %(count)s.")
    else:
        decision, done = decisions.submit_many(ids, request.user), _("Submitted: %(count)s.")
    messages.success(request, done % {"count": len(decision.changed)})
    for left, sentence in (
        (decision.blocked, _("Still to fix: %(count)s (%(names)s).")),
        (
            decision.skipped,
            _("Skipped because they are past this step or were changed meanwhile: %(count)s (%(names)s)."),
        ),
    ):
        if left:
            names = ", ".join(tournament.name for tournament in left[:5])
            messages.warning(request, sentence % {"count": len(left), "names": names})
