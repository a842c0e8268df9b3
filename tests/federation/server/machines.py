"""A folder in place of a machine, with a systemctl that starts the web servers of the site as their units say."""

from __future__ import annotations

import http.client
import os
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path

from tests.services import broker, wait_until

ROOT = Path(__file__).resolve().parents[3]
SYSTEMCTL = """#!{python}
import contextlib, os, pathlib, signal, subprocess, sys, time
root, (action, *names) = pathlib.Path({root!r}), sys.argv[1:]
with (root / "systemctl.log").open("a") as log:
    print(action, *names, file=log)
for name in (name for name in names if "web" in name):
    unit, pid = root / f"etc/systemd/system/{{name}}.service", root / f"{{name}}.pid"
    if action in ("restart", "stop") and pid.exists():
        with contextlib.suppress(ProcessLookupError):
            os.killpg(int(pid.read_text()), signal.SIGTERM)
        while subprocess.run(["pgrep", "-g", pid.read_text()], stdout=subprocess.DEVNULL).returncode == 0:
            time.sleep(0.05)
        pid.unlink()
    if action == "restart" or (action == "is-active" and not pid.exists()):
        if action == "is-active":
            sys.exit(3)
        lines = dict(line.split("=", 1) for line in unit.read_text().splitlines() if "=" in line)
        there = {{name: text.replace("/opt/", f"{{root}}/opt/") for name, text in lines.items()}}
        pairs = (line.split("=", 1) for line in (root / "etc/classement.env").read_text().splitlines() if "=" in line)
        settings = {{name: value.strip('"') for name, value in pairs}}
        with (root / f"{{name}}.log").open("ab") as log:
            made = subprocess.Popen(there["ExecStart"].split(), cwd=there["WorkingDirectory"], start_new_session=True,
                env={{"PATH": os.environ["PATH"], **settings}}, stdout=log, stderr=log)
        pid.write_text(str(made.pid))
if action == "is-active":
    print("active")
"""
SETTINGS = {"ALLOWED_HOSTS": "elo.example.org", "FEDERATION_NAME": "Schach & Go", "SECURE_SSL_REDIRECT": "0"}


