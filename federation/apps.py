"""The federation app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class FederationConfig(AppConfig):
    """Names the app in the admin."""

    name = "federation"
    verbose_name = _("Federation")
