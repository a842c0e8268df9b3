"""Evidence of people as an answer: to be saved, never shown in the site's own name."""

from django.db.models.fields.files import FieldFile
from django.http import FileResponse


def paper_response(file: FieldFile, name: str) -> FileResponse:
    """Return the answer that gives the file, under this name, to be saved and kept by no cache."""
    answer = FileResponse(file.open("rb"), as_attachment=True, filename=name, content_type="application/octet-stream")
    answer["X-Content-Type-Options"] = "nosniff"
    answer["Cache-Control"] = "private, no-store"
    return answer
