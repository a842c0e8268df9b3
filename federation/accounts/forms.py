"""The form of the account page."""

from __future__ import annotations

from django import forms

from federation.models import MailWishes


class MailWishesForm(forms.ModelForm):
    """Whether the user is told by mail what became of his files."""

    class Meta:
        model = MailWishes
        fields = ["of_files"]
