"""The form of a what-if: which rules of a pool would be others, from when on."""

from __future__ import annotations

import datetime as dt
from collections.abc import Iterator
from typing import Any, get_type_hints

from django import forms
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.refusals import filled
from ratings import what_if
from ratings.errors import RatingError
from ratings.models import RatingPool, WhatIf
from ratings.reckoning import parameters_of, rules_of, system_of
from ratings.trial import days
from ratings.what_if_fields import parameter_field
from ratings.wording import WORDING
from ratings.wording.parameter import names_of

PREFIX = "rule_"


class WhatIfForm(forms.ModelForm):
    """A field for each parameter of the system, which says what holds today; who leaves it empty leaves it so."""

    since = forms.DateField(
        label=_("From"),
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=_("Lists of this day and later are reckoned with the other rules."),
    )
    profile = forms.ChoiceField(
        label=_("Profile"), required=False, help_text=_("A whole set of rules; the changes below go on top of it.")
    )

    class Meta:
        model = WhatIf
        fields = ("title", "since", "profile")

    def __init__(self, pool: RatingPool, *args: Any, **kwargs: Any) -> None:
        """Raises `RatingError` where the pool has no rules for its last list."""
        super().__init__(*args, **kwargs)
        self.pool = pool
        lists = days(pool, timezone.localdate())
        self.initial["since"] = lists[0] if lists else None
        self.wording = WORDING[pool.system]
        own = (("", _("The one that the pool has on each day")),)
        self.fields["profile"].choices = [*own, *self.wording.PROFILES.items()]
        rules = parameters_of(rules_of(pool, lists[-1] if lists else timezone.localdate()), system_of(pool))
        types, values = get_type_hints(type(rules)), rules.as_dict()
        for group in self.wording.RULES.values():
            for name, parameter in group.items():
                self.fields[PREFIX + name] = parameter_field(parameter, types[name], values[name])

    @property
    def groups(self) -> Iterator[tuple[str, list[forms.BoundField]]]:
        """The fields of the parameters, with the title of each group."""
        for title, group in self.wording.RULES.items():
            yield title, [self[PREFIX + name] for name in group]

    def clean(self) -> dict[str, Any]:
        """The system has the last word."""
        said = super().clean()
        self.changes = {
            name.removeprefix(PREFIX): value
            for name, value in said.items()
            if name.startswith(PREFIX) and value is not None
        }
        since: dt.date | None = said.get("since")
        if since and "profile" in said:
            try:
                what_if.check(self.pool, since, said["profile"], self.changes)
            except RatingError as problem:
                self._refuse(problem)
        return said

    def save(self, commit: bool = True) -> WhatIf:
        """With the pool and the changes."""
        self.instance.pool, self.instance.parameters = self.pool, self.changes
        saved: WhatIf = super().save(commit)
        return saved

    def _refuse(self, problem: RatingError) -> None:
        """The sentence, with the names that parameters have here, at the field it speaks of."""
        names = names_of(self.wording.RULES)
        spoken = [value for value in problem.facts.values() if value in names]
        shown = {value: gettext("“%(name)s”") % {"name": names[value].name} for value in spoken}
        facts = {key: shown.get(value, value) for key, value in problem.facts.items()}
        changed = [name for name in spoken if name in self.changes]
        sentence = capfirst(filled(problem.template, facts)).removesuffix(".") + "."
        self.add_error(PREFIX + changed[0] if changed else None, sentence)
