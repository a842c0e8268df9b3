"""A line-up is secret until it is revealed: no address tells another visitor who was named."""

from __future__ import annotations

import pytest
from django.core import mail

from leagues.models import LineUp, ListEntry, Match
from tests.attacks import addresses
from tests.attacks.site import Site
from tests.attacks.visitors import Visitor

pytestmark = pytest.mark.django_db


def told(visitor: Visitor, site: Site, entry: ListEntry) -> dict[str, int]:
    """Return how often each address names the player, in its page and its headers."""
    words = (entry.member.last_name.encode(), str(entry.member.number).encode())
    found = {}
    for route, address in addresses.of(site).items():
        answer = visitor.ask("GET", address)
        body = b"" if answer.streaming else answer.content
        found[route] = sum((body + str(answer.headers).encode()).count(word) for word in words)
    return found


@pytest.mark.parametrize("role", ["nobody", "neighbour", "admin"])
def test_no_address_tells_another_visitor_whom_a_secret_line_up_names(whole_site: Site, role: str) -> None:
    visitor, line_up = Visitor(role, whole_site), LineUp.objects.get()
    canary = ListEntry.objects.select_related("member").get(pk=line_up.seats[0])
    line_up.seats = [None, None]
    line_up.save()
    before = told(visitor, whole_site, canary)
    line_up.seats = [canary.pk, None]
    line_up.save()
    after = told(visitor, whole_site, canary)
    assert {route: (count, after[route]) for route, count in before.items() if after[route] > count} == {}
    assert not Match.objects.get(pk=line_up.match_id).boards.exists()
    assert mail.outbox == []


def test_the_side_itself_sees_its_line_up(whole_site: Site) -> None:
    visitor, line_up = Visitor("secretary", whole_site), LineUp.objects.get()
    named = ListEntry.objects.select_related("member").get(pk=line_up.seats[0])
    page = visitor.ask("GET", f"/captain/{line_up.match_id}/home/line-up/").content
    assert b"<strong>" + named.member.name.encode() in page
