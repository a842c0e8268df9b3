"""Forms of the club secretary: filters of the members, a new member, a transfer, contact data, guardians."""

import datetime as dt
from collections.abc import Iterable, Mapping
from typing import Any, ClassVar

from django import forms
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation.enrolment.new_members import Person
from federation.enrolment.renewal import kinds_on
from federation.enrolment.transfers import SENTENCE
from federation.i18n.dates import DayInput
from federation.identity.member_numbers import key_of
from federation.identity.seasons import ONE_DAY, bounds
from federation.imports.columns import CellError, telephone
from federation.imports.member_form import READERS
from federation.members.numbers import gives_numbers
from federation.models import ApiToken, Guardian, Member, PersonalDetail, Sex
from federation.profiles.reading import profile
from federation.profiles.words import name_of

LABELS = {
    "last_name": gettext_lazy("last name"),
    "first_name": gettext_lazy("first name"),
    "birth_date": gettext_lazy("birth date"),
    "sex": gettext_lazy("sex"),
    "nationality": gettext_lazy("nationality"),
    "fide_federation": gettext_lazy("FIDE federation"),
    "fide_id": gettext_lazy("FIDE ID"),
    "number": gettext_lazy("member number"),
    "kind": gettext_lazy("kind"),
}
DETAILS = PersonalDetail.What
ALWAYS = ("last_name", "first_name", "birth_date", "sex", "nationality", "fide_id", "email", "telephone")


class TelephoneField(forms.CharField):
    """A telephone number, as an import accepts it."""

    def clean(self, value: Any) -> str:
        cleaned: str = super().clean(value)
        try:
            return telephone(cleaned) if cleaned else ""
        except CellError as error:
            raise forms.ValidationError(str(error)) from error


FIELDS: dict[str, type[forms.CharField]] = {DETAILS.EMAIL: forms.EmailField, DETAILS.TELEPHONE: TelephoneField}


def kind_choices(day: dt.date) -> list[tuple[str, str]]:
    """Return the kinds in which a club affiliates members on the day: code and name."""
    return [(kind.code, name_of("kinds", kind.code)) for kind in kinds_on(day)] or [("full", name_of("kinds", "full"))]


class MembersFilter(forms.Form):
    """Which members of the club the list shows."""

    season = forms.TypedChoiceField(label=gettext_lazy("season"), coerce=int, required=False)
    q = forms.CharField(label=gettext_lazy("name or member number"), required=False, max_length=60)
    category = forms.ChoiceField(label=gettext_lazy("category"), required=False)
    kind = forms.ChoiceField(label=gettext_lazy("kind"), required=False)
    fee_class = forms.ChoiceField(label=gettext_lazy("fee class"), required=False)
    lacks = forms.ChoiceField(label=gettext_lazy("what is missing"), required=False)

    def __init__(
        self, data: Mapping[str, str], seasons: list[tuple[int, str]], found: Mapping[str, Iterable[tuple[str, str]]]
    ) -> None:
        super().__init__(data, auto_id="filter_%s")
        every = ("", _("all"))
        self.fields["season"].choices = seasons
        for name, choices in found.items():
            self.fields[name].choices = [every, *choices]
        lacks = [("birth_date", _("birth date")), ("consent", _("consent of a guardian"))]
        self.fields["lacks"].choices = [("", "–"), *lacks]
        for field in self.fields.values():
            field.label = capfirst(field.label)


