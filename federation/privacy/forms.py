"""Forms about people's data."""

from django import forms

from federation.models import Erasure, Rectification


class ErasureForm(forms.ModelForm):
    """Why a person is to be erased."""

    class Meta:
        model = Erasure
        fields = ("reason",)


class RectificationForm(forms.ModelForm):
    """What is wrong on record, and what is right."""

    class Meta:
        model = Rectification
        fields = ("field", "value", "proof")
