"""Rating pools in the admin."""

import uuid
from contextlib import suppress
from functools import partial
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import Max, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from federation.audit.history_pages import HistoryAdmin
from federation.models import Job
from ratings.admin.forms import PoolForm, RunForm
from ratings.admin.starting_lists import StartingPages
from ratings.errors import RatingError
from ratings.lists.job_queue import queue_public_log, queue_rating, queue_rendering_after_switch
from ratings.lists.stale_lists import stale_lists
from ratings.living.job_queue import queue_living
from ratings.models import PoolRules, RatingList, RatingPool
from ratings.pools.creation import next_date
from ratings.pools.parameter_fields import PREFIX
from ratings.pools.rules_forms import ParameterRulesForm, PoolRulesForm, PoolRulesFormSet
from ratings.pools.rules_text import in_force
from ratings.public import page_index
from ratings.starting_lists.create import has_begun
from ratings.wording import NAMES, WORDING

HOW_TO_CHANGE = lazy("Fill in only what differs from the profile; a dash – empties a list.")


class PoolRulesInline(admin.StackedInline):
    """The rules of a pool by date. Users who may change them see a field for each parameter of the pool's system."""

    model = PoolRules
    form = PoolRulesForm
    formset = PoolRulesFormSet
    verbose_name, verbose_name_plural = lazy("set of rules"), PoolRules._meta.verbose_name_plural
    min_num = 1
    readonly_fields = ("profile_name",)

    def get_extra(self, request: HttpRequest, obj: RatingPool | None = None, **kwargs: Any) -> int:
        """Offer one empty row for later rules if the pool is saved."""
        return 1 if self._has_fields(request, obj) else 0

    def get_formset(self, request: HttpRequest, obj: RatingPool | None = None, **kwargs: Any) -> Any:
        """Leave it to the form to make the fields of the parameters."""
        if self._has_fields(request, obj):
            kwargs |= {"form": ParameterRulesForm, "fields": None}
        return super().get_formset(request, obj, **kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: RatingPool | None = None) -> Any:
        """Group the fields as the system does, folded."""
        if not self._has_fields(request, obj):
            shown = ["profile_name", "parameters"] if obj else ["profile"]
            return [(None, {"fields": ["valid_from", *shown]})]
        groups = [(title, [PREFIX + name for name in group]) for title, group in WORDING[obj.system].RULES.items()]
        folded = [*groups, (_("Other parameters"), ["parameters"])]
        return [
            (None, {"fields": ["valid_from", "profile"], "description": HOW_TO_CHANGE}),
            *((title, {"fields": fields, "classes": ["collapse"]}) for title, fields in folded),
        ]

    @admin.display(description=lazy("profile"))
    def profile_name(self, rules: PoolRules) -> str:
        return str(WORDING[rules.pool.system].PROFILES.get(rules.profile, rules.profile))

    def _has_fields(self, request: HttpRequest, obj: RatingPool | None) -> bool:
        return bool(obj and obj.system in WORDING and self.has_change_permission(request, obj))


@admin.register(RatingPool)
class RatingPoolAdmin(StartingPages, HistoryAdmin):
    """Pools, and the page that starts a run."""

    form = PoolForm
    list_display = ("name", "slug", "system_name", "discipline", "public", "position", "last_list")
    search_fields = ("name", "slug")
    inlines = (PoolRulesInline,)
    change_form_template = "admin/ratings/ratingpool/change_form.html"

    @admin.display(description=lazy("system"), ordering="system")
    def system_name(self, pool: RatingPool) -> str:
        return str(NAMES[pool.system])

    @admin.display(description=lazy("last list"))
    def last_list(self, pool: RatingPool) -> Any:
        """Return the day of the latest published list."""
        return pool.last_date

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatingPool]:
        """Annotate the day of the latest list for the table."""
        published = Q(lists__state=RatingList.State.PUBLISHED)
        return super().get_queryset(request).annotate(last_date=Max("lists__date", filter=published))

    def get_readonly_fields(self, request: HttpRequest, obj: RatingPool | None = None) -> tuple[str, ...]:
        """Protect what the digests of lists contain, once there is a list."""
        return ("slug", "system", "system_name", "discipline") if obj and obj.lists.exists() else ()

    def has_delete_permission(self, request: HttpRequest, obj: RatingPool | None = None) -> bool:
        """Refuse to delete a pool that has lists."""
        has_lists = obj is not None and obj.lists.exists()
        return not has_lists and super().has_delete_permission(request, obj)

    def get_prepopulated_fields(self, request: HttpRequest, obj: RatingPool | None = None) -> dict[str, Any]:
        """Make the short name of a new pool from its name."""
        return {} if obj else {"slug": ("name",)}

    def get_fields(self, request: HttpRequest, obj: RatingPool | None = None) -> list[Any]:
        """Show the system by its name if it cannot be changed."""
        fields = list(self.form._meta.fields)
        is_fixed = "system_name" in self.get_readonly_fields(request, obj)
        return ["system_name" if is_fixed and name == "system" else name for name in fields]

    def get_urls(self) -> list[URLPattern]:
        """Add the pages of runs."""
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/rate/", view(self.rate_view), name="ratings_ratingpool_rate"),
            path("runs/<uuid:job_id>/", view(self.run_view), name="ratings_run"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show today's rules in words below the form."""
        pool = self.get_object(request, object_id)
        context: dict[str, Any] = {"has_begun": pool is not None and has_begun(pool)}
        if pool is not None and request.method == "GET":
            with suppress(RatingError):  # without rules, or with invalid ones, which the form below can fix
                context["in_force"] = in_force(pool, timezone.localdate())
        return super().change_view(request, object_id, form_url, context | (extra_context or {}))

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        super().save_related(request, form, formsets, change)
        queue_public_log()  # for the rules
        queue_living()
        if change and "public" in form.changed_data:
            queue_rendering_after_switch(form.instance)
        if not form.instance.public:
            transaction.on_commit(partial(page_index.remove, form.instance.slug))

    def rate_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for the day, show which lists are stale, and queue the run."""
        pool = get_object_or_404(RatingPool, pk=pk)
        if not request.user.has_perm("ratings.change_ratinglist"):
            raise PermissionDenied
        initial = {"date": request.GET.get("date") or next_date(pool, timezone.localdate())}
        stale = stale_lists(pool, remember=True)
        form = RunForm(pool, stale, request.POST or None, initial=initial)
        if request.method == "POST" and form.is_valid():
            try:
                job = queue_rating(pool, by=request.user, **form.cleaned_data)
            except RatingError as problem:
                form.add_error("date", problem.sentence)
            else:
                return redirect("admin:ratings_run", job.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Calculate a list of %(pool)s") % {"pool": pool},
            "opts": self.opts,
            "pool": pool,
            "form": form,
            "stale": stale,
            "has_lists": pool.lists.exists(),
        }
        return TemplateResponse(request, "admin/ratings/ratingpool/rate.html", context)

    def run_view(self, request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
        """Show how far a run is; when it is over, its drafts."""
        if not request.user.has_perm("ratings.view_ratinglist"):
            raise PermissionDenied
        job = get_object_or_404(Job, pk=job_id)
        made = (job.result or {}).get("lists", [])
        context = {
            **self.admin_site.each_context(request),
            "title": _("Run"),
            "opts": self.opts,
            "job": job,
            "pool": RatingPool.objects.filter(slug=job.arguments.get("pool", "")).first(),
            "drafts": RatingList.objects.filter(pk__in=made).select_related("pool").order_by("date"),
        }
        return TemplateResponse(request, "admin/ratings/ratingpool/run.html", context)
