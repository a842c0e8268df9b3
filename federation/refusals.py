"""Refusals travel as an English template with facts, until somebody reads them in his language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext


class Refusal(Exception):
    """What was asked cannot be done: one sentence for who asked, and nothing was changed.

    ``template`` is the English sentence with %(name)s holes (the key of its translation), ``facts`` fills them.
    """

    def __init__(self, template: str, **facts: object) -> None:
        self.template = template
        self.facts = facts
        super().__init__(template % facts if facts else template)

    @property
    def sentence(self) -> str:
        """The sentence in the reader's language."""
        return filled(self.template, self.facts)


def filled(template: str, facts: Mapping[str, object]) -> str:
    """The template in the reader's language, its holes filled."""
    return gettext(template) % facts if facts else gettext(template)


def plain(facts: Mapping[str, object]) -> dict[str, Any]:
    """Facts as JSON keeps them: numbers and words; a day is a word like 2026-07-01."""
    return {name: value if isinstance(value, int | float) else str(value) for name, value in facts.items()}
