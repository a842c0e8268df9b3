"""Whom the limiter of logins counts wrong passwords for."""

from __future__ import annotations

from axes.models import AccessAttempt
from django.conf import settings
from django.http import HttpRequest


def login_name(request: HttpRequest, credentials: dict[str, str] | None) -> str | None:
    """The name of who logs in, as far as there is room to note it: longer ones are nobody's, and count all the same."""
    name = (credentials or request.POST).get(settings.AXES_USERNAME_FORM_FIELD)
    return name and name[: AccessAttempt._meta.get_field("username").max_length]
