"""Uploads in the admin."""

from django.contrib import admin, messages
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from federation.audit.history_pages import HistoryAdmin
from federation.database.paginator import LongPaginator
from federation.web.read_only_rows import ReadOnly
from tournaments import errors
from tournaments.admin.filters import FormatFilter
from tournaments.intake import receive
from tournaments.labels import format_name
from tournaments.models import Upload


@admin.register(Upload)
class UploadAdmin(ReadOnly, HistoryAdmin):
    """Files as they came, with what became of them."""

    list_display = ("name", "organiser_name", "state", "format_name", "uploaded_by", "uploaded_at")
    list_filter = ("state", ("format", FormatFilter), "uploaded_at")
    list_select_related = ("club", "unit", "uploaded_by")
    paginator = LongPaginator
    show_full_result_count = False
    search_fields = ("name", "receipt", "sha256", "sent_sha256", "club__name", "unit__name")
    date_hierarchy = "uploaded_at"
    fields = (
        ("name", "format_name", "size"),
        ("club", "unit", "uploaded_by", "uploaded_at"),
        ("first_round", "last_round"),
        ("state", "superseded", "dismissed", "failure"),
        "made",
        ("receipt", "job"),
        ("sha256", "sent_sha256"),
    )
    actions = ("read_again",)

    @admin.display(description=lazy("organiser"), ordering=Coalesce("club__name", "unit__name"))
    def organiser_name(self, upload: Upload) -> str:
        return str(upload.organiser or "–")

    @admin.display(description=lazy("format"), ordering="format")
    def format_name(self, upload: Upload) -> str:
        return format_name(upload.format)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Upload]:
        return super().get_queryset(request).select_related("club", "unit", "uploaded_by", "job")

    @admin.display(description=lazy("why it could not be read"))
    def failure(self, upload: Upload) -> str:
        return errors.failure(upload)

    @admin.display(description=lazy("tournaments"))
    def made(self, upload: Upload) -> str:
        found = upload.all_tournaments().order_by("position")
        addresses = ((reverse("admin:tournaments_tournament_change", args=[each.pk]), each) for each in found)
        return format_html_join("", '<div><a href="{}">{}</a></div>', addresses) or "–"

    @admin.action(description=lazy("Read again, discarding the imported data"), permissions=["change"])
    def read_again(self, request: HttpRequest, queryset: QuerySet[Upload]) -> None:
        """Have a worker read the files again; those whose tournaments were worked on stay as they are."""
        for upload in queryset:
            receive.read_later(upload, request.user, again=True)
        messages.success(request, _("The files will be read again in a moment."))
