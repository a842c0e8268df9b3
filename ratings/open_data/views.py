"""The archive for download."""

from django.core.files.storage import default_storage
from django.http import FileResponse, Http404, HttpRequest, HttpResponseBase
from django.views.decorators.http import require_safe

from ratings.open_data import nightly


@require_safe
def open_data(request: HttpRequest) -> HttpResponseBase:
    """Send the archive of the last night. One query. Raise Http404 as long as there is none."""
    found = nightly.latest()
    if found is None or not default_storage.exists(str(found["file"])):
        raise Http404
    answer = FileResponse(
        default_storage.open(str(found["file"])), as_attachment=True, filename=f"open-data-{found['day']}.zip"
    )
    answer["Access-Control-Allow-Origin"] = "*"
    answer["Cache-Control"] = "public, max-age=3600"
    return answer
