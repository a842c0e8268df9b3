"""The files of deploy/ that are copied to a machine, with its names and paths in them."""

from __future__ import annotations

import re
from pathlib import Path

from federation.server.machine import Machine

ENVIRONMENT = "/etc/classement.env"
CERTIFICATES = "/etc/classement/tls"
NGINX = "/etc/nginx/conf.d/classement.conf"
UNITS = "/etc/systemd/system"
EXAMPLE_HOST = "ratings.example.org"


def environment(machine: Machine) -> dict[str, str]:
    """Return the variables of the environment file, as systemd reads them; none if it is missing."""
    path = machine.path(ENVIRONMENT)
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    pairs = (line.partition("=") for line in map(str.strip, lines) if line and not line.startswith(("#", ";")))
    return {name.strip(): value.strip().strip("\"'") for name, _equals, value in pairs}


def contents(source: Path, variables: dict[str, str]) -> dict[str, str]:
    """Return what the files of the machine should hold, by their paths."""
    found = {}
    for file in sorted((source / "deploy" / "systemd").rglob("classement-*")):
        if file.is_file():
            found[f"{UNITS}/{file.name}"] = file.read_text(encoding="utf-8")
    sandbox = source / "deploy" / "systemd" / "classement-.service.d" / "sandbox.conf"
    found[f"{UNITS}/classement-.service.d/sandbox.conf"] = sandbox.read_text(encoding="utf-8")
    kept = variables.get("VAR_DIR", "/srv/classement")
    nginx = (source / "deploy" / "nginx.conf").read_text(encoding="utf-8")
    host = variables.get("ALLOWED_HOSTS", EXAMPLE_HOST).replace(",", " ").split()[0].lstrip(".")
    found = {name: text.replace("/srv/classement\n", f"{kept}\n") for name, text in found.items()}
    found[NGINX] = (
        re.sub(r"  # <--.*", "", nginx)
        .replace(EXAMPLE_HOST, host)
        .replace("/etc/nginx/certificates/", f"{CERTIFICATES}/")
        .replace("/srv/classement/static/", f"{variables.get('STATIC_ROOT') or f'{kept}/static'}/")
        .replace("/srv/classement/media/", f"{variables.get('MEDIA_ROOT') or f'{kept}/media'}/")
    )
    return found


def copy(machine: Machine, source: Path) -> list[str]:
    """Write the files that are not changed on the machine. Return the paths of those that are new or were replaced."""
    wanted = contents(source, environment(machine))
    return [name for name, content in wanted.items() if machine.write(name, content)]


def drift(machine: Machine, source: Path) -> list[str]:
    """Return the paths of files that are missing on the machine or differ from this version's."""
    wanted = contents(source, environment(machine))
    return [
        name
        for name, content in wanted.items()
        if not machine.path(name).exists() or machine.path(name).read_text(encoding="utf-8") != content
    ]
