"""The form of the account page."""

from django import forms

from federation.models import MailPreferences


class MailPreferencesForm(forms.ModelForm):
    class Meta:
        model = MailPreferences
        fields = ["of_files"]
