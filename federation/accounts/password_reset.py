"""The mail to those who forgot their password: how often one may be asked for, and what it says."""

from collections.abc import Iterable
from datetime import timedelta

from axes.models import AccessFailureLog
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.auth.tokens import default_token_generator
from django.template.loader import render_to_string
from django.utils import timezone, translation
from django.utils.encoding import force_bytes
from django.utils.http import urlsafe_base64_encode
from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop as noop

from federation.accounts import mail
from federation.background import jobs
from federation.i18n.errors import UserError
from federation.models import Job

NOT_SENT = noop(
    "The password mail for the account “%(user)s” could not be sent: the mail server refused it. Its answer is "
    "in the administrator's log."
)
ASKED = "forgotten password"  # marks our rows in the table of the login limiter, which writes none there itself


def admits(address: str, client: str | None) -> bool:
    """Return whether the client may ask for one more mail to the address. If so, count it.

    The limits are those of wrong passwords, for each address and for each client. An address without an account counts
    like any other. Older requests are deleted.
    """
    asked = AccessFailureLog.objects.filter(path_info=ASKED)
    asked.filter(attempt_time__lt=timezone.now() - timedelta(hours=settings.AXES_COOLOFF_TIME)).delete()
    name = address.casefold()[:255]
    for same in (asked.filter(username=name), asked.filter(ip_address=client)):
        if same.count() >= settings.AXES_FAILURE_LIMIT:
            return False
    AccessFailureLog.objects.create(path_info=ASKED, username=name, ip_address=client)
    return True


def submit(users: Iterable[User], language: str) -> None:
    """Queue a mail to each of the users.

    The link is made when the mail is sent, so that no job holds what opens an account.
    """
    for user in users:
        arguments = {"user": user.pk, "language": language}
        jobs.submit("password_mail", f"password_mail {user.pk}", arguments)


def send(job: Job, user_id: int, language: str) -> None:
    """Mail the link to an account that is still active. Raise what `mail.deliver` raises.

    It leads to `SITE_URL`, never to the host that the request named.
    """
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        return
    with translation.override(language):
        who = urlsafe_base64_encode(force_bytes(user.pk)), default_token_generator.make_token(user)
        facts = {
            "link": mail.link("new_password", *who),
            "name": user.get_username(),
            "federation_name": settings.FEDERATION_NAME,
        }
        subject = _("Your password at %(federation)s") % {"federation": settings.FEDERATION_NAME}
        text = render_to_string("registration/password_mail.txt", facts)
    mail.deliver(job, user, subject, text, UserError(NOT_SENT, user=mail.account_name(user)))
