"""For whom the login limiter counts wrong passwords."""

from axes.models import AccessAttempt
from django.conf import settings
from django.http import HttpRequest


def login_name(request: HttpRequest, credentials: dict[str, str] | None) -> str | None:
    """Return the user name of a login, cut to what the table of failures holds. No account has a longer one."""
    name = (credentials or request.POST).get(settings.AXES_USERNAME_FORM_FIELD)
    return name and name[: AccessAttempt._meta.get_field("username").max_length]
