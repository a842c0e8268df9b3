"""What a mail says of several tournaments or files: each with what became of it and its page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from django.conf import settings
from django.template.loader import render_to_string

from federation.accounts import mail

SHOWN = 50  # so many are told of one by one
NAMED = 3  # so many names stand in a sentence


class News(NamedTuple):
    """One of them, in the reader's language."""

    name: str  # on one line, as the link
    what: str
    link: str


def text(news: Sequence[News]) -> str:
    """The mail, in the language that is active."""
    facts = {
        "news": news[:SHOWN],
        "more": len(news) - SHOWN,
        "room": mail.link("my_club"),
        "account": mail.link("account"),
        "federation_name": settings.FEDERATION_NAME,
    }
    return render_to_string("tournaments/mail.txt", facts).rstrip() + "\n"


def one_line(words: str) -> str:
    """Names and reasons come from files and people."""
    return " ".join(words.split())


def some(names: Sequence[str]) -> str:
    """The first names of many."""
    return ", ".join(names[:NAMED]) + (" …" if len(names) > NAMED else "")
