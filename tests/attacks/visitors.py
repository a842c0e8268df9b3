"""Who asks for addresses and sends forms, and what the site answers them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Container, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any, NamedTuple
from unittest import mock

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.http import HttpResponse
from django.template.backends.django import Template
from django.test import Client

from tests import forms as pages
from tests.attacks import addresses
from tests.attacks.site import Site

CHANGES = ("INSERT", "UPDATE", "DELETE")
COUNTERS = ("_accountsession", "django_session", "axes_", "federation_looked")  # tables that everybody writes to
SentForm = tuple[str, str, dict[str, Any]]  # route, address, fields


class Visitor:
    """One role in a browser. What a request writes is undone."""

    def __init__(self, role: str, site: Site, *, renders: bool = True, **options: Any) -> None:
        self._log_in(site.users[role], renders, **options)

    @classmethod
    def of(cls, account: User | None, *, renders: bool = True) -> Visitor:
        """Return an account in a browser. ``renders``: whether pages are wanted, or only how the site answers."""
        made = cls.__new__(cls)
        made._log_in(account, renders)
        return made

    def _log_in(self, account: User | None, renders: bool, **options: Any) -> None:
        self._renders = renders
        self._client = Client(raise_request_exception=False, **options)
        if account:
            self._client.force_login(account)
        self._cookies = self._client.cookies.output(header="", sep=";")
        self.written: list[str] = []  # by the last request
        self.has_looked = False  # whether the reading log says so of it
        self.body = b""  # of its answer, streamed or not
        self.queries: set[str] = set()  # of the last request

    def ask(
        self, method: str, address: str, fields: dict[str, Any] | None = None, *, renders: bool = True, **headers: str
    ) -> HttpResponse:
        self._client.cookies.clear()
        self._client.cookies.load(self._cookies)
        self.written, self.has_looked, self.queries = [], False, set()
        with transaction.atomic(), connection.execute_wrapper(self._watch), self._template(renders):
            answer = getattr(self._client, method.lower())(address, fields, headers=headers)
            self.body = answer.getvalue() if answer.streaming else answer.content
            transaction.set_rollback(True)
        return answer

    def _template(self, renders: bool) -> AbstractContextManager[object]:
        return (
            nullcontext() if self._renders and renders else mock.patch.object(Template, "render", lambda *_, **__: "")
        )

    def _watch(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        self.queries.add(sql)
        rows = list(params) if many else params
        self.has_looked |= sql.startswith("INSERT") and "federation_looked" in sql
        writes = rows or not many  # of no rows, `executemany` does nothing
        if writes and sql.startswith(CHANGES) and not any(table in sql for table in COUNTERS):
            self.written.append(sql)
        return execute(sql, rows, many, context)


class Page(NamedTuple):
    """What a visitor was answered, the body of it, streamed or not, and what the site did for it."""

    answer: HttpResponse
    body: bytes
    queries: set[str]
    is_looked: bool  # whether the reading log says so


class Reading(dict[str, Page]):
    """What one visitor reads at each address. Each is asked once: tests of the site as it stands share the answers.

    ``looked_at``: the addresses at which somebody looks into the page; those of others are empty. None: all.
    """

    def __init__(self, visitor: Visitor, looked_at: Container[str] | None = None) -> None:
        super().__init__()
        self._visitor, self._looked_at = visitor, looked_at

    def __missing__(self, address: str) -> Page:
        visitor = self._visitor
        answer = visitor.ask("GET", address, renders=self._looked_at is None or address in self._looked_at)
        self[address] = Page(answer, visitor.body, visitor.queries, visitor.has_looked)
        return self[address]

    def again(self) -> Reading:
        """Return what the same visitor reads now."""
        return Reading(self._visitor, self._looked_at)


class Outcome(NamedTuple):
    """How the site answered a form, and what it wrote for it."""

    kind: str
    written: list[str]


class Sending:
    """What the forms of one visitor lead to. Each is sent once, to the site as it stands; tests share the outcomes."""

    def __init__(self, visitor: Visitor) -> None:
        self._visitor = visitor
        self._known: dict[tuple[str, str], Outcome] = {}

    def outcome(self, address: str, form: dict[str, Any]) -> Outcome:
        key = address, repr(form)
        if key not in self._known:
            answer = self._visitor.ask("POST", address, addresses.sent(form))
            self._known[key] = Outcome(kind(answer), self._visitor.written)
        return self._known[key]


def parts(content: bytes) -> Iterator[bytes]:
    """Yield the content in small letters, and what is packed in it."""
    yield content.lower()
    if content[:2] == b"PK":
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            for each in archive.namelist():
                yield from parts(archive.read(each))


def kind(answer: HttpResponse) -> str:
    """Return in which way a visitor was answered."""
    is_led = answer.status_code in {301, 302, 303, 307, 308}
    is_asked = answer.status_code == 200 and answer.context and answer.context.get("logged_out")
    if is_asked or (is_led and "login/?next=" in answer["Location"]):
        return "login"
    return "to" if is_led else {200: "ok"}.get(answer.status_code, str(answer.status_code))


def sent_forms(site: Site, shown: Reading) -> Iterator[SentForm]:
    """Yield each address with each form for it, as somebody sends it who may; an empty one if it takes none.

    ``shown``: what the administrator reads.
    """
    listed = addresses.forms(site)
    for route, address in addresses.of(site).items():
        for form in listed.get(route, [addresses.usual_form(route)]):
            yield route, address, _as_shown(form, address, shown)


def _as_shown(form: dict[str, Any], address: str, shown: Reading) -> dict[str, Any]:
    own = {name: value for name, value in form.items() if name != addresses.AS_SHOWN}
    if own == form:
        return form
    found = max(pages.forms(shown[address].answer), key=lambda each: len(each.fields) * (each.method == "post"))
    return {name: field.sent for name, field in found.fields.items() if field.sent} | own
