"""The store of sessions (`SESSION_ENGINE`): Django's, in a table that names the account, so that one can end them."""

import datetime as dt
import ipaddress
import time
from collections.abc import Callable
from typing import Any

from axes.helpers import get_client_ip_address
from django.contrib.auth import SESSION_KEY
from django.contrib.auth.models import User
from django.contrib.auth.signals import user_logged_in
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.backends.db import SessionStore as DatabaseStore
from django.contrib.sessions.models import Session
from django.dispatch import receiver
from django.http import HttpRequest, HttpResponse
from django.utils import timezone

from federation.models import AccountSession

HOUR = 3600  # seconds
LONGEST = 200  # letters of a User-Agent
SEEN = "seen"  # in the session: when, from which device and address it was last used


class SessionStore(DatabaseStore):
    """Sessions in rows of `AccountSession`."""

    @classmethod
    def get_model_class(cls) -> type[AccountSession]:
        return AccountSession

    def create_model_instance(self, data: dict[str, Any]) -> AccountSession:
        """Return the row of the session, with what its owner sees of it."""
        return _filled(super().create_model_instance(data), data)

    def _get_session_from_db(self) -> AccountSession | None:
        """Return the row of the key. Take over one that version 0.3.0 stored: nobody is logged out by the update."""
        key = self.session_key
        found = super()._get_session_from_db()
        if found is not None or not key:
            return found
        old = Session.objects.filter(pk=key, expire_date__gt=timezone.now()).first()
        data = self.decode(old.session_data) if old else {}
        if not User.objects.filter(pk=data.get(SESSION_KEY)).exists():
            return None
        self._session_key = key
        row = AccountSession(pk=key, session_data=old.session_data, expire_date=old.expire_date)
        AccountSession.objects.bulk_create([_filled(row, data)], ignore_conflicts=True)  # two requests of one page
        old.delete()
        return row


def _filled(row: AccountSession, data: dict[str, Any]) -> AccountSession:
    seen = data.get(SEEN, {})
    row.account_id = data.get(SESSION_KEY)
    row.began_at, row.seen_at = _moment(seen.get("began")), _moment(seen.get("at"))
    row.device, row.address = seen.get("device", ""), seen.get("address", "")
    return row


def _moment(seconds: float | None) -> dt.datetime | None:
    """Return the beginning of the hour."""
    return dt.datetime.fromtimestamp(seconds // HOUR * HOUR, dt.UTC) if seconds else None


def note_use(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Middleware: note once an hour that a session is used, by which browser and from where."""

    def middleware(request: HttpRequest) -> HttpResponse:
        answer = get_response(request)
        session = request.session
        was_loaded = hasattr(session, "_session_cache")  # not where nobody asked, nor while the database is away
        if was_loaded and SESSION_KEY in session and _is_stale(session):
            _note(request)
        return answer

    return middleware


@receiver(user_logged_in)
def note_login(sender: object, request: HttpRequest, **kwargs: object) -> None:
    """Note where a session begins."""
    _note(request)


def _is_stale(session: SessionBase) -> bool:
    return time.time() - session.get(SEEN, {}).get("at", 0) >= HOUR


def _note(request: HttpRequest) -> None:
    now = int(time.time())
    began = request.session.get(SEEN, {}).get("began", now)
    device = request.headers.get("user-agent", "")[:LONGEST].replace("\0", "")
    request.session[SEEN] = {"began": began, "at": now, "device": device, "address": cut(_address(request))}


def _address(request: HttpRequest) -> str:
    return get_client_ip_address(request) or ""


def cut(address: str) -> str:
    """Return the address without the part that names one house: of four numbers three, of IPv6 the first 48 bits."""
    try:
        number = ipaddress.ip_address(address)
    except ValueError:
        return ""
    bits = 24 if number.version == 4 else 48
    return str(ipaddress.ip_network(f"{number}/{bits}", strict=False).network_address)
