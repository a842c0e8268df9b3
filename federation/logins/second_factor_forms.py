"""The forms that ask for a second factor. Wrong answers count as failed logins."""

from typing import Any

from allauth.core import context
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.forms import AuthenticateForm
from allauth.mfa.models import Authenticator
from allauth.mfa.webauthn.forms import AddWebAuthnForm, AuthenticateWebAuthnForm
from cryptography.exceptions import InvalidSignature
from django import forms
from django.contrib.auth import authenticate
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from federation.accounts import lockout
from federation.logins import second_factor

NOT_A_CREDENTIAL = (AttributeError, InvalidSignature, KeyError, TypeError, ValueError)  # what fido2 raises


class CodeForm(AuthenticateForm):
    """Asks for a code of the authenticator app, or a recovery code."""

    def clean_code(self) -> str:
        code = self.cleaned_data["code"]
        factor = second_factor.use_code(self.user, code)
        if factor is None:
            lockout.count_failure(context.request, self.user)
            raise get_adapter().validation_error("incorrect_code")
        factor.user = self.user
        self.authenticator = factor
        return code


class PasskeyForm(AuthenticateWebAuthnForm):
    """Carries the answer of a passkey to the challenge of the page."""

    def clean_credential(self) -> Authenticator:
        try:
            return super().clean_credential()
        except (ValidationError, *NOT_A_CREDENTIAL) as problem:
            lockout.count_failure(context.request, self.user)
            raise ValidationError(_("The passkey was not accepted. Try again, or use a code.")) from problem


class NewPasskeyForm(AddWebAuthnForm):
    """Carries a new passkey and the name that its owner gives it."""

    name = forms.CharField(label=_("Name of the passkey"), required=False, max_length=60)

    def clean(self) -> dict[str, Any]:
        try:
            return super().clean()
        except (ValidationError, *NOT_A_CREDENTIAL) as problem:
            raise ValidationError(_("The passkey was not accepted. Open this page again.")) from problem


class PasswordAgainForm(forms.Form):
    """Asks for the password of the account that is logged in."""

    password = forms.CharField(
        label=_("Password"), widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, *args: Any, request: HttpRequest, user: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.request, self.user = request, user

    def clean_password(self) -> str:
        password = self.cleaned_data["password"]
        if authenticate(self.request, username=self.user.get_username(), password=password) is None:
            raise ValidationError(_("Wrong password. Check capital letters."))
        return password
