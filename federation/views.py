"""The login page."""

from __future__ import annotations

from django.contrib.auth.views import LoginView
from django.urls import reverse


class LoginPage(LoginView):
    """The login of everybody; it leads to where he works unless he was on his way to another page."""

    def get_default_redirect_url(self) -> str:
        """The federation's staff work in the admin, secretaries in their room."""
        return reverse("admin:index") if self.request.user.is_staff else super().get_default_redirect_url()
