"""The form of the account page."""

from django import forms

from federation.models import MailPreferences


class MailPreferencesForm(forms.ModelForm):
    """Whether the user gets mails about their files."""

    class Meta:
        model = MailPreferences
        fields = ["of_files"]
