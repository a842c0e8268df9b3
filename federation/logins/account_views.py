"""The pages of one's own account: password, sessions, mails."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import PasswordChangeView
from django.forms import modelform_factory
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse_lazy
from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation import access
from federation.accounts import mail, sessions
from federation.logins import second_factor
from federation.logins.second_factor_forms import PasswordAgainForm
from federation.models import Holder, MailPreferences
from federation.structure import hats
from federation.structure.rights import Verb

PreferencesForm = modelform_factory(MailPreferences, fields=["of_files"])


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Lead to everything of the account; show and store the mail preferences where mails are sent."""
    is_sent = request.method == "POST" and mail.are_sent()
    form = PreferencesForm(request.POST if is_sent else None, instance=mail.preferences_of(request.user))
    if is_sent and form.is_valid():
        form.instance.language = get_language()
        form.save()
        messages.success(request, _("Saved."))
        return redirect("account")
    hats.refresh(request)
    people = Holder.objects.filter(account=request.user).select_related("member", "guardian")
    facts = {
        "form": form,
        "factors": second_factor.of_account(request.user).count(),
        "people": people,
        "may_help": access.may_everywhere(request.user, Verb.APPOINT),
    }
    return render(request, "registration/account.html", facts)


class PasswordForm(PasswordChangeForm):
    """Asks for the old password, too. A wrong one counts as a failed login."""

    request: HttpRequest

    def clean_old_password(self) -> str:
        again = PasswordAgainForm({"password": self.cleaned_data["old_password"]}, request=self.request, user=self.user)
        if not again.is_valid():
            raise forms.ValidationError(again.errors["password"])
        return self.cleaned_data["old_password"]


class ChangePassword(PasswordChangeView):
    """Changes the password of the account, with or without mail, and ends its other sessions."""

    form_class = PasswordForm
    template_name = "registration/change_password.html"
    success_url = reverse_lazy("account")

    def get_form(self, form_class: type[PasswordForm] | None = None) -> PasswordForm:
        form = super().get_form(form_class)
        form.request = self.request
        return form

    def form_valid(self, form: PasswordForm) -> HttpResponse:
        answer = super().form_valid(form)
        sessions.end_others(self.request)
        messages.success(self.request, _("Your password was changed. All other sessions of your account were ended."))
        return answer

    def get_context_data(self, **kwargs: Any) -> dict[str, Any]:
        return super().get_context_data(**kwargs) | {"button": _("Change the password")}


@login_required
def list_sessions(request: HttpRequest) -> HttpResponse:
    """Show where the account is logged in."""
    return render(request, "registration/sessions.html", {"places": sessions.of_account(request)})


@require_POST
@login_required
def end_sessions(request: HttpRequest) -> HttpResponse:
    """End the session that the form names, or all others."""
    name = request.POST.get("session", "")
    ended = sessions.end(request.user, name) if name else sessions.end_others(request)
    words = ngettext("%(count)s session was ended.", "%(count)s sessions were ended.", ended)
    messages.success(request, words % {"count": ended})
    return redirect("sessions")
