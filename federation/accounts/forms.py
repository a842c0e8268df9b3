"""The form of the account page."""

from __future__ import annotations

from django import forms

from federation.models import MailPreferences


class MailPreferencesForm(forms.ModelForm):
    """Whether the user is told by mail what became of his files."""

    class Meta:
        model = MailPreferences
        fields = ["of_files"]
