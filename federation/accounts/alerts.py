"""Mails to the administrators when a part of the site fails, and when all of them work again.

The sweeper sends them itself: a job would wait for a worker, which may be the part that failed.
"""

import logging

from django.contrib.auth.models import User
from django.utils.translation import gettext as _

from federation.accounts import mail
from federation.background import health
from federation.models import Sign

log = logging.getLogger(__name__)

ALERTED = "alert"  # the sign that holds which failures the administrators were mailed


class Alerts:
    """Reports a part that failed at two checks in a row: a restart is no failure."""

    def __init__(self) -> None:
        self._before: list[str] = []

    def look(self) -> None:
        """Check the parts of the site, and mail the administrators what they do not know yet."""
        ill, lines = health.state()
        lasting, self._before = [part for part in ill if part in self._before], ill
        if "database" in ill:  # the addresses are in the database; monitors report this failure
            return
        last = Sign.objects.filter(part=ALERTED).first()
        known = last.facts["ill"] if last else []
        is_news = bool(set(lasting) - set(known)) or bool(known and not ill)
        if is_news:
            Sign.leave(ALERTED, ill=lasting)
            _tell(lasting, lines)


def _tell(ill: list[str], lines: list[str]) -> None:
    if not mail.are_sent():
        return
    for user in User.objects.filter(is_superuser=True, is_active=True).exclude(email="").order_by("pk"):
        with mail.in_language_of(user):
            if ill:
                subject = _("The site needs attention: %(parts)s") % {"parts": ", ".join(ill)}
            else:
                subject = _("All parts of the site work again")
            text = "\n".join([subject, "", *lines, ""])
        try:
            mail.letter(user.email, subject, text).send()
        except OSError as problem:
            log.error("the mail server took no alert: %s", type(problem).__name__)
