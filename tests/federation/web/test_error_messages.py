"""federation/web/error_messages.py: the sentence of a refusal on the next page."""

import pytest
from django.contrib.messages import get_messages
from django.contrib.messages.storage.cookie import CookieStorage
from django.http import HttpRequest
from django.test import RequestFactory

from federation.files.limits import SheetError
from federation.i18n.errors import UserError
from federation.web.error_messages import show_errors


@pytest.fixture
def request_() -> HttpRequest:
    made = RequestFactory().post("/")
    made._messages = CookieStorage(made)
    return made


def test_a_refusal_becomes_a_message_and_the_view_continues(request_: HttpRequest):
    done = []
    with show_errors(request_):
        done.append("first")
        raise UserError("There is no round %(round)s.", round=7)
    assert done == ["first"]
    assert [(found.level_tag, found.message) for found in get_messages(request_)] == [("error", "There is no round 7.")]


def test_a_table_that_cannot_be_read_is_named_in_a_message(request_: HttpRequest):
    with show_errors(request_):
        raise SheetError("The file is empty.")
    assert [found.message for found in get_messages(request_)] == ["The file is empty."]


def test_a_block_without_refusal_shows_nothing(request_: HttpRequest):
    with show_errors(request_):
        pass
    assert list(get_messages(request_)) == []


def test_other_errors_are_not_caught(request_: HttpRequest):
    with pytest.raises(ValueError, match="a bug"), show_errors(request_):
        raise ValueError("a bug")
