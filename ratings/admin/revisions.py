"""The page that revises all lists after corrections: what is stale, the drafts, and one button for each step."""

from typing import Any

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.template.response import TemplateResponse
from django.urls import URLPattern, path
from django.utils.translation import gettext as _

from federation.models import Job
from ratings.errors import RatingError
from ratings.lists import diffs
from ratings.lists.revise_all import CALCULATE, KEY, queue_publication, queue_revisions
from ratings.lists.revision_plan import LONGEST_REASON, PoolPlan, plans
from ratings.models import RatingList

LONGEST_ID = 18  # digits
REASON = "reason-"  # and the short name of the pool: the names of the fields


class RevisionPages(admin.ModelAdmin):
    """The page of all revisions."""

    def get_urls(self) -> list[URLPattern]:
        """Add the page."""
        view = self.admin_site.admin_view(self.revisions_view)
        return [path("revisions/", view, name="ratings_ratinglist_revisions"), *super().get_urls()]

    def revisions_view(self, request: HttpRequest) -> HttpResponse:
        """Show what is to be revised or how far it is; a POST queues the calculation or the publication."""
        if not request.user.has_perm("ratings.change_ratinglist"):
            raise PermissionDenied
        if request.method == "POST":
            try:
                _queue(request)
            except RatingError as problem:
                messages.error(request, problem.sentence)
            return redirect("admin:ratings_ratinglist_revisions")
        job = Job.objects.filter(key=KEY).first()
        context = {**self.admin_site.each_context(request), "title": _("Revisions"), "opts": self.opts, "job": job}
        if job is None or job.is_over:
            context |= _planned(plans()) | _published(job)
        return TemplateResponse(request, "admin/ratings/ratinglist/revisions.html", context)


def _queue(request: HttpRequest) -> None:
    """Queue what the pressed button asks for. Raise `RatingError` if it cannot be done now."""
    if "publish" in request.POST:
        ids = request.POST.get("lists", "").split()
        queue_publication([int(pk) for pk in ids if pk.isdecimal() and len(pk) <= LONGEST_ID], request.user)
    else:
        fields = [name for name in request.POST if name.startswith(REASON)]
        queue_revisions({name.removeprefix(REASON): request.POST[name] for name in fields}, request.user)


def _planned(found: list[PoolPlan]) -> dict[str, Any]:
    """Return what the page shows of the plans: to be calculated, and drafts to be published with who moves in each."""
    ready = [plan for plan in found if plan.is_ready]
    moves = _moves() if ready else {}
    drafts = [(plan, [(draft, moves.get(draft.pk)) for draft in plan.drafts], _latest(plan)) for plan in ready]
    return {
        "to_calculate": [plan for plan in found if not plan.is_ready],
        "ready": drafts,
        "lists": " ".join(str(draft.pk) for plan in ready for draft in plan.drafts),
        "count": sum(len(plan.drafts) for plan in ready),
        "longest": LONGEST_REASON,
    }


def _latest(plan: PoolPlan) -> diffs.Diff | None:
    """Return what differs in the list that holds today."""
    return diffs.against_revised(plan.drafts[-1])


def _moves() -> dict[int, diffs.Counts]:
    """Return who moves in the drafts that were calculated last. One query."""
    job = Job.objects.filter(kind=CALCULATE, state=Job.State.DONE).first()
    moves = (job.result or {}).get("moves", {}) if job else {}
    return {int(pk): diffs.Counts(*counts) for pk, counts in moves.items() if counts}


def _published(job: Job | None) -> dict[str, Any]:
    """Return the lists that the last job has published. One query."""
    if job is None or job.kind == CALCULATE or job.state != Job.State.DONE:
        return {}
    lists = RatingList.objects.filter(pk__in=(job.result or {}).get("lists", []))
    return {"published": lists.select_related("pool").defer("manifest").order_by("pool__position", "date")}
