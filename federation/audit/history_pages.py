"""The page "History" of a record in the admin: every change of it, also in bulk, by command and by other programs."""

import json
from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from federation.audit import history
from federation.files.spreadsheets import write_csv

SHOWN = 50  # entries a page
COLUMNS = ["n", "at", "by", "as", "via", "act", "of", "field", "before", "after", "batch", "hash"]


class HistoryAdmin(admin.ModelAdmin):
    """An admin of audited rows, whose history is what the audit says of them."""

    object_history_template = "admin/federation/history.html"

    def kept_from(self, request: HttpRequest) -> tuple[str, ...]:
        """Return the fields of the record whose values the user may not see."""
        return ()

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: dict[str, Any] | None = None
    ) -> HttpResponse:
        """Show the audit above Django's log; with ``?file=csv`` or ``json``, return all of it as a file."""
        page = super().history_view(request, object_id, extra_context)
        if not isinstance(page, TemplateResponse):  # there is no such row
            return page
        record = page.context_data["object"]
        without = self.kept_from(request)
        entries = history.of_record(record).exclude(field__in=without)
        if without and "file" in request.GET:
            raise PermissionDenied
        if kind := request.GET.get("file", ""):
            return _file(kind, entries, f"history-{self.opts.model_name}-{record.pk}")
        fields = history.fields(entries)
        chosen = request.GET.get("field", "")
        if chosen and chosen not in dict(fields):
            raise Http404
        shown = Paginator(history.only(entries, chosen) if chosen else entries, SHOWN).get_page(request.GET.get("page"))
        page.context_data |= {
            "fields": fields,
            "chosen": chosen,
            "shown": shown,
            "steps": history.steps(shown, without),
            "waiting": history.waiting(record),
            "may_see_all": request.user.has_perm("federation.view_auditentry"),
        }
        return page


def _file(kind: str, entries: Any, name: str) -> HttpResponse:
    if kind not in {"csv", "json"}:
        raise Http404
    rows = list(history.rows(entries))
    if kind == "csv":
        content, mime = write_csv(COLUMNS, [list(row.values()) for row in rows]), "text/csv; charset=utf-8"
    else:
        content, mime = json.dumps(rows, ensure_ascii=False, indent=1).encode(), "application/json"
    return HttpResponse(content, mime, headers={"Content-Disposition": f'attachment; filename="{name}.{kind}"'})
