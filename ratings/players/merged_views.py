"""Addresses stay: those of merged records, former numbers and other spellings of a number lead to the right page."""

from django.http import Http404, HttpRequest, HttpResponsePermanentRedirect, HttpResponseRedirect
from django.urls import reverse

from federation.identity.member_numbers import key_of
from federation.members import former_numbers
from federation.models import Member
from federation.web.htmx import without_empty


def member_of(number: str) -> Member:
    """Return the member who has the number, else the last who had it. Raise Http404."""
    if member := former_numbers.find(key_of(number)):
        return member
    raise Http404


def moved(request: HttpRequest, number: str, member: Member, route: str, *names: str) -> HttpResponseRedirect | None:
    """Return a redirect to the page of the remaining record of the member, with the same query.

    None if ``number``, as the address has it, is theirs already. A former number may be given again, so that its
    redirect is not permanent.
    """
    record = member.merged_into or member
    if record.number == number:
        return None
    address = reverse(route, args=[record.number, *names])
    kind = HttpResponsePermanentRedirect if key_of(number) == member.key else HttpResponseRedirect
    return kind(f"{address}{without_empty(request.GET)}")
