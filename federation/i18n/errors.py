"""Errors of users: an English template with facts, translated for the reader."""

import datetime as dt
from collections.abc import Mapping
from typing import Any

from django.utils.formats import localize
from django.utils.translation import gettext

from federation.i18n.dates import long_date


class UserError(Exception):
    """What a user asked for cannot be done: one sentence for them, and nothing was changed.

    ``template`` is the English sentence with %(name)s holes (the key of its translation), ``facts`` fills them.
    """

    def __init__(self, template: str, **facts: object) -> None:
        self.template = template
        self.facts = facts
        super().__init__(template % facts if facts else template)

    @property
    def sentence(self) -> str:
        return filled(self.template, self.facts)


def filled(template: str, facts: Mapping[str, object]) -> str:
    """Return the template in the reader's language with its facts; days and numbers as that language writes them."""
    return gettext(template) % {name: _shown(value) for name, value in facts.items()} if facts else gettext(template)


def plain(facts: Mapping[str, object]) -> dict[str, Any]:
    """Return facts as JSON stores them: numbers and words; a day as ``{"day": "2026-07-01"}``, which `filled` knows."""
    return {name: _kept(value) for name, value in facts.items()}


def _kept(value: object) -> Any:
    if isinstance(value, dt.date):
        return {"day": value.isoformat()}
    return value if isinstance(value, int | float) else str(value)


def _shown(value: object) -> object:
    if isinstance(value, Mapping):
        value = dt.date.fromisoformat(value["day"])
    return long_date(value) if isinstance(value, dt.date) else localize(value)
