"""Hostile values in the addresses, queries and forms of the site: refused, or taken as text, never a fault."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

import pytest
from django.http import HttpResponse
from django.template.backends.django import Template

from tests import forms as pages
from tests.attacks import addresses
from tests.attacks.site import Site
from tests.attacks.visitors import Reading, SentForm, Visitor

pytestmark = pytest.mark.django_db

HOSTILE = [
    *("\x00", "-1", "0", "9" * 25, str(2**31), str(2**63), "٣", "²", "1e400", "nan", "None", "[]", ":::", "1;2:3"),
    *("x" * 5000, "'\"><script>", "%s%(x)d{0}", "=1+1", "../../etc/passwd", "9999-12-31", "0000-00-00", "10001\x00"),
]
IN_PATHS = ["0", "-", "9" * 19, "9" * 25, "%00", "x" * 300, "..%2F..", "%ED%A0%80", "%C2%B2", "%D9%A3"]
ALL = os.environ.get("HOSTILE") == "all"
AT_ONCE = len(HOSTILE) if ALL else 1  # values that each address gets, in turn
QUERY = re.compile(r"""(?:href|action)=["']?[^"'\s>]*\?([^"'\s>#]+)""")
GET_FORM = re.compile(rb"""<form(?![^>]*method=["']?post)""")


def some(names: list[str], place: int) -> list[str]:
    """Return the fields of a form that are tried alone: one of them in turn, or all."""
    return names if ALL else names[place % len(names) :][:1] if names else []


@pytest.fixture
def admin(whole_site: Site) -> Visitor:
    return Visitor("admin", whole_site)


def in_turn(values: list[str], place: int) -> list[str]:
    """Return the values for an address, so that all of them are sent to some."""
    return [values[(place * AT_ONCE + each) % len(values)] for each in range(min(AT_ONCE, len(values)))]


def test_hostile_queries(
    whole_site: Site, admin: Visitor, read_by: dict[str, Reading], monkeypatch: pytest.MonkeyPatch
) -> None:
    shown = read_by["admin"]
    known = {address.partition("?")[0]: asked(shown[address].answer) for address in addresses.of(whole_site).values()}
    monkeypatch.setattr(Template, "render", lambda *_, **__: "")
    faults = []
    for place, (address, names) in enumerate(known.items()):
        for value in in_turn(HOSTILE, place):
            together = dict.fromkeys(names, value)
            for query in [together, *({name: value} for name in some(names, place))]:
                faults += [(address, query)] if admin.ask("GET", address, query).status_code >= 500 else []
    assert faults == []


def asked(answer: HttpResponse) -> list[str]:
    """Return the names that the links and forms of a page ask with, and some that other pages have."""
    names = {"page", "sort", "q", "revision"}
    if answer.status_code == 200 and "html" in answer["Content-Type"] and not answer.streaming:
        queries = "&".join(QUERY.findall(answer.content.decode())).replace("&amp;", "&")
        names |= {part.partition("=")[0] for part in queries.split("&")}
        if GET_FORM.search(answer.content):
            names |= {name for form in pages.forms(answer) if form.method == "get" for name in form.fields}
    return sorted(names - {""})


def test_hostile_addresses(whole_site: Site, admin: Visitor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Template, "render", lambda *_, **__: "")
    hostile = [each for place, route in enumerate(addresses.routes()) for each in with_hostile_holes(route, place)]
    assert len(hostile) > 100
    assert [address for address in hostile if admin.ask("GET", address).status_code >= 500] == []


def with_hostile_holes(route: str, place: int) -> Iterator[str]:
    for hole in addresses.HOLE.finditer(route):
        for value in in_turn(IN_PATHS, place):
            yield "/" + addresses.HOLE.sub("1", route[: hole.start()] + value + route[hole.end() :])


def test_hostile_forms(admin: Visitor, known_forms: list[SentForm], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Template, "render", lambda *_, **__: "")
    faults = []
    for place, (_route, address, form) in enumerate(known_forms):
        names = [name for name, value in form.items() if not str(value).startswith(addresses.FILE)]
        for turn, name in enumerate(some(names, place)):
            for value in in_turn(HOSTILE, place + turn):
                answer = admin.ask("POST", address, addresses.sent(form | {name: value}))
                faults += [(address, name, value[:20])] if answer.status_code >= 500 else []
    assert faults == []
