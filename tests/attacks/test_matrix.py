"""Every address of the site, as its resolver has it, opened by every role and sent every form that it takes."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import connection, transaction
from django.http import HttpResponse
from django.template.backends.django import Template
from django.test import Client
from pytest_django import DjangoDbBlocker

from tests import forms as pages
from tests.attacks import addresses, expected, site
from tests.attacks.site import ROLES, Site

pytestmark = pytest.mark.django_db

READING, FORMS = expected.rows(expected.READING), expected.rows(expected.FORMS)
SEEN = {"nobody", "admin"}  # whose pages are rendered, and who stand for everybody where the table has one answer
CHANGES = ("INSERT", "UPDATE", "DELETE")
COUNTERS = ("django_session", "axes_")  # tables that everybody writes to: sessions, and failed logins


@pytest.fixture(scope="module")
def whole_site(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Site]:
    with django_db_blocker.unblock(), site.standing(tmp_path_factory.mktemp("site")) as made:
        yield made


@pytest.fixture(autouse=True)
def without_log() -> Iterator[None]:
    """Leave out thousands of lines about refused requests."""
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


class Visitor:
    """One role in a browser. What a request writes is undone."""

    def __init__(self, role: str, site: Site, **options: Any) -> None:
        self._client = Client(raise_request_exception=False, **options)
        if user := site.users[role]:
            self._client.force_login(user)
        self._cookies = self._client.cookies.output(header="", sep=";")
        self.written: list[str] = []  # by the last request

    def ask(self, method: str, address: str, fields: dict[str, Any] | None = None, **headers: str) -> HttpResponse:
        self._client.cookies.clear()
        self._client.cookies.load(self._cookies)
        self.written = []
        with transaction.atomic(), connection.execute_wrapper(self._watch):
            answer = getattr(self._client, method.lower())(address, fields, headers=headers)
            if answer.streaming:
                answer.getvalue()
            transaction.set_rollback(True)
        return answer

    def _watch(self, execute: Any, sql: str, *rest: Any) -> Any:
        if sql.startswith(CHANGES) and not any(table in sql for table in COUNTERS):
            self.written.append(sql)
        return execute(sql, *rest)


def kind(answer: HttpResponse) -> str:
    """Return in which way a visitor was answered."""
    is_led = answer.status_code in {301, 302, 303, 307, 308}
    is_asked = answer.status_code == 200 and answer.context and answer.context.get("logged_out")
    if is_asked or (is_led and "login/?next=" in answer["Location"]):
        return "login"
    return "to" if is_led else {200: "ok"}.get(answer.status_code, str(answer.status_code))


def sent_forms(site: Site, admin: Visitor) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield each address with each form for it, as somebody sends it who may; an empty one if it takes none."""
    listed = addresses.forms(site)
    for route, address in addresses.of(site).items():
        for form in listed.get(route, [addresses.usual_form(route)]):
            yield route, address, _as_shown(form, address, admin)


def _as_shown(form: dict[str, Any], address: str, admin: Visitor) -> dict[str, Any]:
    own = {name: value for name, value in form.items() if name != addresses.AS_SHOWN}
    if own == form:
        return form
    shown = max(pages.forms(admin.ask("GET", address)), key=lambda each: len(each.fields) * (each.method == "post"))
    return {name: field.sent for name, field in shown.fields.items() if field.sent} | own


@pytest.mark.parametrize("role", ROLES)
def test_every_address_answers_as_the_table_says(whole_site: Site, role: str, monkeypatch: pytest.MonkeyPatch) -> None:
    if role not in SEEN:
        monkeypatch.setattr(Template, "render", lambda *_, **__: "")
    visitor = Visitor(role, whole_site)
    wrong = {}
    for route, address in addresses.of(whole_site).items():
        wanted = expected.fitting(READING, route)
        if role in wanted and (answered := kind(visitor.ask("GET", address))) != wanted[role]:
            wrong[route] = f"{answered}, not {wanted[role]}"
    assert wrong == {}


def test_every_form_changes_something_for_who_may_and_nothing_for_others(
    whole_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    visitors = {role: Visitor(role, whole_site) for role in ROLES}
    wrong = {}
    for route, address, form in sent_forms(whole_site, visitors["admin"]):
        for role, wanted in expected.fitting(FORMS, route).items():
            visitor = visitors[role]
            with monkeypatch.context() as quick:
                if role != "nobody":
                    quick.setattr(Template, "render", lambda *_, **__: "")
                answer = visitor.ask("POST", address, addresses.sent(form))
            answered = kind(answer)
            if visitor.written:
                answered = "done" if answered in {"ok", "to"} else f"{answered}, but it wrote {visitor.written}"
            elif answered in {"ok", "to"}:
                answered = "kept"
            if answered != wanted:
                wrong[role, route, str(form)[:60]] = f"{answered}, not {wanted}"
    assert wrong == {}


def test_no_form_is_taken_without_its_token(whole_site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Template, "render", lambda *_, **__: "")
    admin = Visitor("admin", whole_site, enforce_csrf_checks=True)
    taking, known = addresses.forms(whole_site), addresses.of(whole_site)
    for route in [each for each in known if each in taking or addresses.usual_form(each)]:
        for headers in ({}, {"HX-Request": "true"}):
            refused = admin.ask("POST", known[route], {}, **headers)
            assert (route, refused.status_code, admin.written) == (route, 403, [])


def test_a_secretary_reaches_nothing_of_another_club_from_their_own_pages(
    whole_site: Site, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Template, "render", lambda *_, **__: "")
    neighbour = Visitor("neighbour", whole_site)
    for address, fields in addresses.foreign_forms(whole_site):
        answered = kind(neighbour.ask("POST", address, addresses.sent(fields)))
        assert (address, fields, answered in {"ok", "to", "403", "404"}, neighbour.written) == (
            address,
            fields,
            True,
            [],
        )
