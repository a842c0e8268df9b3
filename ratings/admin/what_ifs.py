"""What-ifs in the admin."""

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html_join
from django.utils.safestring import SafeString
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from ratings.models import WhatIf
from ratings.pools.rules_text import profile_name, wished


@admin.register(WhatIf)
class WhatIfAdmin(admin.ModelAdmin):
    """What-ifs, to publish or delete. They are requested on the page of a pool's back-test."""

    list_display = ("title", "pool", "since", "profile_name", "public", "created_at", "computed_at")
    list_filter = ("pool", "public")
    list_select_related = ("pool",)
    fields = ("title", "public", ("pool", "since"), "profile_name", "rules", ("created_by", "created_at"))
    readonly_fields = ("pool", "since", "profile_name", "rules", "created_by", "created_at")

    def has_add_permission(self, request: HttpRequest) -> bool:
        """Refuse: only the page of the back-test knows the parameters of the system."""
        return False

    def get_queryset(self, request: HttpRequest) -> QuerySet[WhatIf]:
        return super().get_queryset(request).defer("result")

    @admin.display(description=lazy("profile"))
    def profile_name(self, asked: WhatIf) -> str:
        return profile_name(asked)

    @admin.display(description=lazy("changed parameters"))
    def rules(self, asked: WhatIf) -> SafeString:
        """Return the changed rules, one line each."""
        lines = (
            (_("%(what)s:") % {"what": line.parameter.name}, line.parameter.shown(line.copy)) for line in wished(asked)
        )
        return format_html_join("", "<div>{} {}</div>", lines)

    def view_on_site(self, obj: WhatIf) -> str:
        return reverse("what_if", args=[obj.pk])