class EnrolmentForm(forms.Form):
    """A person whom a club enrols: the data that the profile requires of a new member, and optional ones."""

    last_name = forms.CharField(max_length=60)
    first_name = forms.CharField(max_length=60, required=False)
    birth_date = forms.DateField(widget=DayInput, required=False)
    sex = forms.ChoiceField(choices=[("", "–"), *Sex.choices[:2]], required=False)
    nationality = forms.CharField(max_length=3, required=False, help_text=gettext_lazy("Three letters, such as FRA."))
    fide_federation = forms.CharField(max_length=3, required=False)
    fide_id = forms.IntegerField(required=False, min_value=1, max_value=999_999_999)
    number = forms.CharField(max_length=13, required=False)
    kind = forms.ChoiceField()

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        today = timezone.localdate()
        required = set(profile().on(today).new_member.required)
        if "birth_year" in required:
            required = required - {"birth_year"} | {"birth_date"}
        for what in DETAILS:
            self.fields[what.value] = FIELDS.get(what, forms.CharField)(max_length=200, required=False)
        shown = {*ALWAYS, *required, "kind"} | (set() if gives_numbers() else {"number"})
        for name in [name for name in self.fields if name not in shown]:
            del self.fields[name]
        self.fields["kind"].choices = kind_choices(today)
        if not gives_numbers():
            required.add("number")
        for name, field in self.fields.items():
            field.label = capfirst(LABELS.get(name) or DETAILS(name).label)
            field.required = field.required or name in required
            field.widget.attrs.setdefault("autocomplete", "off")
        self.order_fields([*(name for name in self.fields if name != "kind"), "kind"])

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        for name in READERS.keys() & cleaned.keys():
            if cleaned[name] not in (None, ""):
                try:
                    cleaned[name] = READERS[name](str(cleaned[name]))
                except CellError as error:
                    self.add_error(name, str(error))
        if number := cleaned.get("number"):
            field = Member._meta.get_field("number")
            try:
                cleaned["number"] = field.clean(number, None)
            except forms.ValidationError as error:
                self.add_error("number", error)
        return cleaned

    @property
    def person(self) -> Person:
        """Return the person of a valid form."""
        said = self.cleaned_data
        own = {
            name: said[name] for name in ("last_name", "first_name", "birth_date", "sex", "nationality") if name in said
        }
        for name in ("fide_federation", "fide_id", "number"):
            if said.get(name):
                own[name] = said[name]
        return Person(**own, details={what: said[what] for what in DETAILS.values if said.get(what)})


class TransferForm(forms.Form):
    """Whom a club asks for: by member number."""

    number = forms.CharField(label=gettext_lazy("Member number"), max_length=13)
    reason = forms.CharField(
        label=gettext_lazy("Reason"),
        min_length=SENTENCE,
        max_length=300,
        help_text=gettext_lazy("One sentence. Outside the period for transfers an officer decides."),
    )
    effective = forms.DateField(label=gettext_lazy("First day in the new club"), widget=DayInput, required=False)

    def __init__(self, *args: Any, outside: bool = False, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        if not outside:
            del self.fields["reason"], self.fields["effective"]
        else:
            self.fields["effective"].initial = timezone.localdate() + ONE_DAY

    def clean_number(self) -> Member:
        key = key_of(self.cleaned_data["number"])
        found = Member.objects.select_related("merged_into").filter(key=key).first() if key else None
        if found is None:
            raise forms.ValidationError(_("There is no member with this number. The list of players has the numbers."))
        return found.merged_into or found

    def clean_effective(self) -> dt.date | None:
        day = self.cleaned_data["effective"]
        today = timezone.localdate()
        if day and not today < day <= bounds(today.year + 1)[1]:
            raise forms.ValidationError(_("Choose a later day than today, in this season or the next."))
        return day


class ReasonForm(forms.Form):
    """A reason, in a sentence."""

    reason = forms.CharField(label=gettext_lazy("Reason"), max_length=300, required=False)


class DetailsForm(forms.Form):
    """The contact data of a member, each with who sees it."""

    def __init__(
        self, *args: Any, details: Mapping[str, PersonalDetail], choices: list[tuple[str, str]], **kwargs: Any
    ) -> None:
        super().__init__(*args, **kwargs)
        self.details = details
        for what in DETAILS:
            known = details.get(what)
            self.fields[what.value] = FIELDS.get(what, forms.CharField)(
                label=capfirst(what.label), max_length=200, required=False, initial=known.value if known else ""
            )
            self.fields[f"{what.value}_seen_by"] = forms.ChoiceField(
                label=_("Who sees it"),
                choices=choices,
                required=False,
                initial=known.visibility if known else PersonalDetail.Visibility.OFFICERS,
            )

    def pairs(self) -> list[tuple[Any, Any]]:
        """Return for each detail its two fields."""
        return [(self[what.value], self[f"{what.value}_seen_by"]) for what in DETAILS]


class GuardianForm(forms.ModelForm):
    """A parent or guardian of a minor."""

    class Meta:
        model = Guardian
        fields = ("name", "relation", "email", "telephone")
        field_classes: ClassVar = {"telephone": TelephoneField}


class DeathForm(forms.Form):
    died_on = forms.DateField(label=gettext_lazy("Died on"), widget=DayInput, required=False)


class TokenForm(forms.Form):
    """A token for a program of the club."""

    name = forms.CharField(
        label=gettext_lazy("Used by"),
        max_length=60,
        help_text=gettext_lazy(
            "The name by which you recognise it when you revoke it: the web site, the pairing program."
        ),
    )
    scopes = forms.MultipleChoiceField(
        label=gettext_lazy("What it may do"),
        choices=ApiToken.Scope.choices,
        widget=forms.CheckboxSelectMultiple,
    )
