"""The form of an address that receives messages."""

from django import forms
from django.utils.translation import gettext_lazy as _

from federation.models import Webhook


class WebhookForm(forms.Form):
    """An address that receives messages."""

    address = forms.URLField(
        label=_("Address"),
        max_length=300,
        assume_scheme="https",
        help_text=_("It begins with https:// and is reachable from the Internet."),
    )
    events = forms.MultipleChoiceField(
        label=_("Send a message when"), choices=Webhook.Event.choices, widget=forms.CheckboxSelectMultiple
    )
