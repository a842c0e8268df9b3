"""Mails about several tournaments or files: what became of each, with a link to its page.

A new kind of mail needs a module with its sentences, its recipients and the moment (copy `corrections/mails.py`), a
call where the work is done, and a declaration in `tasks.py`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.conf import settings
from django.contrib.auth.models import User
from django.template.loader import render_to_string
from django.utils.translation import gettext as _

from federation.accounts import mail
from federation.i18n.errors import UserError
from federation.models import Job

SHOWN = 50  # tournaments in one mail
NAMED = 3  # names in a sentence


class News(NamedTuple):
    """One tournament or file of the mail, in the reader's language."""

    name: str  # on one line
    what: str
    link: str


def text(news: Sequence[News], *, for_league: bool = False) -> str:
    """Return the text of the mail in the active language."""
    facts = {
        "news": news[:SHOWN],
        "more": len(news) - SHOWN,
        "for_league": for_league,
        "my_club": mail.link("my_club_tournaments"),
        "account": mail.link("account"),
        "federation_name": settings.FEDERATION_NAME,
    }
    return render_to_string("tournaments/mail.txt", facts).rstrip() + "\n"


def send_news(
    job: Job,
    user: User,
    news: Sequence[News],
    *,
    names: Sequence[str],
    subjects: tuple[str, str],
    not_sent: str,
    for_league: bool = False,
) -> None:
    """Mail the news to the user, within `mail.in_language_of`. Raise what `mail.deliver` raises.

    ``subjects``: of one and of several, with the holes name and count; ``names``: what the news is about;
    ``not_sent``: what the staff reads if the server takes no mail, with the holes user and names.
    """
    subject = _(subjects[len(names) > 1]) % {"name": names[0], "count": len(names)}
    failure = UserError(not_sent, user=mail.account_name(user), names=some(names))
    mail.deliver(job, user, subject, text(news, for_league=for_league), failure)


def one_line(words: str) -> str:
    """Return the words on one line: names and reasons come from files and people."""
    return " ".join(words.split())


def some(names: Sequence[str]) -> str:
    """Return the first names, with dots if there are more."""
    return ", ".join(names[:NAMED]) + (" …" if len(names) > NAMED else "")
