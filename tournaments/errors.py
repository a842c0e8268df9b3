"""Sentences about a file in the reader's language: what pure rooms say as an English template with facts."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Mapping

from django.utils.formats import localize
from django.utils.translation import gettext
from django.utils.translation import gettext_noop as noop

from federation.i18n import errors
from federation.i18n.errors import UserError
from federation.templatetags.site import points
from tournaments.formats.report import PROBLEMS
from tournaments.models import Upload

ACCEPTED = noop("“%(name)s” is accepted: only a correction can change it.")

_POINTS = re.compile(r"\d{1,6}(\.\d{1,6})?", re.ASCII)
_DAYS = ("date", "start", "end")  # facts of problems; "value" is what the file says, letter by letter
_PLACES = {
    "table": noop("table %(value)s"),
    "line": noop("line %(value)s"),
    "column": noop("column %(value)s"),
    "player": noop("player %(value)s"),
    "round": noop("round %(value)s"),
    "board": noop("board %(value)s"),
}


def filled(template: str, facts: Mapping[str, object]) -> str:
    """The template in the reader's language, its holes filled; days and numbers are written as he writes them."""
    shown = {name: value if isinstance(value, dt.date) else localize(value) for name, value in facts.items()}
    return errors.filled(template, shown)  # which writes days: in French the first of a month is the 1er


def place(facts: Mapping[str, object]) -> str:
    """Where in a file something stands: "line 12, round 3"; "" where nothing is known (`report.Place.facts`)."""
    return ", ".join(gettext(words) % {"value": facts[name]} for name, words in _PLACES.items() if name in facts)


def problem(code: str, facts: Mapping[str, object]) -> str:
    """The sentence of a reader's problem (`report.PROBLEMS`); a field that has a name of ours is called by it."""
    told = dict(facts)
    if (field := facts.get("field")) and isinstance(field, str):
        told["field"] = gettext(field)
    told |= {name: _day(str(facts[name])) for name in _DAYS if name in facts}
    if code == "points_differ":
        told |= {name: _points(str(facts[name])) for name in ("stored", "computed")}
    return filled(PROBLEMS[code], told)


def _day(text: str) -> object:
    """The day that a reader wrote (ISO), which `filled` writes as people do; anything else as it is."""
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return text


def _points(text: str) -> str:
    """Points as tables write them: 5½."""
    return points(float(text)) if _POINTS.fullmatch(text) else text


def with_place(sentence: str, where: Mapping[str, object]) -> str:
    """The sentence and, where it is known, its place in brackets."""
    known = place(where)
    return f"{sentence} ({known})" if known else sentence


def failure(upload: Upload) -> str:
    """Why the file could not be read, with its place; "" where it could."""
    if not upload.error_template:
        return ""
    return with_place(filled(upload.error_template, upload.error_facts), upload.error_place)


class Refused(UserError):
    """Somebody asked for what cannot be done: one sentence for him, and nothing was changed."""

    @property
    def sentence(self) -> str:
        """The sentence in the reader's language."""
        return filled(self.template, self.facts)
