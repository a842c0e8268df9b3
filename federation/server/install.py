"""`./run server install`: from a fresh machine to a site that answers. Safe to run again: it does what is missing."""

from __future__ import annotations

import re
import secrets
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from federation.server import copied_files, releases, units
from federation.server.machine import Machine, ServerProblem, replace

ACME = "/var/lib/classement-acme"  # the answers to a certificate authority, which nginx.conf serves
BACKUPS = "/srv/classement-backups"
LETSENCRYPT = "/etc/letsencrypt/live"
HOST = re.compile(r"(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]{2,63}")
MAIL = re.compile(r"[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+")


class Question(NamedTuple):
    """One variable of the environment file: what is asked, what is proposed, and what an answer looks like."""

    name: str
    text: str
    default: str = ""
    pattern: str = ""


PROFILES = sorted(path.parent.name for path in (Path(__file__).parent.parent / "profiles").glob("*/profile.toml"))
PROFILE = rf"{'|'.join(PROFILES)}|/.+"
QUESTIONS = [
    Question("ALLOWED_HOSTS", "Host name of the site (ratings.example.org)", pattern=HOST.pattern),
    Question("FEDERATION_NAME", "Name of the federation", "Classement"),
    Question("FEDERATION_PROFILE", f"Profile ({', '.join(PROFILES)}, or a folder)", "be-frbe", PROFILE),
    Question("LANGUAGE_CODE", "Language of addresses without one (empty: the profile's first)", "", "(fr|nl|de|en)?"),
    Question("CONTACT", "Mail address or page for players' questions (empty: none)"),
    Question("EMAIL_URL", "Mail server, smtp://user:password@host:587?tls=1 (empty: no mails)", "", "(smtps?://.+)?"),
]
SENDER = Question("EMAIL_FROM", "Sender of the mails", "", f"{MAIL.pattern}|.+ <{MAIL.pattern}>")


def install(machine: Machine, source: Path, given: dict[str, str], *, ask: bool, certificate: bool) -> None:
    """Set up the machine. Raise `ServerProblem` if something is missing that only people can decide."""
    variables = settings(machine, given, ask=ask)
    _people_and_folders(machine, variables)
    _database(machine, variables["DATABASE_URL"])
    folder = releases.prepare(machine, source, "HEAD")
    if releases.current(machine) is None:
        releases.switch(machine, folder)
    changed = copied_files.copy(machine, releases.current(machine) or folder)
    check(machine, releases.current(machine) or folder)
    host = variables["ALLOWED_HOSTS"].replace(",", " ").split()[0].lstrip(".")
    _certificate(machine, host)
    machine.run("systemctl", "daemon-reload")
    machine.run("systemctl", "enable", "--now", *units.WEB, *units.OTHERS, *units.TIMERS)
    if changed or certificate:
        machine.run("nginx", "-t")
        machine.run("systemctl", "reload", "nginx")
    if certificate:
        _order_certificate(machine, host, variables.get("EMAIL_FROM", ""))
    machine.say(f"\nInstalled: https://{host}/ . Without a login yet? deploy/README.md, createsuperuser.")
    machine.say("`./run server doctor` checks the server, `./run server update` installs a newer version.")


def settings(machine: Machine, given: dict[str, str], *, ask: bool) -> dict[str, str]:
    """Write what the environment file lacks, and return all of it. What it has stays unless it is given again."""
    present = copied_files.environment(machine)
    found = {**present, **given}
    for question in QUESTIONS + ([SENDER] if found.get("EMAIL_URL") else []):
        found[question.name] = _answer(question, found.get(question.name), ask=ask)
    if found["EMAIL_URL"] and "EMAIL_FROM" not in found:
        found["EMAIL_FROM"] = _answer(SENDER, None, ask=ask)
    found = {
        "PRODUCTION": "1",
        "SECRET_KEY": secrets.token_urlsafe(50),
        "CSRF_TRUSTED_ORIGINS": f"https://{found['ALLOWED_HOSTS'].split()[0]}",
        "DATABASE_URL": "postgres:///classement?host=/run/postgresql",
        "REDIS_URL": "redis://127.0.0.1:6379/0",
        "VAR_DIR": "/srv/classement",
        **found,
    }
    bad = [name for name, value in found.items() if "\n" in value]
    if bad:
        raise ServerProblem(f"{bad[0]}: a value has one line.")
    path = machine.path(copied_files.ENVIRONMENT)
    if found != present:
        path.parent.mkdir(parents=True, exist_ok=True)
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else ["# deploy/README.md, Settings"]
        kept = [line for line in lines if _name(line) not in found or found[_name(line)] == present.get(_name(line))]
        standing = {_name(line) for line in kept}
        added = [f"{name}={_quoted(value)}" for name, value in found.items() if name not in standing]
        replace(path, "\n".join([*kept, *added]) + "\n", 0o640)
        machine.say(f"Wrote {path}")
    return found


def _name(line: str) -> str:
    return line.partition("=")[0].strip()


