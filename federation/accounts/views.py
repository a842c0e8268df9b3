"""What is shown of a player, the login, a new password for who forgot his, and the page for a form that was opened
before its reader logged in."""

from __future__ import annotations

from typing import Any

from axes.helpers import get_client_ip_address
from axes.utils import reset
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm, PasswordResetForm, SetPasswordForm
from django.contrib.auth.views import LoginView, PasswordResetConfirmView, PasswordResetView
from django.http import Http404, HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from federation.accounts import mail, password_reset, resume_form, resume_form_words
from federation.accounts.forms import MailPreferencesForm


@require_safe
def privacy(request: HttpRequest) -> HttpResponse:
    """What the site shows of a player, and whom he asks to correct or hide it."""
    return render(request, "privacy.html", {"contact": settings.CONTACT})


class LoginPage(LoginView):
    """The login of everybody; it leads to where he works unless he was on his way to another page.

    What he had sent without being logged in is offered to be sent again.
    """

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        """A wrong password does not lose what he had sent."""
        unsent = self.request.POST.get("unsent", "")
        return super().get_context_data(unsent=unsent, logged_out=bool(unsent), **kwargs)

    def form_valid(self, form: AuthenticationForm) -> HttpResponse:
        """On his way, or to what he had sent."""
        answer = super().form_valid(form)
        mail.remember_language(form.get_user(), get_language())
        signed = self.request.POST.get("unsent", "")
        unsent = resume_form.unsent(signed)
        if unsent:
            context = {"unsent": unsent, "words": resume_form_words.words_of(unsent.path, unsent.fields, self.request)}
            return render(self.request, "registration/send_again.html", context)
        if signed:
            messages.warning(self.request, _("What you had sent before you logged in was not saved. Do it again."))
        return answer

    def get_default_redirect_url(self) -> str:
        """The federation's staff work in the admin, secretaries in their room."""
        return reverse("admin:index") if self.request.user.is_staff else super().get_default_redirect_url()


class ForgottenPassword(PasswordResetView):
    """Asks for the address of an account and says the same whether or not there is one. Only where mail is set up."""

    template_name = "registration/forgotten_password.html"

    def dispatch(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Without a mail server there is no such page."""
        if not mail.are_sent():
            raise Http404
        return super().dispatch(request, *args, **kwargs)

    def form_valid(self, form: PasswordResetForm) -> HttpResponse:
        """The mails are sent by a job: how long the answer takes does not tell whether there is an account."""
        address = form.cleaned_data["email"]
        if not password_reset.admits(address, get_client_ip_address(self.request)):
            form.add_error(None, _("A new password was asked for too often. Try again in an hour."))
            return self.render_to_response(self.get_context_data(form=form), status=429)
        password_reset.submit(form.get_users(address), self.request.build_absolute_uri("/"), get_language())
        return redirect("password_mailed")


class NewPassword(PasswordResetConfirmView):
    """The page behind the link of the mail. Who proved to read the account's mail is not locked out any more."""

    template_name = "registration/new_password.html"
    success_url = reverse_lazy("login")

    def form_valid(self, form: SetPasswordForm) -> HttpResponse:
        """On to the login."""
        answer = super().form_valid(form)
        reset(username=self.user.get_username())
        messages.success(self.request, _("Your password was changed. Log in with the new one."))
        return answer


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Its token is not that of the session any more (`settings.CSRF_FAILURE_VIEW`): nothing was done, open it again."""
    page = resume_form.came_from(request) or reverse("home")
    return render(request, "stale_form.html", {"page": page}, status=403)


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """A tick, and the language of the page. Only where mail is set up."""
    if not mail.are_sent():
        raise Http404
    is_sent = request.method == "POST"
    form = MailPreferencesForm(request.POST if is_sent else None, instance=mail.preferences_of(request.user))
    if is_sent and form.is_valid():
        form.instance.language = get_language()
        form.save()
        messages.success(request, _("Saved."))
        return redirect("account")
    return render(request, "registration/account.html", {"form": form})
