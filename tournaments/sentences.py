"""Sentences about a file in the reader's language: what pure rooms say as an English template with facts."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as noop

from tournaments.formats.report import PROBLEMS

_PLACES = {
    "table": noop("table %(value)s"),
    "line": noop("line %(value)s"),
    "column": noop("column %(value)s"),
    "player": noop("player %(value)s"),
    "round": noop("round %(value)s"),
    "board": noop("board %(value)s"),
}


def filled(template: str, facts: Mapping[str, object]) -> str:
    """The template in the reader's language, its holes filled."""
    sentence = gettext(template)
    return sentence % facts if facts else sentence


def place(facts: Mapping[str, object]) -> str:
    """Where in a file something stands: "line 12, round 3"; "" where nothing is known (`report.Place.facts`)."""
    return ", ".join(gettext(words) % {"value": facts[name]} for name, words in _PLACES.items() if name in facts)


def problem(code: str, facts: Mapping[str, object]) -> str:
    """The sentence of a reader's problem (`report.PROBLEMS`)."""
    return filled(PROBLEMS[code], facts)


def with_place(sentence: str, where: Mapping[str, object]) -> str:
    """The sentence and, where it is known, its place in brackets."""
    known = place(where)
    return f"{sentence} ({known})" if known else sentence
