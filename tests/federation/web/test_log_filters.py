"""The log of refused requests."""

from __future__ import annotations

import logging
from io import StringIO

from django.test import Client


def test_a_host_that_is_not_ours_is_one_line_and_an_error_of_the_program_tells_all() -> None:
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
