"""Forms about people's data."""

from django import forms

from federation.models import Erasure


class ErasureForm(forms.ModelForm):
    """Why a person is to be erased."""

    class Meta:
        model = Erasure
        fields = ("reason",)
