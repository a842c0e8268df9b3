"""Sentences about files in the reader's language, made of an English template and facts."""

import datetime as dt
import re
from collections.abc import Mapping

from django.utils.translation import gettext
from django.utils.translation import gettext_noop as noop

from federation.i18n.errors import UserError, filled
from federation.templatetags.site import points
from tournaments.formats.report import PROBLEMS
from tournaments.models import Upload

ACCEPTED = noop("“%(name)s” is accepted: it can only be changed by a correction.")

_POINTS = re.compile(r"\d{1,6}(\.\d{1,6})?", re.ASCII)
_DAYS = ("date", "start", "end")  # facts that are days; "value" is shown as in the file
_PLACES = {
    "table": noop("table %(value)s"),
    "line": noop("line %(value)s"),
    "column": noop("column %(value)s"),
    "player": noop("player %(value)s"),
    "round": noop("round %(value)s"),
    "board": noop("board %(value)s"),
}


def place(facts: Mapping[str, object]) -> str:
    """Return where in a file something is: "line 12, round 3"; "" if nothing is known (`report.Place.facts`)."""
    return ", ".join(gettext(words) % {"value": facts[name]} for name, words in _PLACES.items() if name in facts)


def problem(code: str, facts: Mapping[str, object]) -> str:
    """Return the sentence of a reader's problem (`report.PROBLEMS`), with our name of the field if there is one."""
    values = dict(facts)
    if (field := facts.get("field")) and isinstance(field, str):
        values["field"] = gettext(field)
    values |= {name: _day(str(facts[name])) for name in _DAYS if name in facts}
    if code == "points_differ":
        values |= {name: _points(str(facts[name])) for name in ("stored", "computed")}
    return filled(PROBLEMS[code], values)


def _day(text: str) -> object:
    """Return the date of an ISO text, which `filled` then writes in words; any other text unchanged."""
    try:
        return dt.date.fromisoformat(text)
    except ValueError:
        return text


def _points(text: str) -> str:
    """Return points as tables write them: 5½."""
    return points(float(text)) if _POINTS.fullmatch(text) else text


def with_place(sentence: str, where: Mapping[str, object]) -> str:
    """Return the sentence with its place in brackets, if that is known."""
    known = place(where)
    return f"{sentence} ({known})" if known else sentence


def failure(upload: Upload) -> str:
    """Return why the file could not be read, with the place; "" if it could."""
    if not upload.error_template:
        return ""
    return with_place(filled(upload.error_template, upload.error_facts), upload.error_place)


class Refused(UserError):
    """What was asked cannot be done; nothing was changed. One sentence for the person who asked."""
