"""The whole audit in the admin."""

from django.contrib import admin
from django.utils.text import Truncator
from django.utils.translation import gettext_lazy

from federation.audit import history
from federation.audit.history_pages import SHOWN
from federation.database.paginator import LongPaginator
from federation.models import AuditEntry
from federation.web.read_only_rows import NotEdited


@admin.register(AuditEntry)
class AuditEntryAdmin(NotEdited):
    """The whole audit, the newest entry first: also of deleted records, and of everything that one act changed."""

    list_display = ("n", "at", "account", "via", "act", "of", "before_after")
    list_display_links = None
    list_filter = ("act", "via", "kind")
    list_select_related = ("values",)
    list_per_page = SHOWN
    paginator = LongPaginator
    show_full_result_count = False
    search_fields = ("=object", "=account")
    search_help_text = gettext_lazy("The number of a record, or a login")
    ordering = ("-n",)

    @admin.display(description=gettext_lazy("record"))
    def of(self, entry: AuditEntry) -> str:
        return history.steps([entry])[0].of

    @admin.display(description=gettext_lazy("before and after"))
    def before_after(self, entry: AuditEntry) -> str:
        said = "; ".join(
            f"{value.label}: {' → '.join(each for each in (value.before, value.after) if each)}"
            for value in history.steps([entry])[0].values
        )
        return Truncator(said).chars(120)
