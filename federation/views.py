"""The login page, and the page for a form that was opened before its reader logged in or out."""

from __future__ import annotations

from django.contrib.auth.views import LoginView
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import url_has_allowed_host_and_scheme


class LoginPage(LoginView):
    """The login of everybody; it leads to where he works unless he was on his way to another page."""

    def get_default_redirect_url(self) -> str:
        """The federation's staff work in the admin, secretaries in their room."""
        return reverse("admin:index") if self.request.user.is_staff else super().get_default_redirect_url()


def stale_form(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Its token is not that of the session any more (`settings.CSRF_FAILURE_VIEW`): nothing was done, open it again."""
    page = request.headers.get("referer", "")
    if not url_has_allowed_host_and_scheme(page, {request.get_host()}, require_https=request.is_secure()):
        page = reverse("home")
    return render(request, "stale_form.html", {"page": page}, status=403)