def _quoted(value: str) -> str:
    """Return the value as systemd reads it: with quotes if it has spaces. Shells escape quotes in another way."""
    return f'"{value}"' if re.search(r"[\s#;\\]", value) else value


def _answer(question: Question, known: str | None, *, ask: bool) -> str:
    value = known
    while value is None or not re.fullmatch(question.pattern or ".*", value):
        if value is not None:
            print(f"{question.name}={value!r} is not what is meant: {question.text}.")
        if not ask:
            if value is None and re.fullmatch(question.pattern or ".*", question.default):
                return question.default
            raise ServerProblem(
                f"{question.name} is missing or wrong ({question.text}): give --set {question.name}=..."
            )
        hint = f" [{question.default}]" if question.default else ""
        value = input(f"{question.text}{hint}: ").strip() or question.default
    return value


def _people_and_folders(machine: Machine, variables: dict[str, str]) -> None:
    if not machine.answer("id", "-u", "classement"):
        machine.run("useradd", "--system", "classement")
    if not machine.root:
        shutil.chown(machine.path(copied_files.ENVIRONMENT), "root", "classement")
    machine.folder("/opt/classement", 0o755)
    machine.folder(releases.RELEASES, 0o755)
    machine.folder(variables["VAR_DIR"] if not machine.root else "/srv/classement", 0o750, "classement", "www-data")
    machine.folder(BACKUPS, 0o700, "classement")
    machine.folder(f"{ACME}/.well-known/acme-challenge", 0o755)
    machine.path(ACME).chmod(0o755)
    machine.folder("/etc/classement", 0o755)
    machine.folder(copied_files.CERTIFICATES, 0o700)


def _database(machine: Machine, address: str) -> None:
    """Make the role and the database of a PostgreSQL on this machine. Elsewhere its administrator makes it."""
    parts = urlsplit(address)
    if not parts.scheme.startswith("postgres") or parts.hostname or not machine.program("runuser"):
        return
    name = parts.path.lstrip("/")
    psql = ("-u", "postgres", "--", "psql", "-tAc")
    if not machine.answer("runuser", *psql, "SELECT 1 FROM pg_roles WHERE rolname = 'classement'"):
        machine.run("runuser", "-u", "postgres", "--", "createuser", "--createdb", "classement")
    if name not in machine.answer("runuser", *psql, "SELECT datname FROM pg_database").split():
        machine.run("runuser", "-u", "postgres", "--", "createdb", "--owner", "classement", name)


def check(machine: Machine, folder: Path) -> None:
    """Raise `ServerProblem` with what Django finds wrong with the settings of the machine, in this version."""
    done = releases.manage(machine, folder, "check", "--deploy", "--fail-level", "ERROR", "--database", "default")
    if done.returncode:
        raise ServerProblem(f"The settings in {copied_files.ENVIRONMENT} are refused: {_last(done)}")


def _last(done: subprocess.CompletedProcess[str]) -> str:
    return (done.stderr.strip() or done.stdout.strip() or "no reason given").splitlines()[-1]


def _certificate(machine: Machine, host: str) -> None:
    """Let nginx start: with the certificate that was ordered, else with one of our own that browsers warn of."""
    folder, ordered = machine.path(copied_files.CERTIFICATES), machine.path(f"{LETSENCRYPT}/{host}")
    chain, key = folder / "fullchain.pem", folder / "privkey.pem"
    if (ordered / "fullchain.pem").exists():
        _link(chain, ordered / "fullchain.pem")
        _link(key, ordered / "privkey.pem")
    elif not chain.exists():
        openssl = shutil.which("openssl")
        if openssl is None:
            raise ServerProblem("openssl is missing: install it, then run this again.")
        made = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "30"]
        names = ["-subj", f"/CN={host}", "-addext", f"subjectAltName=DNS:{host}", "-keyout", key, "-out", chain]
        subprocess.run([openssl, *made, *names], check=True, capture_output=True)
        key.chmod(0o600)
        machine.say(f"Made a certificate for 30 days that browsers warn of; yours goes into {folder}.")


def _link(place: Path, target: Path) -> None:
    if not place.is_symlink() or place.readlink() != target:
        place.unlink(missing_ok=True)
        place.symlink_to(target)


def _order_certificate(machine: Machine, host: str, sender: str) -> None:
    """Order a certificate through certbot, which renews it; nginx takes over each new one."""
    address = MAIL.search(sender)
    about = ["-m", address[0]] if address else ["--register-unsafely-without-email"]
    order = ["certonly", "--webroot", "-w", ACME, "-d", host, "--keep-until-expiring", "--agree-tos", "-n", *about]
    if machine.run("certbot", *order, "--deploy-hook", "systemctl reload nginx", check=False):
        _certificate(machine, host)
        machine.run("systemctl", "reload", "nginx")
    else:
        machine.say(f"No certificate was ordered: the host name must lead here, and port 80 be open. Later: {order}")
