"""How to check a list."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from ratings.find_lists import latest_lists


@require_safe
def verify(request: HttpRequest) -> HttpResponse:
    """Show how anyone can check a list, and checksum and verification of the latest ones. One query."""
    lists = list(latest_lists().select_related("last_check"))
    context = {"lists": lists, "in_browser": [each for each in lists if each.has_bundle]}
    return render(request, "ratings/verify.html", context)
