"""The form of a what-if: which rules of a pool would be others, from when on."""

from __future__ import annotations

import datetime as dt
import json
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from ratings import what_if
from ratings.errors import RatingError
from ratings.models import RatingPool, WhatIf
from ratings.reckoning import parameters_of, rules_of, system_of
from ratings.trial import days

PREFIX = "rule_"


class WhatIfForm(forms.ModelForm):
    """A field for each parameter of the system, which shows what holds today; who leaves it empty leaves it so."""

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
        system = system_of(pool)
        own = (("", _("The one that the pool has on each day")),)
        self.fields["profile"].choices = [*own, *((name, name) for name in system.PROFILES)]
        day = lists[-1] if lists else timezone.localdate()
        for name, value in parameters_of(rules_of(pool, day), system).as_dict().items():
            self.fields[PREFIX + name] = _field(name, value)

    @property
    def parameters(self) -> list[forms.BoundField]:
        """The fields of the parameters."""
        return [self[name] for name in self.fields if name.startswith(PREFIX)]

    def clean(self) -> dict[str, Any]:
        """The system has the last word, in its own sentence."""
        said = super().clean()
        self.changes = {
            name.removeprefix(PREFIX): _value(text)
            for name, text in said.items()
            if name.startswith(PREFIX) and text.strip()
        }
        since: dt.date | None = said.get("since")
        if since and "profile" in said:
            try:
                what_if.check(self.pool, since, said["profile"], self.changes)
            except RatingError as problem:
                self.add_error(None, problem.sentence)
        return said

    def save(self, commit: bool = True) -> WhatIf:
        """With the pool and the changes."""
        self.instance.pool, self.instance.parameters = self.pool, self.changes
        saved: WhatIf = super().save(commit)
        return saved


def _field(name: str, value: Any) -> forms.CharField:
    shown = value if isinstance(value, str) else json.dumps(value)
    return forms.CharField(
        label=name, required=False, max_length=300, widget=forms.TextInput(attrs={"placeholder": shown})
    )


def _value(text: str) -> Any:
    """As JSON has it; what is no JSON is a word."""
    try:
        return json.loads(text)
    except ValueError:
        return text.strip()
