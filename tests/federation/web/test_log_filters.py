"""The log, and what requests write into it."""

from __future__ import annotations

import logging
from io import StringIO

from django.db import OperationalError
from django.test import Client, RequestFactory

from federation.web import unavailable


def test_an_unknown_host_is_one_line_and_an_error_of_the_program_has_its_traceback() -> None:
    (console,) = (handler for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler)
    before = console.setStream(StringIO())
    try:
        assert Client(headers={"host": "evil.example"}).get("/login/").status_code == 400
        (line,) = console.stream.getvalue().splitlines()
        logging.getLogger("federation.background.jobs").error("broke down", exc_info=ZeroDivisionError("1 / 0"))
    finally:
        written = console.setStream(before).getvalue()
    assert "ERROR django.security.DisallowedHost: Invalid HTTP_HOST header: 'evil.example'." in line
    assert "ZeroDivisionError: 1 / 0" in written


def test_an_address_with_line_breaks_is_one_line_of_the_log(
    rf: RequestFactory,
) -> None:
    (console,) = (handler for handler in logging.getLogger().handlers if type(handler) is logging.StreamHandler)
    before = console.setStream(StringIO())
    try:
        forged = rf.get("/tournaments/1/files/x%0A2026-11-24 WARNING login failed from 192.0.2.1")
        unavailable.answer(forged, OperationalError("away"))
    finally:
        written = console.setStream(before).getvalue()
    (line,) = written.splitlines()
    assert "/files/x\\n2026-11-24 WARNING login failed from 192.0.2.1: the database does not answer (away)" in line