class Stage:
    """The folder, a repository with versions, and `./run server` upon both."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.root, self.source = folder, folder / "machine", folder / "source"
        self.redis = "redis://127.0.0.1:1/0"  # nobody listens there
        self.more: dict[str, str] = {}  # settings
        self.root.mkdir()
        subprocess.run(["git", "clone", "--quiet", "--shared", "--no-tags", ROOT, self.source], check=True)
        self.git("config", "user.email", "test@example.org")
        self.git("config", "user.name", "Test")
        self.git("remote", "remove", "origin")
        for path in subprocess.run(
            ["git", "-C", ROOT, "ls-files", "--modified", "--others", "--exclude-standard"],
            capture_output=True, text=True, check=True,
        ).stdout.splitlines():  # fmt: skip
            if (ROOT / path).is_file():  # what is tried is what lies here, also before it is committed
                (self.source / path).parent.mkdir(parents=True, exist_ok=True)
                (self.source / path).write_bytes((ROOT / path).read_bytes())
                (self.source / path).chmod((ROOT / path).stat().st_mode)
        self.version("v1.0.0")
        self.database = self.root / "srv" / "site.sqlite3"
        self.database_url = f"sqlite:///{self.database}"

    def git(self, *arguments: str) -> None:
        subprocess.run(["git", "-C", self.source, *arguments], check=True, capture_output=True)

    def version(self, tag: str) -> None:
        """Make a version of what lies in the source."""
        self.git("add", "--all")
        self.git("commit", "--quiet", "--allow-empty", "-m", tag)
        self.git("tag", "-a", tag, "-m", tag)

    def settings(self) -> list[str]:
        found = {**SETTINGS, "DATABASE_URL": self.database_url, "VAR_DIR": str(self.root / "srv/classement")}
        found |= {"REDIS_URL": self.redis, **self.more}
        return [word for name, value in found.items() for word in ("--set", f"{name}={value}")]

    def server(self, *arguments: str, **options: object) -> subprocess.CompletedProcess[str]:
        """Run `./run server` with the umask of a careful administrator."""
        keep = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
        return subprocess.run(
            [sys.executable, self.source / "run", "server", "--root", self.root, *arguments],
            env={**keep, "VENV": sys.prefix, "PYTHONDONTWRITEBYTECODE": "1"},
            capture_output=True, text=True, check=False, umask=0o077, **options,
        )  # fmt: skip

    def install(self) -> subprocess.CompletedProcess[str]:
        return self.server("install", "--yes", *self.settings())

    def variables(self) -> dict[str, str]:
        """Return the environment of the services."""
        pairs = (line.partition("=") for line in self.read("etc/classement.env").splitlines() if "=" in line)
        return {"PATH": os.environ["PATH"], **{name: value.strip('"') for name, _equals, value in pairs}}

    def manage(self, *arguments: str) -> str:
        """Run a command of the current version. Return what it says."""
        command, here = [sys.executable, "manage.py", *arguments], self.root / "opt/classement/current"
        return subprocess.run(
            command, cwd=here, env=self.variables(), check=True, stdout=subprocess.PIPE
        ).stdout.decode()

    def column(self, name: str) -> bool:
        """Return whether the table of clubs has the column."""
        with closing(sqlite3.connect(self.database)) as database:
            return name in {row[1] for row in database.execute("PRAGMA table_info(federation_club)")}

    def read(self, name: str) -> str:
        return (self.root / name).read_text(encoding="utf-8")

    def current(self) -> str:
        return (self.root / "opt/classement/current").resolve().name

    def start_services(self) -> list[int]:
        """Give the machine a systemctl, start both web servers on free ports, and return these."""
        program = self.root / "usr/bin/systemctl"
        program.parent.mkdir(parents=True)
        program.write_text(SYSTEMCTL.format(python=sys.executable, root=str(self.root)))
        program.chmod(0o755)
        ports = []
        for name in ("classement-web", "classement-web-second"):
            with socket.socket() as probe:
                probe.bind(("127.0.0.1", 0))
                ports.append(probe.getsockname()[1])
            unit = self.root / f"etc/systemd/system/{name}.service"
            unit.write_text(unit.read_text().replace("800", "@800").replace("--port @8000", f"--port {ports[-1]}")
                .replace("--port @8001", f"--port {ports[-1]}").replace("@800", "800"))  # fmt: skip
        return ports

    def stop_services(self) -> None:
        subprocess.run(
            [self.root / "usr/bin/systemctl", "stop", "classement-web", "classement-web-second"], check=False
        )


def status(port: int, method: str = "GET", path: str = "/clubs/", body: bytes = b"", headers: Mapping = {}) -> int:
    return ask(port, path, method, body, headers)[0].status


def ask(
    port: int, path: str, method: str = "GET", body: bytes = b"", headers: Mapping = {}
) -> tuple[http.client.HTTPResponse, str]:
    """Return the answer and what it says."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    try:
        own = {"Host": SETTINGS["ALLOWED_HOSTS"], "X-Forwarded-Proto": "https"}
        connection.request(method, path, body or None, {**own, **headers})
        answer = connection.getresponse()
        return answer, answer.read().decode()
    finally:
        connection.close()


def answers(port: int) -> bool:
    try:
        return status(port) == 200
    except OSError:
        return False


@contextmanager
def serving(stage: Stage, database_url: str = "") -> Iterator[tuple[Stage, list[int]]]:
    """Install version 1.0.0 and let both web servers answer. Yield the machine and their ports."""
    stage.database_url = database_url or stage.database_url
    with broker(stage.folder / "broker") as running_broker:
        stage.redis = running_broker.url
        done = stage.install()
        assert done.returncode == 0, done.stderr
        stage.manage("migrate", "--verbosity", "0")
        stage.manage("collectstatic", "--no-input", "--verbosity", "0")
        ports = stage.start_services()
        try:
            for name in ("classement-web", "classement-web-second"):
                subprocess.run([stage.root / "usr/bin/systemctl", "restart", name], check=True)
            wait_until(lambda: all(map(answers, ports)), "both web servers answer")
            yield stage, ports
        finally:
            stage.stop_services()
