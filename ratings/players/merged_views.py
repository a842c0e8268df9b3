"""Addresses of records that were merged into others stay: they lead to the same page of the record that goes on."""

from django.http import HttpRequest, HttpResponsePermanentRedirect
from django.urls import reverse

from federation.models import Member
from federation.web.htmx import without_empty


def moved(request: HttpRequest, member: Member, route: str, *names: str) -> HttpResponsePermanentRedirect:
    """To the page of whom the member was merged into, with all that was asked for."""
    address = reverse(route, args=[member.merged_into.matricule, *names])
    return HttpResponsePermanentRedirect(f"{address}{without_empty(request.GET)}")
