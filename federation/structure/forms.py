"""Forms of offices: on the pages of the admin, and to appoint to an office of a club or a unit."""

from collections.abc import Sequence
from typing import Any

from django import forms
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from federation import access
from federation.i18n.dates import DayInput
from federation.identity.member_numbers import key_of
from federation.models import Member, Office
from federation.profiles.membership import Role
from federation.profiles.words import named
from federation.structure.rights import Verb
from federation.web.concurrent_edits import SharedForm


class OfficeForm(SharedForm):
    """An office has one place, a holder, and a role that the place knows."""

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        club, unit = cleaned.get("club"), cleaned.get("unit")
        if (club is None) == (unit is None):
            raise ValidationError(_("Choose a club or a unit for the office, not both."))
        if cleaned.get("account") is None and cleaned.get("member") is None:
            raise ValidationError(_("Choose the account or the member who holds the office."))
        if cleaned.get("role") == Office.Role.OFFICER and unit is None:
            self.add_error("role", _("An officer is of a unit; choose another role for a club."))
        return cleaned


class AnnounceForm(forms.ModelForm):
    """What of an office is shown in public."""

    class Meta:
        model = Office
        fields = ("public", "contact")


class LastDayForm(forms.Form):
    """When an office ends."""

    last = forms.DateField(label=gettext_lazy("Last day"), widget=DayInput)


class AppointForm(forms.Form):
    """Who gets an office of a club or a unit, and for how long."""

    role = forms.ChoiceField(label=gettext_lazy("Office"))
    account = forms.CharField(
        label=gettext_lazy("User name or e-mail address of their account"), max_length=254, required=False
    )
    member = forms.CharField(
        label=gettext_lazy("Member number"),
        max_length=13,
        required=False,
        help_text=gettext_lazy("For the public page. Without an account the office is only shown."),
    )
    start = forms.DateField(label=gettext_lazy("First day"), widget=DayInput, initial=timezone.localdate)
    end = forms.DateField(
        label=gettext_lazy("Last day"),
        widget=DayInput,
        required=False,
        help_text=gettext_lazy("Without one, the office ends with the season."),
    )
    public = forms.BooleanField(label=gettext_lazy("Show name and office in public"), required=False)
    contact = forms.EmailField(label=gettext_lazy("Public e-mail address"), required=False)

    def __init__(self, by: User, offered: Sequence[Role], *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.by = by
        self.fields["role"].choices = [(role.code, named("roles", role.code, Office.Role)) for role in offered]

    def clean_account(self) -> User | None:
        said = self.cleaned_data["account"].strip()
        if not said:
            return None
        found = User.objects.filter(Q(username=said) | Q(email__iexact=said), is_active=True)[:2]
        if len(found) != 1:
            sentence = _("There are several accounts with this address: give the user name.")
            raise ValidationError(sentence if found else _("There is no account with this name or address."))
        return found[0]

    def clean_member(self) -> Member | None:
        """Return a member whom the user may look up."""
        said = self.cleaned_data["member"].strip()
        if not said:
            return None
        found = access.members_of(self.by, Verb.SEE_MEMBERS).filter(key=key_of(said), merged_into=None).first()
        if found is None:
            raise ValidationError(_("None of the members you may see has this number."))
        return found

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or self.cleaned_data
        if not self.errors and cleaned["account"] is None and cleaned["member"] is None:
            raise ValidationError(_("Name the account or the member who holds the office."))
        if (first := cleaned.get("start")) and (last := cleaned.get("end")) and last < first:
            self.add_error("end", _("An office cannot end before it starts."))
        return cleaned
