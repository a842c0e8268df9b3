"""Login, forgotten passwords, and the page for a form that is no longer valid."""

from typing import Any

from allauth.account.internal.flows.login import perform_password_login
from allauth.account.models import Login
from axes.helpers import get_client_ip_address
from axes.utils import reset
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import SESSION_KEY, logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm, SetPasswordForm
from django.contrib.auth.models import AnonymousUser
from django.contrib.auth.views import LoginView, PasswordResetConfirmView, PasswordResetView
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from federation.access import is_officer
from federation.accounts import hashing, mail, password_reset, resume_form, resume_form_words, sessions
from federation.i18n.hreflang import address_in
from federation.logins import second_factor
from federation.logins.second_factor_views import NEXT, UNSENT
from federation.web.language import keep


class LoginPage(LoginView):
    """The login. It leads to the page that people were on their way to, else to where they work.

    A form that they had sent without being logged in is offered to be sent again.
    """

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        """Answer at once that too many people are logging in."""
        hashing.require_place()
        return super().post(request, *args, **kwargs)

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Keep the form that was sent, after a wrong password as well."""
        unsent = self.request.POST.get("unsent", "")
        return super().get_context_data(unsent=unsent, logged_out=bool(unsent), **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Go on to the second factor if the account has one, or has to have one. Offer what was sent before."""
        user, signed = form.get_user(), self.request.POST.get("unsent", "")
        self.request.user = user  # whose first page it is
        target, language = self.get_success_url(), mail.chosen_language(user)
        if language:
            target = address_in(language, target)
        self.request.user = AnonymousUser()
        if SESSION_KEY in self.request.session:  # of another account, or without a second factor
            logout(self.request)
        if signed:
            self.request.session[UNSENT] = signed
        answer = perform_password_login(self.request, {}, Login(user=user, redirect_url=target))
        if language:
            keep(answer, language)
        if not self.request.user.is_authenticated:
            return answer
        mail.remember_language(user, get_language())
        if second_factor.is_missing(self.request, user):
            self.request.session[NEXT] = target
            return redirect("mfa_index")
        return _offered_again(self.request, answer) if signed else answer

    def get_default_redirect_url(self) -> str:
        """Return the office for officers, the admin for other staff, the club's page for secretaries."""
        if is_officer(self.request.user):
            return reverse("office")
        return reverse("admin:index") if self.request.user.is_staff else super().get_default_redirect_url()


@login_required
def send_again(request: HttpRequest) -> HttpResponse:
    """Offer to send the form that was sent before a login with a second factor."""
    return _offered_again(request, redirect(settings.LOGIN_REDIRECT_URL))


def _offered_again(request: HttpRequest, otherwise: HttpResponse) -> HttpResponse:
    unsent = resume_form.unsent(request.session.pop(UNSENT, ""))
    if unsent is None:
        messages.warning(request, _("What you sent before logging in was not saved. Send it again."))
        return otherwise
    words = resume_form_words.description_of(unsent.path, unsent.fields, request)
    return render(request, "registration/send_again.html", {"unsent": unsent, "words": words})


class ForgottenPassword(PasswordResetView):
    """Asks for the address of an account, and answers the same whether or not there is one. Only if mail is set up."""

    template_name = "registration/forgotten_password.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not mail.are_sent():
            raise Http404
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        """Queue the mails. A job sends them, so that the time of the answer does not show whether an account exists."""
        address = form.cleaned_data["email"]
        if not password_reset.admits(address, get_client_ip_address(self.request)):
            form.add_error(None, _("Too many requests for a new password. Try again in an hour."))
            return self.render_to_response(self.get_context_data(form=form), status=429)
        password_reset.submit(form.get_users(address), get_language())
        return redirect("password_mailed")


class NewPassword(PasswordResetConfirmView):
    """The page behind the link of the mail. It also ends a lockout: whoever reads its mail owns the account."""

    template_name = "registration/new_password.html"
    success_url = reverse_lazy("login")

    def form_valid(self, form: SetPasswordForm) -> HttpResponse:
        answer = super().form_valid(form)
        reset(username=self.user.get_username())
        sessions.end_all(self.user)
        messages.success(self.request, _("Your password was changed. Log in with the new one."))
        return answer


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show that nothing was done, because the token of the form is not that of the session (`CSRF_FAILURE_VIEW`)."""
    page = resume_form.came_from(request) or reverse("home")
    return render(request, "stale_form.html", {"page": page}, status=403)
