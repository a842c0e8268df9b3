"""The services of the site on the machine: start, restart one after the other, and ask whether they answer."""

from __future__ import annotations

import http.client
import re
import time

from federation.server import copied_files
from federation.server.machine import Machine

WEB = ["classement-web", "classement-web-second"]  # one restarts while the other answers
OTHERS = ["classement-worker", "classement-sweeper"]
TIMERS = ["classement-backup.timer"]


def port(machine: Machine, unit: str) -> int | None:
    """Return the port on which the unit listens, as its file on the machine says."""
    path = machine.path(f"{copied_files.UNITS}/{unit}.service")
    found = re.search(r"--port (\d+)", path.read_text(encoding="utf-8")) if path.exists() else None
    return int(found[1]) if found else None


def health(machine: Machine, unit: str, address: str = "/health/") -> str:
    """Return what a web server says of the site: "ok" or what is wrong, "no answer" if it says nothing."""
    connection = http.client.HTTPConnection("127.0.0.1", port(machine, unit) or 0, timeout=10)
    try:
        connection.request("GET", address)
        return connection.getresponse().read().decode().partition("\n")[0]
    except (OSError, http.client.HTTPException):
        return "no answer"
    finally:
        connection.close()


def restart(machine: Machine) -> str:
    """Restart all services, one web server after the other. Return "" or what went wrong at the first that fails."""
    for unit in WEB:
        if not machine.run("systemctl", "restart", unit, check=False) and machine.program("systemctl"):
            return f"{unit} did not start (journalctl -u {unit})"
        if machine.program("systemctl") and (problem := _wait(machine, unit)):
            return problem
    for unit in OTHERS:
        if not machine.run("systemctl", "restart", unit, check=False) and machine.program("systemctl"):
            return f"{unit} did not start (journalctl -u {unit})"
    return ""


def _wait(machine: Machine, unit: str) -> str:
    latest, said = time.monotonic() + machine.patience, ""
    while time.monotonic() < latest:
        said = health(machine, unit, "/health/?web")  # a backup that failed, say, stops no update
        if said == "ok":
            return ""
        time.sleep(0.2)
    return f"{unit} says: {said}"
