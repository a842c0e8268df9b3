"""Pages of the second factor: the second step of a login, and the factors of one's own account.

They are allauth's views with our templates. A new factor ends the other sessions of the account.
"""

from typing import Any

from allauth.account.internal.flows.reauthentication import reauthenticate_by_password, resume_request
from allauth.account.mixins import NextRedirectMixin
from allauth.account.stages import LoginStageController
from allauth.mfa.adapter import get_adapter
from allauth.mfa.base.views import AuthenticateView, IndexView
from allauth.mfa.models import Authenticator
from allauth.mfa.recovery_codes.views import GenerateRecoveryCodesView, ViewRecoveryCodesView
from allauth.mfa.stages import AuthenticateStage
from allauth.mfa.totp.views import ActivateTOTPView, DeactivateTOTPView
from allauth.mfa.webauthn.views import AddWebAuthnView, RemoveWebAuthnView
from django.contrib import messages
from django.contrib.auth.mixins import LoginRequiredMixin
from django.forms import Form
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect
from django.urls import reverse, reverse_lazy
from django.utils.translation import gettext as _
from django.views.generic import FormView

from federation.accounts import lockout, sessions
from federation.logins import second_factor
from federation.logins.second_factor_forms import NewPasskeyForm, PasswordAgainForm

NEXT = "after_setting_up"  # in the session: the page that people were on their way to
UNSENT = "unsent_form"  # in the session: the form that was sent without a login, signed (resume_form)


class EnterCode(AuthenticateView):
    """The second step of a login: a code or a passkey. Wrong ones lock the login like wrong passwords."""

    template_name = "registration/second_step.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        stage = LoginStageController.enter(request, AuthenticateStage.key)
        refusal = lockout.refusal(request, stage.login.user) if stage else None
        return refusal or super().dispatch(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        keys = second_factor.of_account(self.stage.login.user).filter(type=Authenticator.Type.WEBAUTHN)
        return super().get_context_data(**kwargs) | {"has_passkeys": keys.exists()}

    def form_valid(self, form: Form) -> HttpResponse:
        answer = super().form_valid(form)
        return redirect("send_again") if UNSENT in self.request.session else answer


class PasswordAgain(LoginRequiredMixin, NextRedirectMixin, FormView):
    """Asks for the password once more before one changes how one logs in."""

    form_class = PasswordAgainForm
    template_name = "registration/password_again.html"
    success_url = reverse_lazy("account")

    def get_form_kwargs(self) -> dict[str, Any]:
        return super().get_form_kwargs() | {"request": self.request, "user": self.request.user}

    def form_valid(self, form: PasswordAgainForm) -> HttpResponse:
        reauthenticate_by_password(self.request)
        return resume_request(self.request) or super().form_valid(form)


class Factors(IndexView):
    """Shows which factors the account has and needs, with links to add and remove them."""

    template_name = "registration/second_factor.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        user = self.request.user
        own = list(second_factor.of_account(user).order_by("created_at"))
        codes = Authenticator.objects.filter(user=user, type=Authenticator.Type.RECOVERY_CODES).first()
        return super().get_context_data(**kwargs) | {
            "app": next((each for each in own if each.type == Authenticator.Type.TOTP), None),
            "passkeys": [each for each in own if each.type == Authenticator.Type.WEBAUTHN],
            "codes_left": len(codes.wrap().get_unused_codes()) if codes else 0,
            "is_needed": second_factor.is_needed(user),
        }


class AddApp(ActivateTOTPView):
    """Shows a new secret as a QR code, and takes a code that proves that the app has it."""

    template_name = "registration/add_app.html"

    def form_valid(self, form: Form) -> HttpResponse:
        answer = super().form_valid(form)
        app = Authenticator.objects.get(user=self.request.user, type=Authenticator.Type.TOTP)
        second_factor.use_up_now(app)
        return _added(self.request, app, answer)


class AddPasskey(AddWebAuthnView):
    """Adds a passkey: of a phone, a computer or a security key."""

    form_class = NewPasskeyForm
    template_name = "registration/add_passkey.html"

    def form_valid(self, form: Form) -> HttpResponse:
        answer = super().form_valid(form)
        passkeys = second_factor.of_account(self.request.user).filter(type=Authenticator.Type.WEBAUTHN)
        return _added(self.request, passkeys.latest("pk"), answer)


def _added(request: HttpRequest, factor: Authenticator, answer: HttpResponse) -> HttpResponse:
    second_factor.note_shown(request, request.user, factor)
    sessions.end_others(request)
    messages.success(request, _("Your second factor was added. All other sessions of your account were ended."))
    return answer


class RemoveApp(DeactivateTOTPView):
    template_name = "registration/remove_factor.html"


class RemovePasskey(RemoveWebAuthnView):
    """Removes a passkey, unless the account would be without the factor that it needs."""

    template_name = "registration/remove_factor.html"
    success_url = reverse_lazy("mfa_index")

    def form_valid(self, form: Form) -> HttpResponse:
        if not get_adapter().can_delete_authenticator(self.get_object()):
            messages.error(self.request, get_adapter().error_messages["cannot_delete_authenticator"])
            return redirect("mfa_index")
        return super().form_valid(form)


class RecoveryCodes(ViewRecoveryCodesView):
    """Shows new recovery codes, once."""

    template_name = "registration/recovery_codes.html"

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"next": self._next()}

    def _next(self) -> str:
        """Return the page that people were on their way to when they had to set up a factor."""
        session = self.request.session
        return reverse("send_again") if UNSENT in session else session.get(NEXT, reverse("account"))


class NewRecoveryCodes(GenerateRecoveryCodesView):
    template_name = "registration/new_recovery_codes.html"
