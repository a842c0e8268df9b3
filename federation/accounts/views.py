"""Login, forgotten passwords, the account page, the privacy page, and the page for a form that is no longer valid."""

from typing import Any

from axes.helpers import get_client_ip_address
from axes.utils import reset
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm, SetPasswordForm
from django.contrib.auth.views import LoginView, PasswordResetConfirmView, PasswordResetView
from django.forms import modelform_factory
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.accounts import mail, password_reset, resume_form, resume_form_words
from federation.models import MailPreferences

PreferencesForm = modelform_factory(MailPreferences, fields=["of_files"])


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """Show what the site publishes of players, and whom they ask to correct or hide it."""
    return render(request, "privacy.html", {"contact": settings.CONTACT})


class LoginPage(LoginView):
    """The login. It leads to the page that people were on their way to, else to where they work.

    A form that they had sent without being logged in is offered to be sent again.
    """

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """Keep the form that was sent, after a wrong password as well."""
        unsent = self.request.POST.get("unsent", "")
        return super().get_context_data(unsent=unsent, logged_out=bool(unsent), **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """Log in, and offer the form that was sent before."""
        answer = super().form_valid(form)
        mail.remember_language(form.get_user(), get_language())
        signed = self.request.POST.get("unsent", "")
        unsent = resume_form.unsent(signed)
        if unsent:
            words = resume_form_words.description_of(unsent.path, unsent.fields, self.request)
            return render(self.request, "registration/send_again.html", {"unsent": unsent, "words": words})
        if signed:
            messages.warning(self.request, _("What you sent before logging in was not saved. Send it again."))
        return answer

    def get_default_redirect_url(self) -> str:
        """Return the admin for staff, the club's page for secretaries."""
        return reverse("admin:index") if self.request.user.is_staff else super().get_default_redirect_url()


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
    """The page behind the link of the mail. It also ends a lockout: who reads the mail of the account owns it."""

    template_name = "registration/new_password.html"
    success_url = reverse_lazy("login")

    def form_valid(self, form: SetPasswordForm) -> HttpResponse:
        answer = super().form_valid(form)
        reset(username=self.user.get_username())
        messages.success(self.request, _("Your password was changed. Log in with the new one."))
        return answer


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Show that nothing was done, because the token of the form is not that of the session (`CSRF_FAILURE_VIEW`)."""
    page = resume_form.came_from(request) or reverse("home")
    return render(request, "stale_form.html", {"page": page}, status=403)


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Show and store the mail preferences, and the language of mails. Only if mail is set up."""
    if not mail.are_sent():
        raise Http404
    is_sent = request.method == "POST"
    form = PreferencesForm(request.POST if is_sent else None, instance=mail.preferences_of(request.user))
    if is_sent and form.is_valid():
        form.instance.language = get_language()
        form.save()
        messages.success(request, _("Saved."))
        return redirect("account")
    return render(request, "registration/account.html", {"form": form})
