"""Who asks for addresses and sends forms, and what the site answers them."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.db import connection, transaction
from django.http import HttpResponse
from django.test import Client

from tests import forms as pages
from tests.attacks import addresses
from tests.attacks.site import Site

CHANGES = ("INSERT", "UPDATE", "DELETE")
COUNTERS = ("_accountsession", "django_session", "axes_", "federation_looked")  # tables that everybody writes to


class Visitor:
    """One role in a browser. What a request writes is undone."""

    def __init__(self, role: str, site: Site, **options: Any) -> None:
        self._log_in(site.users[role], **options)

    @classmethod
    def of(cls, account: User | None) -> Visitor:
        """Return an account in a browser."""
        made = cls.__new__(cls)
        made._log_in(account)
        return made

    def _log_in(self, account: User | None, **options: Any) -> None:
        self._client = Client(raise_request_exception=False, **options)
        if account:
            self._client.force_login(account)
        self._cookies = self._client.cookies.output(header="", sep=";")
        self.written: list[str] = []  # by the last request
        self.has_looked = False  # whether the reading log says so of it
        self.body = b""  # of its answer, streamed or not
        self.queries: set[str] = set()  # of the last request

    def ask(self, method: str, address: str, fields: dict[str, Any] | None = None, **headers: str) -> HttpResponse:
        self._client.cookies.clear()
        self._client.cookies.load(self._cookies)
        self.written, self.has_looked, self.queries = [], False, set()
        with transaction.atomic(), connection.execute_wrapper(self._watch):
            answer = getattr(self._client, method.lower())(address, fields, headers=headers)
            self.body = answer.getvalue() if answer.streaming else answer.content
            transaction.set_rollback(True)
        return answer

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
    """What one visitor reads at each address. Each is asked once: tests of the site as it stands share the answers."""

    def __init__(self, visitor: Visitor) -> None:
        super().__init__()
        self._visitor = visitor

    def __missing__(self, address: str) -> Page:
        visitor = self._visitor
        answer = visitor.ask("GET", address)
        self[address] = Page(answer, visitor.body, visitor.queries, visitor.has_looked)
        return self[address]

    def again(self) -> Reading:
        """Return what the same visitor reads now."""
        return Reading(self._visitor)


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


def sent_forms(
    site: Site, shown: Reading, only: Callable[[str], object] = bool
) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Yield each address with each form for it, as somebody sends it who may; an empty one if it takes none.

    ``shown``: what the administrator reads. ``only``: whether an address is wanted.
    """
    listed = addresses.forms(site)
    wanted = {route: address for route, address in addresses.of(site).items() if only(route)}
    for route, address in wanted.items():
        for form in listed.get(route, [addresses.usual_form(route)]):
            yield route, address, _as_shown(form, address, shown)


def _as_shown(form: dict[str, Any], address: str, shown: Reading) -> dict[str, Any]:
    own = {name: value for name, value in form.items() if name != addresses.AS_SHOWN}
    if own == form:
        return form
    found = max(pages.forms(shown[address].answer), key=lambda each: len(each.fields) * (each.method == "post"))
    return {name: field.sent for name, field in found.fields.items() if field.sent} | own
