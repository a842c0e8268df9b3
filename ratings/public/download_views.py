"""The page that explains every file of a list."""

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import get_language
from django.views.decorators.http import require_safe

from federation import access
from ratings.exports import Download, DownloadGroup, downloads_of
from ratings.find_lists import find_list
from ratings.models import BUNDLE_PATH, RenderedFile
from ratings.public import pages


@dataclass(frozen=True)
class Shown:
    """A file on the page."""

    path: str
    download: Download
    file: RenderedFile | None  # None: not written yet

    @property
    def is_there(self) -> bool:
        """Return whether the file can be had, stored or written on request."""
        return self.file is not None or self.download.is_on_demand


@require_safe
def downloads(request: HttpRequest, slug: str, month: str) -> HttpResponse:
    """Show every file of a list in its group: what it is, who reads it, how large it is, its digest.

    Two queries, with a session those of the login and of its rights.
    """
    rating_list = find_list(slug, month, request.GET.get("revision", ""))
    files = {file.path: file for file in RenderedFile.objects.filter(list=rating_list, language="")}
    shown = [
        each
        for each in (Shown(path, download, files.get(path)) for path, download in downloads_of(rating_list).items())
        if each.download.language in {"", get_language()} and (each.is_there or not rating_list.rendered_at)
    ]
    context = {
        "section": "lists",
        "list": rating_list,
        "title": pages.list_title(rating_list),
        "groups": [(group.value, [each for each in shown if each.download.group is group]) for group in DownloadGroup],
        "bundle": files.get(BUNDLE_PATH),
        "sees_births": request.user.is_authenticated and access.may_see_birth_dates(request.user),
        "query": f"?revision={rating_list.revision}" if request.GET.get("revision") else "",
        "site": request.build_absolute_uri("/").rstrip("/"),
    }
    return render(request, "ratings/downloads.html", context)
