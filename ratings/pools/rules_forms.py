"""The forms of a pool's rules from a day on: a field for each parameter once the system is chosen."""

from collections.abc import Collection, Mapping
from functools import cached_property
from json import dumps
from typing import Any, Final

from django import forms
from django.utils.html import escape
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from federation.i18n.dates import long_date
from federation.web.concurrent_edits import changed_meanwhile
from ratings.errors import RatingError
from ratings.models import PoolRules, RatingList, RatingPool
from ratings.pools.creation import ALWAYS
from ratings.pools.parameter_fields import PREFIX, Empty, ParametersForm, filled_parameters
from ratings.pools.rules import parameters_of, system_of
from ratings.wording import NAMES, WORDING
from ratings.wording.parameter import names_of

LETTER: Final = "seed"  # the profile that every system has: its rules to the letter
OF_PROFILE: Final = Empty(_("profile: %(value)s"), _("as in the profile"))
EXAMPLE: Final = {"example": dumps({"floor": 1300})}


class PoolRulesForm(forms.ModelForm):
    """The profile of the pool's system; a new row starts with that of the previous rules."""

    class Meta:
        model = PoolRules
        fields = ("valid_from", "profile")

    def __init__(
        self, *args: Any, pool: RatingPool, before: PoolRules | None, is_first: bool = False, **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.pool = pool
        self._is_first = is_first
        others = [
            (NAMES[system], [(key, name) for key, name in wording.PROFILES.items() if key != LETTER])
            for system, wording in WORDING.items()
        ]
        self.fields["profile"] = forms.ChoiceField(
            label=_("Profile"),
            choices=[(LETTER, _("The official rules")), *(group for group in others if group[1])],
            initial=before.profile if before else LETTER,
        )
        if is_first:
            self.fields["valid_from"].initial = ALWAYS

    def has_changed(self) -> bool:
        """Return True for the first rules of a pool, so that they are saved even if unchanged."""
        return self._is_first or super().has_changed()

    def clean_profile(self) -> str:
        """Return the profile. Refuse that of another system."""
        profile = str(self.cleaned_data["profile"])
        if profile not in getattr(WORDING.get(self.pool.system), "PROFILES", {profile}):
            raise forms.ValidationError(_("These rules belong to another system."))
        return profile


class ParameterRulesForm(ParametersForm, PoolRulesForm):
    """Rules of a pool with its system: a field for each parameter; an empty one means the value of the profile.

    A new row starts as a copy of the previous rules. What no field can show as stored is below the fields as JSON.
    """

    class Meta(PoolRulesForm.Meta):
        fields = (*PoolRulesForm.Meta.fields, "parameters")

    def __init__(self, *args: Any, before: PoolRules | None, **kwargs: Any) -> None:
        super().__init__(*args, before=before, **kwargs)
        self.wording = WORDING[self.pool.system]
        is_change = before is not None and self.instance.pk is None
        first = before if is_change else self.instance
        profiles = self.wording.PROFILES
        profile = first.profile if first.profile in profiles else LETTER
        self.add_parameters(parameters_of(PoolRules(profile=profile), system_of(self.pool)), OF_PROFILE)
        rest = self._begin_with(first.parameters or {})
        self.fields["profile"] = forms.ChoiceField(
            label=_("Profile"),
            choices=list(profiles.items()),
            initial=profile,
            help_text=self._differences(rest),
        )
        for field in self.fields.values():
            field.show_hidden_initial = True  # the page sends back what it showed, besides what was entered
        if is_change:
            self.fields["valid_from"].help_text = _("To change a rule, enter the date of the first list it applies to.")

    def clean(self) -> dict[str, Any]:
        """Let the system check the rules; its errors are shown in its own words.

        Refuse rules that a colleague has changed since the page was shown, instead of mixing both.
        """
        cleaned = super().clean()
        if not self.errors:
            rules = PoolRules(profile=cleaned["profile"], parameters=cleaned["parameters"])
            try:
                parameters_of(rules, system_of(self.pool))
            except RatingError as problem:
                self.refuse(problem, rules.parameters)
        is_change = self.instance.pk and self.has_changed()
        if is_change and any(changed_meanwhile(self, name) for name in self.fields):
            sentence = _("Someone else has meanwhile changed these rules. Open the page again to see them.")
            self.add_error(None, sentence)
        return cleaned

    def clean_parameters(self) -> dict[str, Any]:
        """Return the parameters from the fields and the JSON together; stored ones keep their order."""
        rest, filled = self.cleaned_data["parameters"] or {}, filled_parameters(self.cleaned_data)
        if not isinstance(rest, dict):
            raise forms.ValidationError(_("Write names and values in braces: %(example)s."), params=EXAMPLE)
        for name in rest.keys() & filled.keys():
            facts = {"name": names_of(self.wording.RULES)[name].name}
            raise forms.ValidationError(_("“%(name)s” has its own field: remove it here."), params=facts)
        now = rest | filled
        return {name: now[name] for name in [*(self.instance.parameters or {}), *now] if name in now}

    def _begin_with(self, parameters: Mapping[str, Any]) -> dict[str, Any]:
        """Fill the fields, put what none of them can show into the JSON, and return that."""
        rest = {}
        for name, value in parameters.items():
            field = self.fields.get(PREFIX + name)
            if field and _can_show(field, value):
                field.initial = value
            else:
                rest[name] = value
        other = self.fields["parameters"] = self.fields.pop("parameters")  # cleaned last, with the values of the fields
        other.label = _("Other parameters")
        other.help_text = _("Advanced: parameters without a field above, as names and values in braces.")
        other.error_messages["invalid"] = _("Write names and values in braces: %(example)s.") % EXAMPLE
        other.widget.attrs["rows"] = 3
        self.initial["parameters"] = rest
        return rest

    def _differences(self, rest: Mapping[str, Any]) -> str:
        """Return in words where the row differs from the profile."""
        fields = [(rule, self.fields[PREFIX + name].initial) for name, rule in names_of(self.wording.RULES).items()]
        words = [f"{rule.name} ({rule.shown(value)})" for rule, value in fields if value is not None]
        words += [f"{name} ({dumps(value)})" for name, value in rest.items()]
        return escape(gettext("Changed from the profile: %(rules)s.") % {"rules": ", ".join(words)}) if words else ""


class PoolRulesFormSet(forms.BaseInlineFormSet):
    """The rules of one pool, which may be new itself."""

    def get_form_kwargs(self, index: int | None) -> dict[str, Any]:
        """Tell every form the pool and its latest rules, or that it is for the first ones."""
        before = self._latest
        return super().get_form_kwargs(index) | {
            "pool": self.instance,
            "before": before,
            "is_first": index == 0 and before is None,
        }

    def clean(self) -> None:
        """Refuse to leave the pool without rules, also for the day of the first calculated list."""
        super().clean()
        if any(self.errors):
            return
        filled = (form.cleaned_data for form in self.forms)
        days = [rules["valid_from"] for rules in filled if rules.get("valid_from") and not rules.get("DELETE")]
        if not days:
            raise forms.ValidationError(_("Keep at least one set of rules: without any, no list can be calculated."))
        lists = RatingList.objects.filter(pool=self.instance.pk, imported=False, date__lt=min(days))
        if first := lists.order_by("date").only("date").first():
            facts = {"date": long_date(first.date)}
            raise forms.ValidationError(_("The list of %(date)s would have no rules."), params=facts)

    def get_unique_error_message(self, unique_check: Collection[str]) -> str:
        """Return the error of the only unique field, the day."""
        return gettext("Two sets of rules start on the same day.")

    @cached_property
    def _latest(self) -> PoolRules | None:
        return max(self.get_queryset(), key=lambda rules: rules.valid_from, default=None)


def _can_show(field: forms.Field, value: Any) -> bool:
    try:
        read = field.clean(field.prepare_value(value))
    except forms.ValidationError:
        return False
    return bool(read == value)
