"""Checks that the site makes of itself, for `manage.py doctor` and a page of the admin."""

import datetime as dt
import os
import shutil
import socket
import ssl
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from django.conf import settings
from django.core.mail import EmailMessage, get_connection
from django.db import connection
from django.db.migrations.executor import MigrationExecutor
from django.template.defaultfilters import date as formatted
from django.template.defaultfilters import filesizeformat
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from federation.background.condition import SILENT
from federation.background.health import does_not_answer
from federation.models import Job, Member, Sign
from federation.server import copied_files
from federation.server.machine import Machine
from federation.version import VERSION

OK, WARNING, WRONG = "ok", "warning", "wrong"
LATE = dt.timedelta(minutes=5)  # for a job that waits
OLD = dt.timedelta(days=2)  # for a backup
CERTIFICATE_DAYS = 14
LEAST_FREE = 1024**3  # bytes
PATIENCE = 3  # seconds


class Finding(NamedTuple):
    """One thing that was checked, in the reader's language."""

    state: str  # OK, WARNING or WRONG
    what: str
    text: str


def examine(mail_to: str = "") -> list[Finding]:
    """Check everything that the site can see. Send a mail if an address is given."""
    return [_database(), *_jobs(), _backup(), _mail(mail_to), _disk()]


def examine_surroundings() -> list[Finding]:
    """Check the web server in front and the machine, as far as the site's user may."""
    return [Finding(OK, _("Version"), VERSION), *_certificate(), *_copied_files()]


def _database() -> Finding:
    name, executor = str(connection.settings_dict["NAME"]), MigrationExecutor(connection)
    if missing := len(executor.migration_plan(executor.loader.graph.leaf_nodes())):
        sentence = ngettext(
            "%(count)d migration is missing: run migrate.", "%(count)d migrations are missing: run migrate.", missing
        )
        return Finding(WRONG, _("Database"), sentence % {"count": missing})
    if settings.PRODUCTION and not os.environ.get("DATABASE_URL"):
        return Finding(WRONG, _("Database"), _("No DATABASE_URL is set: this is %(name)s.") % {"name": name})
    facts = {"kind": connection.display_name, "name": name, "count": Member.objects.count()}
    text = ngettext("%(kind)s, %(name)s: %(count)d member", "%(kind)s, %(name)s: %(count)d members", facts["count"])
    return Finding(OK, _("Database"), text % facts)


def _jobs() -> Iterator[Finding]:
    what = _("Background work")
    seen = Sign.objects.filter(part="worker").first()
    if does_not_answer() == "broker":
        yield Finding(WRONG, what, _("Redis or Valkey does not answer."))
    elif seen is None:
        yield Finding(WRONG, what, _("No worker has been seen yet."))
    else:
        silent = seen.seen_at < timezone.now() - SILENT
        text = _("A worker was last seen on %(time)s.") % {"time": _moment(seen.seen_at)}
        yield Finding(WRONG if silent else OK, what, text)
    oldest = (
        Job.objects.filter(state=Job.State.QUEUED).exclude(sent_at__gt=timezone.now()).order_by("created_at").first()
    )
    if oldest is None:
        yield Finding(OK, _("Oldest job"), _("No job is waiting."))
    else:
        late = oldest.created_at < timezone.now() - LATE
        text = _("%(job)s has been waiting since %(time)s.") % {"job": oldest.label, "time": _moment(oldest.created_at)}
        yield Finding(WARNING if late else OK, _("Oldest job"), text)


def _backup() -> Finding:
    last = Sign.objects.filter(part="backup").first()
    if last is None:
        return Finding(WRONG, _("Last backup"), _("There has been none."))
    old = last.seen_at < timezone.now() - OLD
    return Finding(WRONG if old else OK, _("Last backup"), _moment(last.seen_at))


def _moment(moment: dt.datetime) -> str:
    return formatted(timezone.localtime(moment), "SHORT_DATETIME_FORMAT")


def _mail(address: str) -> Finding:
    if not settings.EMAIL_HOST:
        return Finding(WARNING, _("Mail"), _("No mails are sent: EMAIL_URL is not set."))
    try:
        if address:
            EmailMessage(_("Test mail"), _("This mail shows that the site can send mails."), None, [address]).send()
            return Finding(OK, _("Mail"), _("A test mail was sent to %(address)s.") % {"address": address})
        with get_connection(timeout=PATIENCE):
            return Finding(OK, _("Mail"), _("The mail server answers."))
    except OSError as problem:  # SMTPException is one
        text = _("The mail server does not answer as it should: %(problem)s")
        return Finding(WRONG, _("Mail"), text % {"problem": problem})


def _disk() -> Finding:
    folder = next(path for path in (settings.MEDIA_ROOT, *settings.MEDIA_ROOT.parents) if path.exists())
    free = shutil.disk_usage(folder).free
    text = _("%(size)s free") % {"size": filesizeformat(free)}
    return Finding(OK if free > LEAST_FREE else WRONG, _("Disk"), text)


def _certificate() -> Iterator[Finding]:
    """Yield how long the certificate that visitors see is valid."""
    if not settings.PRODUCTION:
        return
    host = settings.ALLOWED_HOSTS[0].lstrip(".")
    try:
        with (
            socket.create_connection((host, 443), timeout=PATIENCE) as plain,
            ssl.create_default_context().wrap_socket(plain, server_hostname=host) as opened,
        ):
            ends = ssl.cert_time_to_seconds(opened.getpeercert()["notAfter"])
    except OSError as problem:
        text = _("https://%(host)s cannot be opened: %(problem)s") % {"host": host, "problem": problem}
        yield Finding(WRONG, _("Certificate"), text)
    else:
        days = int((ends - timezone.now().timestamp()) // 86400)
        text = ngettext("valid for %(count)d day", "valid for %(count)d days", days) % {"count": days}
        yield Finding(OK if days >= CERTIFICATE_DAYS else WRONG, _("Certificate"), text)


def _copied_files() -> Iterator[Finding]:
    """Yield which copies of deploy/ differ from this version, where `./run server install` made some."""
    machine = Machine()
    if not machine.path(copied_files.ENVIRONMENT).exists():
        return
    try:
        names = copied_files.drift(machine, Path(settings.BASE_DIR))
    except PermissionError:
        return
    text = (
        _("different from this version: %(files)s") % {"files": ", ".join(names)} if names else _("as in this version")
    )
    yield Finding(WARNING if names else OK, _("Copied files"), text)
