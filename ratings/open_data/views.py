"""The archive for download."""

from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from ratings.open_data import nightly


@require_safe
def open_data(request: HttpRequest, kept_as: str = "file", ending: str = "zip") -> HttpResponseBase:
    """Send an archive of the last night. One query. Raise Http404 as long as there is none."""
    found = nightly.latest() or {}
    if kept_as not in found or not default_storage.exists(str(found[kept_as])):
        raise Http404
    answer = FileResponse(
        default_storage.open(str(found[kept_as])), as_attachment=True, filename=f"open-data-{found['day']}.{ending}"
    )
    answer["Access-Control-Allow-Origin"] = "*"
    answer["Cache-Control"] = "public, max-age=3600"
    return answer
