"""The forms of invitations and of claiming one's record."""

from typing import Any

from django import forms
from django.contrib.auth.forms import BaseUserCreationForm
from django.utils.translation import gettext_lazy as _

from federation.profiles.membership import Role


class InviteForm(forms.Form):
    """The address, and one of the offices that the inviter may give."""

    email = forms.EmailField(label=_("E-mail address"))
    role = forms.ChoiceField(label=_("Office"))

    def __init__(self, *args: Any, roles: tuple[Role, ...], names: dict[str, str], **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["role"].choices = [(role.code, names.get(role.code, role.code)) for role in roles]


class NewAccountForm(BaseUserCreationForm):
    """User name and password of a new account; its address is that of the invitation."""


class ClaimForm(forms.Form):
    """What a person knows about their own record."""

    number = forms.CharField(label=_("Member number"), max_length=20)
    birth_date = forms.DateField(label=_("Birth date"), widget=forms.DateInput(attrs={"type": "date"}))
    email = forms.EmailField(
        label=_("E-mail address"),
        help_text=_("The address that your club has on record, for children that of a parent or guardian."),
    )
