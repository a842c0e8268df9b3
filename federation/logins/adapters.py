"""What allauth asks the site: no sign-up, no mails or messages of its own, factors encrypted where they are stored."""

import time

from allauth.account import app_settings
from allauth.account.adapter import DefaultAccountAdapter
from allauth.account.authentication import get_authentication_records
from allauth.mfa.adapter import DefaultMFAAdapter
from allauth.mfa.models import Authenticator
from cryptography.fernet import Fernet, InvalidToken
from django.conf import settings
from django.contrib.auth.models import AnonymousUser, User
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext_lazy as _

from federation.database.sealed import cipher
from federation.logins import second_factor


class AccountAdapter(DefaultAccountAdapter):
    """Logins end in two steps, of which the second asks for a factor if the account has one."""

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        return False

    def get_login_stages(self) -> list[str]:
        return ["allauth.mfa.stages.AuthenticateStage"]

    def add_message(self, *args: object, **kwargs: object) -> None:
        """Say nothing: our pages say what was done."""

    def send_notification_mail(self, *args: object, **kwargs: object) -> None:
        """Send nothing: allauth would send it in the request."""

    def get_reauthentication_methods(self, user: User | AnonymousUser) -> list[dict[str, object]]:
        """Ask for the password again, on a page of ours."""
        return [{"id": "reauthenticate", "url": reverse("account_reauthenticate")}] if user.is_authenticated else []

    def is_reauthentication_required(self, *, app: str, **kwargs: object) -> bool:
        """Return whether the last login is too long ago to change how one logs in."""
        records = get_authentication_records(self.request, self.request.user)
        return not any(time.time() - record["at"] < app_settings.REAUTHENTICATION_TIMEOUT for record in records)


class FactorAdapter(DefaultMFAAdapter):
    """The secrets of factors are encrypted with a key made from SECRET_KEY: a backup alone opens no account."""

    error_messages = {
        "incorrect_code": _("This code is wrong or was used already. Wait for the next one, and check your clock."),
        "cannot_delete_authenticator": _("Your account needs a second factor: add another one first."),
    }

    def get_totp_issuer(self) -> str:
        return settings.FEDERATION_NAME

    def _get_site_name(self) -> str:
        return settings.FEDERATION_NAME

    def _get_user_identifier(self, user: User) -> str:
        return user.get_username()

    def encrypt(self, text: str) -> str:
        return cipher("second factor").encrypt(text.encode()).decode()

    def decrypt(self, encrypted_text: str) -> str:
        """Return the secret, one that fits no code if SECRET_KEY has changed since."""
        try:
            return cipher("second factor").decrypt(encrypted_text.encode()).decode()
        except InvalidToken:
            return Fernet.generate_key().hex()[:32].translate(str.maketrans("0189", "abcd"))

    def can_delete_authenticator(self, authenticator: Authenticator) -> bool:
        """Return whether the account may do without it: another factor is left, or it needs none."""
        others = second_factor.of_account(authenticator.user).exclude(pk=authenticator.pk)
        return others.exists() or not second_factor.is_needed(authenticator.user)
