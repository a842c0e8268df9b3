"""A club secretary who sends tournament files to the web servers of a machine."""

from __future__ import annotations

import itertools

from tests.federation.server.machines import SETTINGS, status
from tests.tournaments import events

HOST = SETTINGS["ALLOWED_HOSTS"]

SECRETARY = """
from importlib import import_module
from allauth.mfa.models import Authenticator
from django.conf import settings
from django.contrib.auth import login
from django.contrib.auth.models import User
from django.http import HttpRequest
from federation.logins import second_factor
from federation.models import Club, Office
import datetime
club, _is_new = Club.objects.get_or_create(number="101", defaults={"name": "Club"})
user = User.objects.create_user("sender")
Office.objects.create(account=user, club=club, start=datetime.date(2000, 1, 1))
request = HttpRequest()
request.META["REMOTE_ADDR"] = "127.0.0.1"
request.session = import_module(settings.SESSION_ENGINE).SessionStore()
login(request, user, settings.AUTHENTICATION_BACKENDS[-1])
factor = Authenticator.objects.create(user=user, type=Authenticator.Type.TOTP, data={})
second_factor.note_shown(request, user, factor)
request.session.save()
print(request.session.session_key, club.pk)
"""
TOKEN, BOUNDARY = "a" * 32, "of-the-parts"
PART = '--{boundary}\r\nContent-Disposition: form-data; name="{name}"{more}\r\n\r\n'


class Sender:
    """A secretary who sends tournament files, none of them twice."""

    def __init__(self, session: str, club: str, note: str = "") -> None:
        self.session, self.club, self.note, self.sent = session, club, note, itertools.count()

    def send(self, port: int, _number: int) -> int:
        """Send a file. Return the status: 302 leads to its page, 202 says that it is kept."""
        file = events.csv_file(events.report(name=f"Cup {next(self.sent)}"))
        parts = {"csrfmiddlewaretoken": ("", TOKEN.encode()), "club": ("", self.club.encode())}
        parts["sender"] = ("", self.note.encode())
        parts["files"] = ('; filename="games.csv"', file)
        body = b"".join(
            PART.format(boundary=BOUNDARY, name=name, more=more).encode() + content + b"\r\n"
            for name, (more, content) in parts.items()
        )
        headers = {"Cookie": f"sessionid={self.session}; csrftoken={TOKEN}", "Referer": f"https://{HOST}/my-club/"}
        headers["Content-Type"] = f"multipart/form-data; boundary={BOUNDARY}"
        return status(port, "POST", "/my-club/upload/", body + f"--{BOUNDARY}--\r\n".encode(), headers)
