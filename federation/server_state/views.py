"""The page of the admin about the server."""

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.server_state import diagnosis


@require_safe
def server_state(request: HttpRequest) -> HttpResponse:
    """Show what `doctor` finds, to administrators."""
    if not request.user.is_superuser:
        raise PermissionDenied
    findings = [*diagnosis.examine_surroundings(), *diagnosis.examine()]
    context = {**admin.site.each_context(request), "title": _("State of the server"), "findings": findings}
    return TemplateResponse(request, "admin/server_state.html", context)
