"""Rating lists in the admin: people look at them, and buttons publish, check and discard them."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from federation.audit.history_pages import HistoryAdmin
from federation.i18n.dates import long_date
from ratings.admin.revisions import RevisionPages
from ratings.errors import RatingError
from ratings.lists import diffs
from ratings.lists.publication import publish, withdraw
from ratings.lists.stale_lists import staleness
from ratings.models import RatingList
from ratings.review.coverage import coverage
from ratings.review.suspicious_results import suspicions
from ratings.starting_lists.create import played_before_start
from ratings.verification.verify import verify

Verb = Callable[[HttpRequest, RatingList], str]  # does it and returns the message
NOTHING_TO_SAVE = {"show_save": False, "show_save_and_continue": False}  # for pages that are only shown


@admin.register(RatingList)
class RatingListAdmin(RevisionPages, HistoryAdmin):
    """Lists, to look at. Each change has a page that first shows what it does."""

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
        """Refuse: lists are calculated or imported."""
        return False

    def has_delete_permission(self, request: HttpRequest, obj: RatingList | None = None) -> bool:
        """Refuse: a draft is discarded on its own page, and a published list stays."""
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: RatingList | None = None) -> list[str]:
        """Make every field read-only."""
        return [field.name for field in self.opts.fields]

    def get_queryset(self, request: HttpRequest) -> QuerySet[RatingList]:
        """Leave out the manifests, and select everything that a page names."""
        lists = super().get_queryset(request).select_related("pool", "previous__pool", "published_by")
        return lists.defer("manifest", "previous__manifest")

    def get_urls(self) -> list[URLPattern]:
        """Add the pages of the buttons."""
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
        """Show why the list is out of date, if it is; for a draft, also what it changes."""
        rating_list = self.get_object(request, object_id)
        context: dict[str, Any] = {"may_run": request.user.has_perm("ratings.change_ratinglist"), **NOTHING_TO_SAVE}
        # If the draft was just discarded, the admin says so. A list without rules has no second look.
        with suppress(RatingList.DoesNotExist, RatingError):
            if rating_list is not None and rating_list.state != RatingList.State.REVISED:
                context["stale"] = staleness(rating_list)
            if rating_list is not None and rating_list.state == RatingList.State.DRAFT:
                context |= {"diffs": _diffs(rating_list), "earlier": played_before_start(rating_list)}
                context |= {"second_look": suspicions(rating_list), "coverage": coverage(rating_list)}
        return super().change_view(request, object_id, form_url, context | (extra_context or {}))

    @admin.display(description=lazy("origin"), ordering="imported")
    def origin(self, rating_list: RatingList) -> str:
        """Return where the ratings of the list come from."""
        return _("starting list") if rating_list.imported else _("calculated from games")

    def view_on_site(self, obj: RatingList) -> str | None:
        """Return the address of the public page, once there is one."""
        is_shown = obj.state == RatingList.State.PUBLISHED and obj.pool.public
        return reverse("list", args=[obj.pool.slug, obj.month_slug]) if is_shown else None

    def publish_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show what the publication changes, then publish."""
        return self._confirmed(request, pk, "publish", _("Publish"), _publish)

    def withdraw_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Show what is lost with the draft, then discard it."""
        return self._confirmed(request, pk, "withdraw", _("Discard the draft"), _withdraw)

    def verify_view(self, request: HttpRequest, pk: int) -> HttpResponse:
        """Recompute the list from its games, and show what differs."""
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
        """Show a page that says what will happen; do it when its button is pressed."""
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
            "coverage": coverage(rating_list),
            "is_early": rating_list.date > timezone.localdate(),
        }
        return TemplateResponse(request, "admin/ratings/ratinglist/confirm.html", context)

    def _gone(self, request: HttpRequest) -> HttpResponse:
        sentence = _("This list no longer exists: its draft was discarded or recalculated.")
        self.message_user(request, sentence, messages.WARNING)
        return redirect("admin:ratings_ratinglist_changelist")

    def _context(self, request: HttpRequest, rating_list: RatingList, title: str) -> dict[str, Any]:
        context = self.admin_site.each_context(request)
        return {**context, "title": f"{title} · {rating_list}", "opts": self.opts, "original": rating_list}


def _get_list(pk: int) -> RatingList | None:
    return RatingList.objects.select_related("pool", "previous").filter(pk=pk).first()


def _diffs(rating_list: RatingList) -> list[diffs.Diff]:
    """Return what differs from the state of this list that would be replaced, and from the previous list."""
    found = [diffs.against_revised(rating_list), diffs.against_previous(rating_list)]
    return [diff for diff in found if diff]


def _publish(request: HttpRequest, rating_list: RatingList) -> str:
    publish(rating_list, request.user)
    return _("The list of %(date)s is published; its pages are being written.") % _dated(rating_list)


def _withdraw(request: HttpRequest, rating_list: RatingList) -> str:
    withdraw(rating_list)
    return _("The draft of %(date)s was discarded.") % _dated(rating_list)


def _dated(rating_list: RatingList) -> dict[str, str]:
    return {"date": long_date(rating_list.date)}
