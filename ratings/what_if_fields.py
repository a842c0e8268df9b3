"""A field for each parameter of a system: its name, its rules and what holds today. Left empty, it leaves it so."""

from __future__ import annotations

import datetime as dt
import re
from collections.abc import Callable
from typing import Any, Final

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from ratings.systems.parameters import LARGEST, Bands
from ratings.wording.parameter import NOTHING, Parameter

SEPARATORS: Final = re.compile(r"[,;\s]+")
NONE_AT_ALL: Final = {NOTHING, "-"}


class NumbersField(forms.CharField):
    """Whole numbers with commas between them, as a list; a dash is the empty list."""

    def to_python(self, value: Any) -> Any:
        """None where nothing was written."""
        text = super().to_python(value)
        if not text or text in NONE_AT_ALL:
            return [] if text else None
        return self.read(text)

    def read(self, text: str) -> list[Any]:
        """The list. Raises `ValidationError` for anything else."""
        try:
            return [int(part) for part in SEPARATORS.split(text.strip(",; "))]
        except ValueError:
            raise ValidationError(_("Write whole numbers with commas between them: 2000, 2200.")) from None


class PairsField(NumbersField):
    """Pairs of whole numbers: ``100: 32, 300: 24``."""

    def read(self, text: str) -> list[Any]:
        """The list of pairs. Raises `ValidationError` for anything else."""
        pairs = [re.fullmatch(r"\s*(-?\d+)\s*:\s*(-?\d+)\s*", part) for part in text.strip(",; ").split(",")]
        if None in pairs:
            example = {"example": "100: 32, 300: 24"}
            raise ValidationError(_("Write pairs of whole numbers with commas between them: %(example)s.") % example)
        return [[int(pair[1]), int(pair[2])] for pair in pairs if pair]


class DayField(forms.DateField):
    """A day, as JSON has it."""

    def to_python(self, value: Any) -> Any:
        """None where nothing was written."""
        day: dt.date | None = super().to_python(value)
        return day.isoformat() if day else None


def parameter_field(parameter: Parameter, declared: Any, value: Any) -> forms.Field:
    """The field of a parameter of this type that has this value today, as JSON has it."""
    parts = (parameter.rules, str(parameter.pair), _("now %(value)s") % {"value": parameter.shown(value)})
    words = {"label": parameter.name, "required": False, "help_text": " · ".join(part for part in parts if part)}
    return _MAKERS[declared](parameter, words)


def _whole(parameter: Parameter, words: dict[str, Any]) -> forms.Field:
    return forms.IntegerField(min_value=-LARGEST, max_value=LARGEST, **words)


def _flag(parameter: Parameter, words: dict[str, Any]) -> forms.Field:
    choices = (("", _("as it is")), ("true", _("yes")), ("false", _("no")))
    return forms.TypedChoiceField(choices=choices, coerce=lambda text: text == "true", empty_value=None, **words)


def _word(parameter: Parameter, words: dict[str, Any]) -> forms.Field:
    if not parameter.choices:
        return DayField(widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"), **words)
    choices = [("", _("as it is")), *parameter.choices.items()]
    return forms.TypedChoiceField(choices=choices, empty_value=None, **words)


# By the type that a parameter is declared with.
_MAKERS: Final[dict[Any, Callable[[Parameter, dict[str, Any]], forms.Field]]] = {
    bool: _flag,
    int: _whole,
    str: _word,
    tuple[int, ...]: lambda _parameter, words: NumbersField(max_length=300, **words),
    Bands: lambda _parameter, words: PairsField(max_length=300, **words),
}
