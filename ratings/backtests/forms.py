"""The form of a what-if: which rules of a pool would be different, and from which day on."""

import datetime as dt
from typing import Any

from django import forms
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import DayInput
from ratings.backtests import what_if
from ratings.backtests.trial import days
from ratings.errors import RatingError
from ratings.models import RatingPool, WhatIf
from ratings.pools.parameter_fields import TODAY, ParametersForm, filled_parameters
from ratings.pools.rules import parameters_of, rules_of, system_of
from ratings.wording import WORDING


class WhatIfForm(ParametersForm, forms.ModelForm):
    """A field for each parameter of the system, which shows today's value. An empty field leaves the rule as it is."""

    since = forms.DateField(
        label=_("From"), widget=DayInput, help_text=_("Lists from this day on are calculated with the other rules.")
    )
    profile = forms.ChoiceField(
        label=_("Profile"),
        required=False,
        help_text=_("A complete set of rules; the changes below are applied on top of it."),
    )

    class Meta:
        model = WhatIf
        fields = ("title", "since", "profile")

    def __init__(self, pool: RatingPool, *args: Any, **kwargs: Any) -> None:
        """Raise `RatingError` if the pool has no rules for its last list."""
        super().__init__(*args, **kwargs)
        self.pool = pool
        lists = days(pool, timezone.localdate())
        self.initial["since"] = lists[0] if lists else None
        self.wording = WORDING[pool.system]
        own = (("", _("The one in force on each day")),)
        self.fields["profile"].choices = [*own, *self.wording.PROFILES.items()]
        rules = rules_of(pool, lists[-1] if lists else timezone.localdate())
        self.add_parameters(parameters_of(rules, system_of(pool)), TODAY)

    def clean(self) -> dict[str, Any]:
        """Let the system check the rules."""
        cleaned = super().clean()
        self.changes = filled_parameters(cleaned)
        since: dt.date | None = cleaned.get("since")
        if since and "profile" in cleaned:
            try:
                what_if.check(self.pool, since, cleaned["profile"], self.changes)
            except RatingError as problem:
                self.refuse(problem, self.changes)
        return cleaned

    def save(self, commit: bool = True) -> WhatIf:
        self.instance.pool, self.instance.parameters = self.pool, self.changes
        saved: WhatIf = super().save(commit)
        return saved
