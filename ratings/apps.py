"""The ratings app."""

from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RatingsConfig(AppConfig):
    """The name of the app in the admin."""

    name = "ratings"
    verbose_name = _("Ratings")
