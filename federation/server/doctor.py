"""`./run server doctor`: is the machine as it should be? What only the site knows comes from `manage.py doctor`."""

from __future__ import annotations

import contextlib
import json
import shutil
import ssl
import stat
import subprocess
import time
from pathlib import Path
from typing import NamedTuple

from federation.server import copied_files, releases, units
from federation.server.machine import Machine, ServerProblem

CERTIFICATE_DAYS = 14  # certbot renews 30 days before the end
OK, WARNING, WRONG = "ok", "warning", "wrong"


class Finding(NamedTuple):
    """One thing that was checked."""

    state: str  # OK, WARNING or WRONG
    what: str
    text: str


def examine(machine: Machine, source: Path, mail_to: str) -> list[Finding]:
    """Check everything and change nothing. Send a mail if an address is given."""
    folder = releases.current(machine)
    if folder is None:
        return [Finding(WRONG, "version", "nothing is installed here: run `./run server install`")]
    return [
        _version(machine, source, folder),
        _settings(machine),
        *_services(machine),
        *_files(machine, folder),
        certificate(machine.path(copied_files.CERTIFICATES) / "fullchain.pem"),
        *_site(machine, folder, mail_to),
    ]


def report(machine: Machine, findings: list[Finding]) -> int:
    """Print the findings. Return 1 if something is wrong, for scripts."""
    for finding in findings:
        machine.say(f"{finding.state:8} {finding.what}: {finding.text}")
    return 1 if any(finding.state == WRONG for finding in findings) else 0


def _version(machine: Machine, source: Path, folder: Path) -> Finding:
    with contextlib.suppress(ServerProblem):
        releases.git(source, "fetch", "--quiet", "--tags", "origin")
    newest = releases.newest_tag(source)
    if not newest:
        return Finding(WARNING, "version", f"{folder.name}; {source} knows no tags to compare it with")
    behind = releases.git(source, "log", "--oneline", f"{_commit(folder)}..{newest}", check=False)
    if behind:
        return Finding(WARNING, "version", f"{folder.name}; {newest[1:]} is there: run `./run server update`")
    return Finding(OK, "version", f"{folder.name}, the newest")


def _commit(folder: Path) -> str:
    _before, mark, commit = folder.name.rpartition("-g")
    return commit if mark else f"v{folder.name}"


def _settings(machine: Machine) -> Finding:
    path = machine.path(copied_files.ENVIRONMENT)
    if not path.exists():
        return Finding(WRONG, "settings", f"{path} is missing: run `./run server install`")
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o007:
        return Finding(WRONG, "settings", f"everybody can read {path} with the SECRET_KEY: chmod 640 {path}")
    missing = [name for name in ("PRODUCTION", "SECRET_KEY", "ALLOWED_HOSTS") if not _variable(machine, name)]
    missing += [] if _variable(machine, "DATABASE_URL") else ["DATABASE_URL"]
    if missing:
        return Finding(WRONG, "settings", f"{path} lacks {', '.join(missing)}")
    return Finding(OK, "settings", str(path))


def _variable(machine: Machine, name: str) -> str:
    return copied_files.environment(machine).get(name, "")


def _services(machine: Machine) -> list[Finding]:
    if not machine.program("systemctl"):
        return [Finding(WARNING, "services", "there is no systemctl here: not looked at")]
    found = []
    for unit in [*units.WEB, *units.OTHERS, *units.TIMERS]:
        active = machine.answer("systemctl", "is-active", unit) == "active"
        found.append(
            Finding(OK if active else WRONG, unit, "runs" if active else f"does not run: journalctl -u {unit}")
        )
    for unit in units.WEB:
        said = units.health(machine, unit)
        found.append(Finding(OK if said == "ok" else WRONG, f"{unit}, /health/", said))
    return found


def _files(machine: Machine, folder: Path) -> list[Finding]:
    names = copied_files.drift(machine, folder)
    text = "differs from this version's, or is missing: `./run server install` writes it, or its changes beside it"
    return [Finding(WARNING, name, text) for name in names] or [Finding(OK, "copied files", "as in this version")]


def certificate(path: Path) -> Finding:
    """Return how long the certificate in a file is valid."""
    openssl = shutil.which("openssl")
    if openssl is None:
        return Finding(WARNING, "certificate", "openssl is missing: not looked at")
    done = subprocess.run(
        [openssl, "x509", "-noout", "-enddate", "-in", path], capture_output=True, text=True, check=False
    )
    if done.returncode:
        return Finding(WRONG, "certificate", f"{path} is missing or not a certificate")
    ends = ssl.cert_time_to_seconds(done.stdout.strip().partition("=")[2])
    days = int((ends - time.time()) // 86400)
    if days < 0:
        return Finding(WRONG, "certificate", f"{path} ended {-days} days ago: `./run server install --certificate`")
    state = OK if days >= CERTIFICATE_DAYS else WRONG
    return Finding(state, "certificate", f"valid for {days} days")


def _site(machine: Machine, folder: Path, mail_to: str) -> list[Finding]:
    done = releases.manage(machine, folder, "doctor", "--json", *(["--mail-to", mail_to] if mail_to else []))
    try:
        return [Finding(*line) for line in json.loads(done.stdout)]
    except (ValueError, TypeError):
        return [Finding(WRONG, "site", _last(done))]


def _last(done: subprocess.CompletedProcess[str]) -> str:
    return (done.stderr.strip() or "manage.py doctor said nothing").splitlines()[-1]
