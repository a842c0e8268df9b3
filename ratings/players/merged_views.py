"""Addresses stay: those of merged records and other spellings of a number lead to the page of the right record."""

from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.urls import reverse

from federation.models import Member
from federation.web.htmx import without_empty


def moved(
    request: HttpRequest, number: str, member: Member, route: str, *names: str
) -> HttpResponsePermanentRedirect | None:
    """Return a redirect to the page of the member whose record goes on, with all that was asked for.

    None if ``number``, as the address has it, is theirs already.
    """
    record = member.merged_into or member
    if record.number == number:
        return None
    address = reverse(route, args=[record.number, *names])
    return HttpResponsePermanentRedirect(f"{address}{without_empty(request.GET)}")
