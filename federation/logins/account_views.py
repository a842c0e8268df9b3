"""The pages of one's own account: password, sessions, mails."""

from typing import Any

from django import forms
from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import PasswordChangeForm
from django.contrib.auth.views import PasswordChangeView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse, reverse_lazy
from django.utils.translation import get_language, gettext_lazy, ngettext
from django.utils.translation import gettext as _
from django.views.decorators.http import require_POST

from federation import access
from federation.accounts import mail, sessions
from federation.i18n.hreflang import address_in
from federation.logins import second_factor
from federation.logins.second_factor_forms import PasswordAgainForm
from federation.models import Holder, MailPreferences
from federation.structure import hats
from federation.structure.rights import Verb
from federation.web.language import keep


class PreferencesForm(forms.ModelForm):
    """Which mails the user gets, and the language of pages and mails: one they choose, or that of their last page."""

    language = forms.ChoiceField(label=gettext_lazy("Language"), required=False)

    class Meta:
        model = MailPreferences
        fields = ["language", "of_files"]

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        last = _("the language of my last login")
        self.fields["language"].choices = [("", last), *settings.LANGUAGES]
        if not self.instance.chosen:
            self.initial["language"] = ""
        if not mail.are_sent():
            del self.fields["of_files"]

    def save(self, commit: bool = True) -> MailPreferences:
        chosen = self.cleaned_data["language"]
        self.instance.chosen, self.instance.language = bool(chosen), chosen or get_language() or ""
        return super().save(commit)


@login_required
def account(request: HttpRequest) -> HttpResponse:
    """Show the account with links to its other pages, and store its language and mail preferences."""
    sent = request.POST if request.method == "POST" else None
    form = PreferencesForm(sent, instance=mail.preferences_of(request.user))
    if form.is_valid():
        language = form.save().language
        messages.success(request, _("Saved."))
        answer = redirect(address_in(language, reverse("account")))
        keep(answer, language)
        return answer
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
