"""The admin pages that give a pool its starting ratings: from a file, or from a compared go list."""

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils import timezone
from django.utils.translation import gettext as _

from federation.i18n.dates import long_date
from ratings.admin.forms import LevelsForm, StartForm
from ratings.errors import RatingError
from ratings.models import RatingPool
from ratings.pools.creation import next_date
from ratings.starting_lists.create import import_ratings
from ratings.starting_lists.go_levels import comparisons, levels, take
from ratings.systems.ffg.levels import grade_of_level

LEVELS_SHOWN = 200  # levels of a go list in the preview


class StartingPages(admin.ModelAdmin):
    """A mixin for the admin of pools: the pages of the starting ratings."""

    def get_urls(self) -> list[URLPattern]:
        """Add these pages."""
        view = self.admin_site.admin_view
        return [
            path("<int:pk>/start/", view(self.start_view), name="ratings_ratingpool_start"),
            path("<int:pk>/levels/", view(self.levels_view), name="ratings_ratingpool_levels"),
            *super().get_urls(),
        ]

    def start_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Import the ratings of a file as the list of a day."""
        pool = get_object_or_404(RatingPool, pk=pk)
        if not request.user.has_perm("ratings.change_ratinglist"):
            raise PermissionDenied
        form = StartForm(request.POST or None, request.FILES or None)
        if request.method == "POST" and form.is_valid():
            try:
                made = import_ratings(pool, form.cleaned_data["date"], form.cleaned_data["file"].read())
            except RatingError as problem:
                form.add_error(None, problem.sentence)
            else:
                facts = {"file": form.cleaned_data["file"].name, "day": long_date(made.date)}
                self.log_change(request, pool, _("Ratings of %(file)s as the list of %(day)s.") % facts)
                facts["count"] = made.player_count
                messages.success(request, _("The list of %(day)s is published. Members: %(count)s.") % facts)
                return redirect("admin:ratings_ratinglist_change", made.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Import starting ratings for %(pool)s from a file") % {"pool": pool},
            "opts": self.opts,
            "pool": pool,
            "form": form,
        }
        return TemplateResponse(request, "admin/ratings/ratingpool/start.html", context)

    def levels_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show the levels of a compared go list, and make them the start of a pool if that is confirmed."""
        pool = get_object_or_404(RatingPool, pk=pk)
        if not pool.has_grades:
            raise Http404
        if not request.user.has_perm("ratings.change_ratinglist"):
            raise PermissionDenied
        form = LevelsForm(request.POST or None, initial={"date": next_date(pool, timezone.localdate())})
        rows = []
        if request.method == "POST" and form.is_valid():
            comparison, date = form.cleaned_data["comparison"], form.cleaned_data["date"]
            rows = levels(comparison)
            if "confirmed" in request.POST:
                try:
                    made = take(pool, comparison, date)
                except RatingError as problem:
                    form.add_error(None, problem.sentence)
                else:
                    facts = {"count": made.player_count, "list": comparison, "day": long_date(date)}
                    self.log_change(request, pool, _("Levels of %(list)s as the list of %(day)s.") % facts)
                    messages.success(request, _("Levels imported as the list of %(day)s: %(count)s.") % facts)
                    return redirect("admin:ratings_ratinglist_change", made.pk)
        context = {
            **self.admin_site.each_context(request),
            "title": _("Import starting levels for %(pool)s from a list") % {"pool": pool},
            "opts": self.opts,
            "pool": pool,
            "form": form,
            "lists": comparisons().exists(),
            "count": len(rows),
            "rows": [(row, grade_of_level(row.rating)) for row in rows[:LEVELS_SHOWN]],
            "hidden": max(len(rows) - LEVELS_SHOWN, 0),
        }
        return TemplateResponse(request, "admin/ratings/ratingpool/levels.html", context)
