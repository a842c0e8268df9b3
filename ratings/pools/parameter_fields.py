"""A field for each parameter of a system: its name, and the value that applies if it is left empty."""

import datetime as dt
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from types import ModuleType
from typing import Any, Final, NamedTuple, get_type_hints

from django import forms
from django.core.exceptions import ValidationError
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy as lazy

from federation.i18n.dates import DayInput
from federation.i18n.errors import filled
from ratings.errors import RatingError
from ratings.systems.parameters import LARGEST, Bands
from ratings.wording.parameter import NOTHING, Parameter, names_of, written

PREFIX: Final = "rule_"
SEPARATORS: Final = re.compile(r"[,;\s]+")
NONE_AT_ALL: Final = {NOTHING, "-"}


class NumbersField(forms.CharField):
    """Whole numbers separated by commas, as a list; a dash is the empty list."""

    def to_python(self, value: Any) -> Any:
        """None where nothing was written."""
        text = super().to_python(value)
        if not text or text in NONE_AT_ALL:
            return [] if text else None
        return self.read(text)

    def prepare_value(self, value: Any) -> Any:
        """Return a list as people write it."""
        return written(value) or NOTHING if isinstance(value, list) else value

    def read(self, text: str) -> list[Any]:
        """Return the list. Raise `ValidationError` for anything else."""
        try:
            return [int(part) for part in SEPARATORS.split(text.strip(",; "))]
        except ValueError:
            raise ValidationError(_("Write whole numbers separated by commas: 2000, 2200.")) from None


class PairsField(NumbersField):
    """Pairs of whole numbers: ``100: 32, 300: 24``."""

    def read(self, text: str) -> list[Any]:
        """Return the list of pairs. Raise `ValidationError` for anything else."""
        pairs = [re.fullmatch(r"\s*(-?\d+)\s*:\s*(-?\d+)\s*", part) for part in text.strip(",; ").split(",")]
        if None in pairs:
            example = {"example": "100: 32, 300: 24"}
            raise ValidationError(_("Write pairs of whole numbers separated by commas: %(example)s.") % example)
        return [[int(pair[1]), int(pair[2])] for pair in pairs if pair]


class DayField(forms.DateField):
    """A day, as text like in JSON."""

    def to_python(self, value: Any) -> Any:
        """None where nothing was written."""
        day: dt.date | None = super().to_python(value)
        return day.isoformat() if day else None


class Empty(NamedTuple):
    """The text of a field that is left empty; texts are lazy."""

    value: Any
    """Of the value that holds then, a template with %(value)s."""
    choice: Any
    """The choice that leaves it so."""


TODAY: Final = Empty(lazy("currently %(value)s"), lazy("unchanged"))


class ParametersForm(forms.BaseForm):
    """A form with a field for each parameter of a system, from the system's wording."""

    wording: ModuleType

    def add_parameters(self, rules: Any, empty: Empty) -> None:
        """Add the fields; these rules, in the system's form, apply to those that are left empty."""
        types, values = get_type_hints(type(rules)), rules.as_dict()
        for name, parameter in names_of(self.wording.RULES).items():
            self.fields[PREFIX + name] = _field(parameter, types[name], values[name], empty)

    @property
    def groups(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """Return the fields of the parameters, with the title of each group."""
        for title, group in self.wording.RULES.items():
            yield title, [self[PREFIX + name] for name in group]

    def refuse(self, problem: RatingError, entered: Collection[str]) -> None:
        """Add the error, with the names of parameters used here, at the filled-in field that it mentions."""
        names = names_of(self.wording.RULES)
        spoken = [value for value in problem.facts.values() if value in names]
        shown = {value: _("“%(name)s”") % {"name": names[value].name} for value in spoken}
        facts = {key: shown.get(value, value) for key, value in problem.facts.items()}
        sentence = capfirst(filled(problem.template, facts)).removesuffix(".") + "."
        self.add_error(next((PREFIX + name for name in spoken if name in entered), None), sentence)


def filled_parameters(cleaned: Mapping[str, Any]) -> dict[str, Any]:
    """Return the parameters that were filled in, as in JSON."""
    return {
        name.removeprefix(PREFIX): value
        for name, value in cleaned.items()
        if name.startswith(PREFIX) and value is not None
    }


def _field(parameter: Parameter, declared: Any, value: Any, empty: Empty) -> forms.Field:
    """Return the field of a parameter of this type; the value, as in JSON, applies if it is left empty."""
    parts = (str(parameter.pair), empty.value % {"value": parameter.shown(value)})
    words = {"label": parameter.name, "required": False, "help_text": " · ".join(part for part in parts if part)}
    field = _MAKERS[declared](parameter, empty.choice, words)
    if not isinstance(field.widget, (forms.Select, forms.DateInput)):
        field.widget.attrs["placeholder"] = field.prepare_value(value)
    return field


def _whole(_parameter: Parameter, _empty: Any, words: dict[str, Any]) -> forms.Field:
    return forms.IntegerField(min_value=-LARGEST, max_value=LARGEST, **words)


def _flag(_parameter: Parameter, empty: Any, words: dict[str, Any]) -> forms.Field:
    choices = (("", empty), (True, _("yes")), (False, _("no")))
    return forms.TypedChoiceField(choices=choices, coerce=lambda value: str(value) == "True", empty_value=None, **words)


def _word(parameter: Parameter, empty: Any, words: dict[str, Any]) -> forms.Field:
    if not parameter.choices:
        return DayField(widget=DayInput(), **words)
    choices = [("", empty), *parameter.choices.items()]
    return forms.TypedChoiceField(choices=choices, empty_value=None, **words)


# By the declared type of a parameter.
_MAKERS: Final[dict[Any, Callable[[Parameter, Any, dict[str, Any]], forms.Field]]] = {
    bool: _flag,
    int: _whole,
    str: _word,
    tuple[int, ...]: lambda _parameter, _empty, words: NumbersField(max_length=300, **words),
    Bands: lambda _parameter, _empty, words: PairsField(max_length=300, **words),
}
