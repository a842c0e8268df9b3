"""Background work in the admin: read-only, with a button that runs failed jobs again."""

from typing import Any
from uuid import UUID

from django.contrib import admin, messages
from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import URLPattern, path, reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from django.views.decorators.http import require_POST

from federation.admin.filters import UnresolvedFailures
from federation.background import jobs
from federation.database.paginator import LongPaginator
from federation.models import Job
from federation.web.admin_filters import NamedValues
from federation.web.read_only_rows import NotEdited


class KindFilter(NamedValues):
    @staticmethod
    def name_of(kind: str) -> str:
        return Job(kind=kind).label


@admin.register(Job)
class JobAdmin(NotEdited):
    """Jobs, the newest first. They are not edited."""

    list_display = ("kind_name", "state", "news", "created_at", "finished_at", "created_by")
    list_per_page = 50
    paginator = LongPaginator
    list_filter = (UnresolvedFailures, "state", ("kind", KindFilter))
    list_select_related = ("created_by",)
    search_fields = ("key", "error")
    fields = (
        ("kind_name", "key", "state", "percent", "step_name"),
        ("created_by", "created_at", "sent_at", "started_at", "finished_at"),
        ("attempts", "owner", "lease_until"),
        "failure",
        "arguments",
        "result",
    )
    readonly_fields = ("kind_name", "percent", "step_name", "failure", "created_at")
    actions = ("run_again",)
    show_full_result_count = False
    change_form_template = "admin/federation/job/change_form.html"

    @admin.display(description=gettext_lazy("kind"), ordering="kind")
    def kind_name(self, job: Job) -> str:
        return job.label

    @admin.display(description=gettext_lazy("error"))
    def failure(self, job: Job) -> str:
        return job.failure

    @admin.display(description=gettext_lazy("details"))
    def news(self, job: Job) -> str:
        """Return why the job failed, or its progress; "" if it is done."""
        if job.state == Job.State.FAILED:
            return job.failure
        return " · ".join(filter(None, [self.percent(job), self.step_name(job)])) if not job.is_over else ""

    @admin.display(description=gettext_lazy("progress"))
    def percent(self, job: Job) -> str:
        return f"{job.progress} %"

    @admin.display(description=gettext_lazy("step"))
    def step_name(self, job: Job) -> str:
        """Return the current step, or the one at which it failed."""
        return _(job.step) if job.step else ""

    @admin.action(description=gettext_lazy("Retry failed jobs"), permissions=["run"])
    def run_again(self, request: HttpRequest, queryset: QuerySet[Job]) -> None:
        """Submit each failed job once more, with the same kind, key and arguments.

        Not those of another user, who may have rights that this one lacks.
        """
        failed = [job for job in queryset if jobs.may_run_again(job) and _is_theirs(job, request)]
        for job in failed:
            jobs.submit(job.kind, job.key, job.arguments, by=request.user)
        text = ngettext("%(count)s job was queued again.", "%(count)s jobs were queued again.", len(failed))
        messages.success(request, text % {"count": len(failed)})
        if len(failed) < queryset.count():
            messages.warning(request, _("Only failed jobs can be retried, and none that another user started."))

    # -- The page of one ----------------------------------------------------------------------------------------------

    def get_urls(self) -> list[URLPattern]:
        again = path("<uuid:pk>/again/", self.admin_site.admin_view(self.again), name="federation_job_again")
        return [again, *super().get_urls()]

    def render_change_form(self, request: HttpRequest, context: dict[str, Any], **kwargs: Any) -> HttpResponse:
        """Show the button if the job may run again."""
        job = context["original"]
        may_run = self.has_run_permission(request) and _is_theirs(job, request)
        context["may_run_again"] = may_run and jobs.may_run_again(job)
        return super().render_change_form(request, context, **kwargs)

    @method_decorator(require_POST)
    def again(self, request: HttpRequest, pk: UUID) -> HttpResponse:
        """Do what the action does, for one job."""
        if not self.has_run_permission(request):
            raise PermissionDenied
        queryset = Job.objects.filter(pk=pk)
        if not all(_is_theirs(job, request) for job in queryset):
            raise PermissionDenied
        self.run_again(request, queryset)
        return HttpResponseRedirect(reverse("admin:federation_job_changelist"))

    def has_run_permission(self, request: HttpRequest) -> bool:
        """Return whether the user may change jobs. Then they may run them again, although nobody edits them."""
        return request.user.has_perm("federation.change_job")

    def has_delete_permission(self, request: HttpRequest, obj: Job | None = None) -> bool:
        """Return whether it is a failed job that needs no action. `sweeper.sweep` deletes those that are
        done.
        """
        return self.has_run_permission(request) and (obj is None or obj.state == Job.State.FAILED)


def _is_theirs(job: Job, request: HttpRequest) -> bool:
    """Return whether the user or the site itself started the job, or the user may do everything."""
    return job.created_by_id in {None, request.user.pk} or request.user.is_superuser
