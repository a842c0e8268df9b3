"""Pools, lists and their runs in the admin. A list is looked at; buttons reckon, publish, check and take it back."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import Max, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from federation.i18n.dates import long_date
from federation.models import Job
from ratings.admin.forms import PoolForm, RunForm
from ratings.admin.starting_lists import StartingPages
from ratings.errors import RatingError
from ratings.lists import diffs
from ratings.lists.job_queue import queue_rating
from ratings.lists.publication import publish, withdraw
from ratings.lists.stale_lists import stale_lists, staleness
from ratings.lists.verification import verify
from ratings.models import PoolRules, RatingList, RatingPool, WhatIf
from ratings.pools.creation import next_date
from ratings.pools.parameter_fields import PREFIX
from ratings.pools.rules_forms import ParameterRulesForm, PoolRulesForm, PoolRulesFormSet
from ratings.pools.rules_text import in_force, profile_name, wished
from ratings.review.suspicious_results import suspicions
from ratings.starting_lists.create import has_begun, played_before_start
from ratings.wording import NAMES, WORDING

Verb = Callable[[HttpRequest, RatingList], str]  # does it and says so
HOW_TO_CHANGE = lazy("Fill in only what is not as in the profile; a dash – empties a list.")
NOTHING_TO_SAVE = {"show_save": False, "show_save_and_continue": False}  # for a page of figures that nobody edits


class PoolRulesInline(admin.StackedInline):
    """The rules of a pool by date; who may change those of a pool that has its system finds a field for each."""

    model = PoolRules
    form = PoolRulesForm
    formset = PoolRulesFormSet
    verbose_name, verbose_name_plural = lazy("set of rules"), PoolRules._meta.verbose_name_plural
    min_num = 1

    def get_extra(self, request: HttpRequest, obj: RatingPool | None = None, **kwargs: Any) -> int:
        """Of a saved pool, room for rules from a later day on."""
        return 1 if self._has_fields(request, obj) else 0

    def get_formset(self, request: HttpRequest, obj: RatingPool | None = None, **kwargs: Any) -> Any:
        """The form makes the fields of the parameters itself."""
        if self._has_fields(request, obj):
            kwargs |= {"form": ParameterRulesForm, "fields": None}
        return super().get_formset(request, obj, **kwargs)

    def get_fieldsets(self, request: HttpRequest, obj: RatingPool | None = None) -> Any:
        """By the groups of the system, folded."""
        if not self._has_fields(request, obj):
            return super().get_fieldsets(request, obj)
        groups = [(title, [PREFIX + name for name in group]) for title, group in WORDING[obj.system].RULES.items()]
        folded = [*groups, (_("Other parameters"), ["parameters"])]
        return [
            (None, {"fields": ["valid_from", "profile"], "description": HOW_TO_CHANGE}),
            *((title, {"fields": fields, "classes": ["collapse"]}) for title, fields in folded),
        ]

    def _has_fields(self, request: HttpRequest, obj: RatingPool | None) -> bool:
        return bool(obj and obj.system in WORDING and self.has_change_permission(request, obj))


@admin.register(RatingPool)
class RatingPoolAdmin(StartingPages):
    """Pools, and the start of a run."""

    form = PoolForm
    list_display = ("name", "slug", "system_name", "discipline", "public", "position", "last_list")
    search_fields = ("name", "slug")
    inlines = (PoolRulesInline,)
    change_form_template = "admin/ratings/ratingpool/change_form.html"

    @admin.display(description=lazy("system"), ordering="system")
    def system_name(self, pool: RatingPool) -> str:
        """What people call it."""
        return str(NAMES[pool.system])

    @admin.display(description=lazy("last list"))
    def last_list(self, pool: RatingPool) -> Any:
        """Day of the latest published list."""
        return pool.last_date

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatingPool]:
        """With the day of the last list, for the table."""
        published = Q(lists__state=RatingList.State.PUBLISHED)
        return super().get_queryset(request).annotate(last_date=Max("lists__date", filter=published))

    def get_readonly_fields(self, request: HttpRequest, obj: RatingPool | None = None) -> tuple[str, ...]:
        """What the digests of lists hold does not change once there is a list."""
        return ("slug", "system", "system_name", "discipline") if obj and obj.lists.exists() else ()

    def has_delete_permission(self, request: HttpRequest, obj: RatingPool | None = None) -> bool:
        """A pool stays with its lists."""
        has_lists = obj is not None and obj.lists.exists()
        return not has_lists and super().has_delete_permission(request, obj)

    def get_prepopulated_fields(self, request: HttpRequest, obj: RatingPool | None = None) -> dict[str, Any]:
        """The short name of a new pool follows its name."""
        return {} if obj else {"slug": ("name",)}

    def get_fields(self, request: HttpRequest, obj: RatingPool | None = None) -> list[Any]:
        """The system by its name where nobody may change it."""
        fields = list(self.form._meta.fields)
        is_fixed = "system_name" in self.get_readonly_fields(request, obj)
        return ["system_name" if is_fixed and name == "system" else name for name in fields]

    def get_urls(self) -> list[URLPattern]:
        """The admin's own, and those of runs."""
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/rate/", view(self.rate_view), name="ratings_ratingpool_rate"),
            path("runs/<uuid:job_id>/", view(self.run_view), name="ratings_run"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """With the rules that hold today in words, below those that the form takes."""
        pool = self.get_object(request, object_id)
        context: dict[str, Any] = {"has_begun": pool is not None and has_begun(pool)}
        if pool is not None and request.method == "GET":
            with suppress(RatingError):  # a pool without rules, or with some that make no sense: the form mends it
                context["in_force"] = in_force(pool, timezone.localdate())
        return super().change_view(request, object_id, form_url, context | (extra_context or {}))

    def rate_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Ask for the day, say what is stale, hand the run to the worker."""
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
            "title": _("Reckon a list of %(pool)s") % {"pool": pool},
            "opts": self.opts,
            "pool": pool,
            "form": form,
            "stale": stale,
            "has_lists": pool.lists.exists(),
        }
        return TemplateResponse(request, "admin/ratings/ratingpool/rate.html", context)

    def run_view(self, request: HttpRequest, job_id: uuid.UUID) -> HttpResponse:
        """How far a run is; when it is over, its drafts."""
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


@admin.register(RatingList)
class RatingListAdmin(admin.ModelAdmin):
    """Lists, to be looked at; what changes one has a page that shows first what it does."""

    list_display = ("pool", "date", "revision", "state", "origin", "player_count", "game_count", "published_at")
    list_filter = ("pool", "state", "imported")
    date_hierarchy = "date"
    fields = (
        ("pool", "date", "revision", "state", "imported"),
        ("previous", "reason"),
        ("player_count", "game_count", "digest"),
        ("computed_at", "published_at", "published_by", "rendered_at"),
    )
    change_form_template = "admin/ratings/ratinglist/change_form.html"

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Lists are reckoned or imported."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: RatingList | None = None) -> bool:
        """A draft is taken back on its own page; a published list stays."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: RatingList | None = None) -> list[str]:
        """Everything: a list is not edited."""
        return [field.name for field in self.opts.fields]

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatingList]:
        """Without the manifests, with all that a page names."""
        lists = super().get_queryset(request).select_related("pool", "previous__pool", "published_by")
        return lists.defer("manifest", "previous__manifest")

    def get_urls(self) -> list[URLPattern]:
        """The admin's own, and those of the buttons."""
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/publish/", view(self.publish_view), name="ratings_ratinglist_publish"),
            path("<int:pk>/withdraw/", view(self.withdraw_view), name="ratings_ratinglist_withdraw"),
            path("<int:pk>/verify/", view(self.verify_view), name="ratings_ratinglist_verify"),
            *super().get_urls(),
        ]

    def change_view(
        self, request: HttpRequest, object_id: str, form_url: str = "", extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """A list's page says why it is out of date where it is; that of a draft shows what it changes, too."""
        rating_list = self.get_object(request, object_id)
        context: dict[str, Any] = {"may_run": request.user.has_perm("ratings.change_ratinglist"), **NOTHING_TO_SAVE}
        # A draft that is taken back just now: the admin says that it is gone. One without rules has no second look.
        with suppress(RatingList.DoesNotExist, RatingError):
            if rating_list is not None and rating_list.state != RatingList.State.REVISED:
                context["stale"] = staleness(rating_list)
            if rating_list is not None and rating_list.state == RatingList.State.DRAFT:
                context |= {"diffs": _diffs(rating_list), "earlier": played_before_start(rating_list)}
                context["second_look"] = suspicions(rating_list)
        return super().change_view(request, object_id, form_url, context | (extra_context or {}))

    @admin.display(description=lazy("origin"), ordering="imported")
    def origin(self, rating_list: RatingList) -> str:
        """Where its ratings come from."""
        return _("starting point") if rating_list.imported else _("reckoned from games")

    def view_on_site(self, obj: RatingList) -> str | None:
        """Its public page, once it has one."""
        is_shown = obj.state == RatingList.State.PUBLISHED and obj.pool.public
        return reverse("list", args=[obj.pool.slug, obj.month_slug]) if is_shown else None

    def publish_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What the publication changes, then the publication."""
        return self._confirmed(request, pk, "publish", _("Publish"), _publish)

    def withdraw_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """What is lost with a draft, then its end."""
        return self._confirmed(request, pk, "withdraw", _("Take back"), _withdraw)

    def verify_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """The list recomputed from the games."""
        if not request.user.has_perm("ratings.view_ratinglist"):
            raise PermissionDenied
        rating_list = _get_list(pk)
        if rating_list is None:
            return self._gone(request)
        try:
            context = {**self._context(request, rating_list, _("Check")), "verification": verify(rating_list)}
        except RatingError as problem:
            self.message_user(request, problem.sentence, messages.ERROR)
            return redirect("admin:ratings_ratinglist_change", pk)
        return TemplateResponse(request, "admin/ratings/ratinglist/verify.html", context)

    def _confirmed(self, request: HttpRequest, pk: int, action: str, title: str, verb: Verb) -> HttpResponse:
        """A page that shows what will happen; its button does it."""
        if not request.user.has_perm("ratings.change_ratinglist"):
            raise PermissionDenied
        rating_list = _get_list(pk)
        if rating_list is None:
            return self._gone(request)
        if request.method == "POST":
            try:
                done, stays = verb(request, rating_list), action == "publish"
                self.log_change(request, rating_list if stays else rating_list.pool, done)
                self.message_user(request, done, messages.SUCCESS)
                names = ("admin:ratings_ratinglist_change", pk) if stays else ("admin:ratings_ratinglist_changelist",)
                return redirect(*names)
            except RatingError as problem:
                self.message_user(request, problem.sentence, messages.ERROR)
                return redirect("admin:ratings_ratinglist_change", pk)
        context = {
            **self._context(request, rating_list, title),
            "action": action,
            "diffs": _diffs(rating_list),
            "stale": staleness(rating_list),
            "earlier": played_before_start(rating_list),
            "is_early": rating_list.date > timezone.localdate(),
        }
        return TemplateResponse(request, "admin/ratings/ratinglist/confirm.html", context)

    def _gone(self, request: HttpRequest) -> HttpResponse:
        sentence = _("This list is not there any more: its draft was taken back or reckoned again.")
        self.message_user(request, sentence, messages.WARNING)
        return redirect("admin:ratings_ratinglist_changelist")

    def _context(self, request: HttpRequest, rating_list: RatingList, title: str) -> dict[str, Any]:
        context = self.admin_site.each_context(request)
        return {**context, "title": f"{title} · {rating_list}", "opts": self.opts, "original": rating_list}


@admin.register(WhatIf)
class WhatIfAdmin(admin.ModelAdmin):
    """What-ifs, to be shown to anyone or taken away; they are asked for on the page of a pool's back-test."""

    list_display = ("title", "pool", "since", "profile_name", "public", "created_at", "computed_at")
    list_filter = ("pool", "public")
    list_select_related = ("pool",)
    fields = ("title", "public", ("pool", "since"), "profile_name", "rules", ("created_by", "created_at"))
    readonly_fields = ("pool", "since", "profile_name", "rules", "created_by", "created_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """The page of the back-test knows the parameters of the system."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[WhatIf]:
        """Without what came out."""
        return super().get_queryset(request).defer("result")

    @admin.display(description=lazy("profile"))
    def profile_name(self, asked: WhatIf) -> str:
        """In words."""
        return profile_name(asked)

    @admin.display(description=lazy("parameters that differ"))
    def rules(self, asked: WhatIf) -> SafeString:
        """What was asked, a line each."""
        lines = ((line.parameter.name, line.parameter.rules, line.parameter.shown(line.copy)) for line in wished(asked))
        return format_html_join("", "<div>{} ({}): {}</div>", lines)

    def view_on_site(self, obj: WhatIf) -> str:
        """The page that compares."""
        return reverse("what_if", args=[obj.pk])


def _get_list(pk: int) -> RatingList | None:
    return RatingList.objects.select_related("pool", "previous").filter(pk=pk).first()


def _diffs(rating_list: RatingList) -> list[diffs.Diff]:
    """Against the state of this list that would be replaced, and against the list before."""
    found = [diffs.against_revised(rating_list), diffs.against_previous(rating_list)]
    return [diff for diff in found if diff]


def _publish(request: HttpRequest, rating_list: RatingList) -> str:
    publish(rating_list, request.user)
    return _("The list of %(date)s is published; its pages are being written.") % _dated(rating_list)


def _withdraw(request: HttpRequest, rating_list: RatingList) -> str:
    withdraw(rating_list)
    return _("The draft of %(date)s was taken back.") % _dated(rating_list)


def _dated(rating_list: RatingList) -> dict[str, str]:
    return {"date": long_date(rating_list.date)}
